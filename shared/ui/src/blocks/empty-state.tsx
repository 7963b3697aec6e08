import type { ReactNode } from 'react'
import css from './notice.module.css'

/** Stands in the place of an empty list. `children` is one sentence about what will appear; `plain` has no picture. */
export function EmptyState({ children, plain }: { children?: ReactNode; plain?: boolean }) {
  return (
    <div className={css.notice}>
      {!plain && <div className={css.moon} aria-hidden="true" />}
      <div>
        <p className={css.title}>Nothing to show.</p>
        {children && <p className={css.detail}>{children}</p>}
      </div>
    </div>
  )
}
