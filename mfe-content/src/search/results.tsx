import { Link } from '@marram/sdk/router'
import { EmptyState } from '@marram/ui/empty-state'
import { Pager } from '@marram/ui/pager'
import { Wrap } from '@marram/ui/wrap'
import type { Found } from '../components/search/found'
import { kindWords } from '../components/search/search-kinds'
import { type Asked, hrefOf } from './asked'
import { KindChoice } from './kind-choice'
import { Result } from './result'
import css from './results.module.css'

type Props = { asked: Asked; found: Found & { pages: number } }

/** One page of what was found, and what kinds there are of it. */
export function Results({ asked, found: { hits, counts, total, pages } }: Props) {
  const { q, kind, page } = asked
  return (
    <Wrap className={css.page}>
      <KindChoice key={kind} asked={asked} counts={counts} />
      <section aria-labelledby="results">
        {/* The page's heading gets the focus after a search; this says what has changed below it. */}
        <div role="status">
          <h2 className={css.title} id="results">
            {total.toLocaleString('en-GB')} {total === 1 ? 'result' : 'results'}
            {kind && ` in ${kindWords[kind].all}`} for “{q}”{page > 1 && `, page ${page}`}
          </h2>
        </div>
        {hits.length === 0 && (
          <EmptyState>
            There is nothing of this kind. <Link to={hrefOf({ q })}>Look at all kinds</Link>
          </EmptyState>
        )}
        <ul className={css.results}>
          {hits.map((hit, i) => (
            <li key={`${hit.kind} ${hit.slug}`}>
              <Result hit={hit} eager={i < 3} />
            </li>
          ))}
        </ul>
        <Pager page={page} pages={pages} hrefFor={(page) => hrefOf({ ...asked, page })} />
      </section>
    </Wrap>
  )
}
