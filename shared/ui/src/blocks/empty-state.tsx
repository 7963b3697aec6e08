import type { ReactNode } from 'react'
import css from './notice.module.css'

type Props = { title?: string; children?: ReactNode }

/** Stands in the place of an empty list. `children` is one sentence about what will appear. */
export function EmptyState({ title = 'Nothing to show.', children }: Props) {
  return (
    <div className={css.notice}>
      <div className={css.moon} aria-hidden="true" />
      <div>
        <p className={css.title}>{title}</p>
        {children && <p className={css.detail}>{children}</p>}
      </div>
    </div>
  )
}
