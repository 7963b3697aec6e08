import { Link } from '@marram/sdk/router'
import css from './breadcrumb.module.css'
import { breadcrumbs } from './json-ld'
import { StructuredData } from './structured-data'

export type Crumb = { title: string; to: string }

/** The way from Home to this page, which comes last and is no link; also as structured data. */
export function Breadcrumb({ trail = [], current }: { trail?: Crumb[]; current: string }) {
  const way = [{ title: 'Home', to: '/' }, ...trail]
  return (
    <nav className={css.crumbs} aria-label="Breadcrumb">
      <ol>
        {way.map(({ title, to }) => (
          <li key={to}>
            <Link to={to}>{title}</Link>
          </li>
        ))}
        <li>
          <span aria-current="page">{current}</span>
        </li>
      </ol>
      <StructuredData of={breadcrumbs(way, current)} />
    </nav>
  )
}
