import type { ReactNode } from 'react'
import css from './notice.module.css'

/** `next`: what to do instead, such as a button. */
type Props = { title?: string; next?: ReactNode; children?: ReactNode }

/** Stands in the place of an empty list. `children` is one sentence about what will appear. */
export function EmptyState({ title = 'Nothing to show.', next, children }: Props) {
  return (
    <div className={css.notice}>
      <div className={css.moon} aria-hidden="true" />
      <div>
        <p className={css.title}>{title}</p>
        {children && <p className={css.detail}>{children}</p>}
        {next && <div className={css.next}>{next}</div>}
      </div>
    </div>
  )
}
