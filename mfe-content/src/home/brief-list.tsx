import { Link } from '@marram/sdk/router'
import type { ReactNode } from 'react'
import css from './brief-list.module.css'

type Brief = { key: string; to: string; title: string; chip?: ReactNode; meta?: ReactNode }

/** Short text items in columns under an ink rule. */
export function BriefList({ items }: { items: Brief[] }) {
  return (
    <ul className={css.briefs}>
      {items.map(({ key, to, title, chip, meta }) => (
        <li key={key} className={css.brief}>
          {chip}
          <h3 className={css.title}>
            <Link to={to}>{title}</Link>
          </h3>
          {meta && <p className={css.meta}>{meta}</p>}
        </li>
      ))}
    </ul>
  )
}
