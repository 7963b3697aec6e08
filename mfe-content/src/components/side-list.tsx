import { Link } from '@marram/sdk/router'
import { useId } from 'react'
import css from './side-list.module.css'

/** `count`: how many there are behind the link. `current`: this is what the page shows. */
type Entry = { key: string; to: string; title: string; count?: number | undefined; current?: boolean }

/** Choices beside a list: a ruled column, figures at its end; pills where there is no room for a column. */
export function SideList({ title, entries }: { title: string; entries: Entry[] }) {
  const id = useId()
  return (
    <nav aria-labelledby={id}>
      <h2 className={css.title} id={id}>
        {title}
      </h2>
      <ul className={css.list}>
        {entries.map(({ key, to, title, count, current }) => (
          <li key={key}>
            <Link className={css.entry} to={to} aria-current={current ? 'true' : undefined}>
              {title}
              {count !== undefined && <span className={css.count}>{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
