import type { ReactNode } from 'react'
import { Wrap } from '../page/wrap'
import { Picture } from '../pictures/picture'
import { Ridge } from '../pictures/ridge'
import css from './about-block.module.css'

type Props = {
  id: string
  /** A few words above the title. */
  tagline: string
  title: string
  /** Image values of the API: the large picture, and the one over its corner. */
  pictures: readonly [string, string]
  picturesAt?: 'start' | 'end' | undefined
  /** The text, and a button below it. */
  children: ReactNode
}

const slots = [
  { name: 'large', width: 900, height: 1000, sizes: '(min-width: 64em) 28.75em, 78vw' },
  { name: 'small', width: 700, height: 700, sizes: '(min-width: 64em) 17.5em, 46vw' },
] as const

/** Two torn pictures that overlap, and the text beside them. */
export function AboutBlock({ id, tagline, title, pictures, picturesAt = 'start', children }: Props) {
  const shown = slots.map((slot, i) => ({ ...slot, src: pictures[i] })).filter(({ src }) => src)
  return (
    <section
      className={picturesAt === 'end' ? `${css.block} ${css.end}` : css.block}
      id={id}
      aria-labelledby={`${id}-title`}
    >
      <Wrap className={css.grid}>
        {shown.length > 0 && (
          <div className={css.pictures}>
            {shown.map(({ name, ...picture }) => (
              <div key={name} className={css[name]}>
                <Picture {...picture} />
                <Ridge seed={`${id}-${name}`} />
              </div>
            ))}
          </div>
        )}
        <div className={css.words}>
          {tagline && <p className={css.tagline}>{tagline}</p>}
          <h2 className={css.title} id={`${id}-title`}>
            {title}
          </h2>
          {children}
        </div>
      </Wrap>
    </section>
  )
}
