import { Link } from '@marram/sdk/router'
import type { ReactNode } from 'react'
import { ArrowIcon } from '../pictures/icons'
import { Picture } from '../pictures/picture'
import { Ridge } from '../pictures/ridge'
import { TitleAndDeck } from '../text/title-and-deck'
import css from './torn-card.module.css'

type Props = {
  /** Without it the card leads nowhere. */
  to?: string
  /** Words of the link, where it is not the title. */
  action?: string
  title: string
  /** Seeds the torn edge: the slug. */
  seed: string
  image: string | null | undefined
  chip?: ReactNode
  /** A date or dates, under the title. */
  meta?: ReactNode
  children?: ReactNode
}

const pictures = {
  lead: { width: 1200, height: 780, sizes: '(min-width: 81.25em) 43.75em, (min-width: 68.75em) 56vw, 100vw' },
  tile: { width: 600, height: 600, sizes: '(min-width: 47.5em) 12.5em, 7em' },
  wide: { width: 900, height: 590, sizes: '(min-width: 68.75em) 25em, (min-width: 40em) 50vw, 100vw' },
  small: { width: 800, height: 620, sizes: '(min-width: 68.75em) 18.125em, (min-width: 40em) 50vw, 100vw' },
} as const
type Shape = keyof typeof pictures

/** `lead` is the large card, `tile` a square beside its text, `wide` is for three in a row, `small` for four. */
export function TornCard({ shape, to, action, title, seed, image, chip, meta, children }: Props & { shape: Shape }) {
  return (
    <article className={`${css.card} ${css[shape]}`}>
      <div className={css.picture}>
        <Picture src={image} wide={shape !== 'tile'} {...pictures[shape]} />
        {shape !== 'tile' && <Ridge seed={seed} className={css.edge} />}
      </div>
      <div className={css.text}>
        <div className={css.chips}>{chip}</div>
        <div>
          <h3 className={css.title}>
            {to && !action ? (
              <Link className={css.link} to={to}>
                <TitleAndDeck title={title} />
              </Link>
            ) : (
              <TitleAndDeck title={title} />
            )}
          </h3>
          {children && <p className={css.excerpt}>{children}</p>}
        </div>
        <div className={css.foot}>
          {meta && <p className={css.meta}>{meta}</p>}
          {to && action && (
            <Link className={`${css.link} ${css.action}`} to={to} aria-label={`${action}: ${title}`}>
              {action}
              <ArrowIcon className={css.arrow} />
            </Link>
          )}
        </div>
      </div>
    </article>
  )
}

const widths = { 3: css.three, 4: css.four }

/**
 * `rows`: on a phone the first is a row with a small picture too, as the others are. `led`: of six, nine and so on, the first
 * is the largest.
 */
type GridProps = { columns: keyof typeof widths; rows?: boolean; led?: boolean; children: ReactNode }

/** Cards in a row: four, three, two or fewer, by the room there is. */
export function CardGrid({ columns, rows, led, children }: GridProps) {
  return <ul className={`${css.grid} ${widths[columns]} ${rows ? css.rows : ''} ${led ? css.led : ''}`}>{children}</ul>
}
