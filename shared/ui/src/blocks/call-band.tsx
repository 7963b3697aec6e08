import type { ReactNode } from 'react'
import { LinkButton } from '../forms/button'
import { Wrap } from '../page/wrap'
import { Ridge } from '../pictures/ridge'
import css from './call-band.module.css'
import grass from './call-band-grass.svg'

type Props = {
  id: string
  title: string
  children: ReactNode
  /** The text of the button. */
  action: string
  to: string
}

/** `art` is the grass at its foot, 1560 by 200, with another object than the usual one. */
type CallProps = Props & { art?: string }

/** A call to take part: a dark green band with one button. */
export function CallBand({ id, title, children, action, to, art = grass }: CallProps) {
  return (
    <section className={css.band} id={id} aria-labelledby={`${id}-title`}>
      <Ridge seed={id} className={css.far} />
      <Ridge seed={id} className={css.middle} />
      <Ridge seed={`${id}-near`} className={css.near} />
      <img className={css.grass} src={art} alt="" width="1560" height="200" loading="lazy" decoding="async" />
      <div className={css.words}>
        <div>
          <h2 className={css.title} id={`${id}-title`}>
            {title}
          </h2>
          <div className={css.text}>{children}</div>
        </div>
        <LinkButton to={to} look="honey" size="large" className={css.button}>
          {action}
        </LinkButton>
      </div>
    </section>
  )
}

/** An offer as one quiet line: it stands on several pages. */
export function OfferBand({ id, title, children, action, to }: Props) {
  return (
    <section className={css.offer} aria-labelledby={`${id}-title`} id={id}>
      <Wrap>
        <div className={css.panel}>
          <h2 className={css.offerTitle} id={`${id}-title`}>
            {title}
          </h2>
          <div className={css.offered}>{children}</div>
          <LinkButton to={to} look="ghost" className={css.button}>
            {action}
          </LinkButton>
        </div>
      </Wrap>
    </section>
  )
}
