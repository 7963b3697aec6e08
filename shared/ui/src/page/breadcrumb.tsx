import { Link } from '@marram/sdk/router'
import css from './breadcrumb.module.css'
import { breadcrumbs } from './json-ld'
import { StructuredData } from './structured-data'

/** `back` is what it says on a phone, where it is the way back alone: else a title may stand there twice. */
export type Crumb = { title: string; to: string; back?: string }

/** The way from Home to this page, which comes last and is no link; also as structured data. */
export function Breadcrumb({ trail = [], current }: { trail?: Crumb[]; current: string }) {
  const way: Crumb[] = [{ title: 'Home', to: '/' }, ...trail]
  return (
    <nav className={css.crumbs} aria-label="Breadcrumb">
      <ol>
        {way.map(({ title, to, back }) => (
          <li key={to}>
            <Link to={to}>
              <span className={back && css.title}>{title}</span>
              {back && <span className={css.back}>{back}</span>}
            </Link>
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
