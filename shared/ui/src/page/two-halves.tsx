import type { ReactNode } from 'react'
import css from './two-halves.module.css'
import { Wrap } from './wrap'

type Props = {
  title: string
  intro?: ReactNode
  /** The picture beside the words. */
  art: string
  /** Which part of its height a phone shows in the strip: 0% is the sky, 100% the ground. */
  horizon: string
  /** A long form: more room for it, and the picture goes along. */
  long?: boolean
  /** Above the title: the way to this page. */
  way?: ReactNode
  /** Below the card. */
  below?: ReactNode
  children?: ReactNode
}

/** A scene at the left, words or a form at the right. On phones the picture is a strip on top. */
export function TwoHalves({ title, intro, art, horizon, long, way, below, children }: Props) {
  return (
    <div className={css.page}>
      <Wrap>
        <div className={long ? `${css.card} ${css.long}` : css.card}>
          <div className={css.scene}>
            <img
              className={css.art}
              src={art}
              alt=""
              width="900"
              height="900"
              fetchPriority="high"
              style={{ objectPosition: `50% ${horizon}` }}
            />
          </div>
          <div className={css.half}>
            {way}
            <h1 className={css.title}>{title}</h1>
            {intro && <p className={css.intro}>{intro}</p>}
            {children}
          </div>
        </div>
        {below}
      </Wrap>
    </div>
  )
}
