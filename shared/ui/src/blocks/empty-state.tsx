import type { ReactNode } from 'react'
import bird from './empty-state-bird.svg'
import css from './notice.module.css'

/** `next`: what to do instead, such as a button. `art`: what lies on the empty beach, a square without a ground. */
type Props = { title?: string; next?: ReactNode; art?: string; children?: ReactNode }

/** Stands in the place of an empty list. `children` is one sentence about what will appear. */
export function EmptyState({ title = 'Nothing to show.', next, art = bird, children }: Props) {
  return (
    <div className={css.notice}>
      <div className={css.beach} aria-hidden="true">
        <img className={css.object} src={art} alt="" width="150" height="150" loading="lazy" decoding="async" />
      </div>
      <div>
        <p className={css.title}>{title}</p>
        {children && <p className={css.detail}>{children}</p>}
        {next && <div className={css.next}>{next}</div>}
      </div>
    </div>
  )
}
