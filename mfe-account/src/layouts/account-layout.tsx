import { Wrap } from '@marram/ui/wrap'
import type { ReactNode } from 'react'
import css from './account-layout.module.css'

type Props = {
  title: string
  /** The picture beside the form. */
  art: string
  /** Which part of its height a phone shows in the strip: 0% is the sky, 100% the ground. */
  horizon: string
  /** The form itself. */
  children: ReactNode
  /** Under the form: a link to the other page. */
  after: ReactNode
}

/** Two halves: dusk at the left, the form at the right. On phones the picture is a strip on top. */
export function AccountLayout({ title, art, horizon, children, after }: Props) {
  return (
    <div className={css.page}>
      <Wrap>
        <div className={css.card}>
          <img
            className={css.art}
            src={art}
            alt=""
            width="900"
            height="900"
            fetchPriority="high"
            style={{ objectPosition: `50% ${horizon}` }}
          />
          <div className={css.half}>
            <h1 className={css.title}>{title}</h1>
            {children}
            <p className={css.after}>{after}</p>
          </div>
        </div>
      </Wrap>
    </div>
  )
}
