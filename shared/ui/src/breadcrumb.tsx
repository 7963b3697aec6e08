import { Link } from '@marram/host/router'
import css from './breadcrumb.module.css'

export type Crumb = { title: string; to: string }

/** Where the page is, from Home down. The page itself comes last and is no link. */
export function Breadcrumb({ trail = [], current }: { trail?: Crumb[]; current: string }) {
  return (
    <nav className={css.crumbs} aria-label="Breadcrumb">
      <ol>
        {[{ title: 'Home', to: '/' }, ...trail].map(({ title, to }) => (
          <li key={to}>
            <Link to={to}>{title}</Link>
          </li>
        ))}
        <li>
          <span aria-current="page">{current}</span>
        </li>
      </ol>
    </nav>
  )
}
