import { Link } from '@marram/sdk/router'
import { ChevronIcon } from '@marram/ui/icons'
import { kinds, kindWords } from '../components/search/search-kinds'
import { type Asked, hrefOf } from './asked'
import css from './kind-choice.module.css'

type Props = { asked: Asked; counts: Record<string, number> }

/** Kinds of what was found: a ruled column, its figures at the end. On narrow screens it opens below its heading. */
export function KindChoice({ asked: { q, kind }, counts }: Props) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const entries = [
    { each: undefined, title: 'All kinds', count: all },
    ...kinds.map((each) => ({ each, title: kindWords[each].all, count: counts[each] ?? 0 })),
  ].filter(({ each, count }) => count > 0 || each === kind)
  return (
    <nav aria-label="Kinds">
      <details className={css.kinds}>
        <summary className={css.summary}>
          {kind ? kindWords[kind].all : 'All kinds'} <ChevronIcon className={css.chevron} />
        </summary>
        <ul className={css.list}>
          {entries.map(({ each, title, count }) => (
            <li key={title}>
              <Link
                className={css.entry}
                to={hrefOf({ q, kind: each })}
                aria-current={each === kind ? 'true' : undefined}
              >
                {title} <span className={css.count}>{count}</span>
              </Link>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  )
}
