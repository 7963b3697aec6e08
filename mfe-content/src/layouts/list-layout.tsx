import { Wrap } from '@marram/ui/wrap'
import type { ReactNode } from 'react'
import css from './list-layout.module.css'

type Props = {
  /** Categories and search, at the start or the end of the first row. */
  side: ReactNode
  sideAt: 'start' | 'end'
  /** The id of the heading in `newest`. */
  titleId: string
  /** The heading and the first item. */
  newest: ReactNode
  /** The other items, and the ways to other pages. */
  others: ReactNode
  /** Across the page, after the list. */
  below?: ReactNode
}

/** A list whose newest item stands beside what chooses among them; below both, the others have the whole width. */
export const ListLayout = ({ side, sideAt, titleId, newest, others, below }: Props) => (
  <Wrap className={`${css.page} ${css[sideAt]}`}>
    <div className={css.side}>{side}</div>
    <section className={css.list} aria-labelledby={titleId}>
      <div className={css.newest}>{newest}</div>
      <div className={css.others}>{others}</div>
    </section>
    {below && <div className={css.below}>{below}</div>}
  </Wrap>
)
