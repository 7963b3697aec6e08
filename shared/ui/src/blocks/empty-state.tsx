import type { ReactNode } from 'react'
import css from './notice.module.css'

/** Stands in the place of an empty list. `children` is one sentence about what will appear. */
export function EmptyState({ children }: { children?: ReactNode }) {
  return (
    <div className={css.notice}>
      <div className={css.moon} aria-hidden="true" />
      <div>
        <p className={css.title}>Nothing to show.</p>
        {children && <p className={css.detail}>{children}</p>}
      </div>
    </div>
  )
}
