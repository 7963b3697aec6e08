import { Link } from '@marram/sdk/router'
import { Chip } from '@marram/ui/chip'
import { EmptyState } from '@marram/ui/empty-state'
import { ChevronIcon } from '@marram/ui/icons'
import { Pager } from '@marram/ui/pager'
import { Picture } from '@marram/ui/picture'
import { Wrap } from '@marram/ui/wrap'
import { type Found, type Hit, meantBy, wordsAbout } from '../components/search/found'
import { Highlighted } from '../components/search/highlighted'
import { kinds, kindWords } from '../components/search/search-kinds'
import { type Asked, addressOf } from './asked'
import kindChoiceCss from './kind-choice.module.css'
import resultCss from './result.module.css'
import css from './results.module.css'

/** One page of what was found, and its kinds. */
export function Results({ asked, found }: { asked: Asked; found: Found }) {
  const { hits, counts, total, pages, corrected } = found
  const { q, kind, page } = asked
  return (
    <Wrap className={css.page}>
      <KindChoice key={kind} asked={asked} counts={counts} />
      <section aria-labelledby="results">
        {/* The page's heading gets the focus after a search; this status announces the results. */}
        <div role="status">
          <h2 className={css.title} id="results">
            {total.toLocaleString('en-GB')} {total === 1 ? 'result' : 'results'}
            {kind && ` in ${kindWords(kind).plural}`} for “{meantBy(q, corrected)}”{page > 1 && `, page ${page}`}
          </h2>
          {corrected.length > 0 && (
            <p className={css.correction}>
              {wordsAbout(corrected)}{' '}
              <Link to={addressOf({ ...asked, page: 1, exact: true })}>Search for “{q}” as it is</Link>
            </p>
          )}
        </div>
        {hits.length === 0 && (
          <EmptyState>
            There is nothing of this kind.{' '}
            <Link to={addressOf({ ...asked, kind: undefined, page: 1 })}>Look at all kinds</Link>
          </EmptyState>
        )}
        <ul className={page === 1 && hits.length > 2 ? `${css.results} ${css.ranked}` : css.results}>
          {hits.map((hit, i) => (
            <li key={`${hit.kind} ${hit.slug}`}>
              <Result hit={hit} eager={i < 3} />
            </li>
          ))}
        </ul>
        <Pager page={page} pages={pages} hrefFor={(page) => addressOf({ ...asked, page })} />
      </section>
    </Wrap>
  )
}

/** A page with the words found in it. The whole row follows the link in its title. `eager`: on the first screen. */
function Result({ hit, eager }: { hit: Hit; eager: boolean }) {
  const { title, tone } = kindWords(hit.kind)
  return (
    <article className={resultCss.row}>
      {hit.image && (
        <div className={resultCss.picture}>
          <Picture src={hit.image} width={300} height={300} sizes="(min-width: 47.5em) 224px, 148px" eager={eager} />
        </div>
      )}
      <div>
        <Chip tone={tone}>{title}</Chip>
        <h3 className={resultCss.title}>
          <Link to={hit.url}>
            <Highlighted text={hit.title} ranges={hit.title_matches} />
          </Link>
        </h3>
        <p className={resultCss.excerpt}>
          <Highlighted text={hit.excerpt} ranges={hit.excerpt_matches} />
        </p>
      </div>
    </article>
  )
}

/** Kinds of what was found: a ruled column, its figures at the end. On narrow screens it opens below its heading. */
function KindChoice({ asked, counts }: { asked: Asked; counts: Found['counts'] }) {
  const { kind } = asked
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const entries = [
    { each: undefined, title: 'All kinds', count: all },
    ...kinds().map((each) => ({ each, title: kindWords(each).plural, count: counts[each] ?? 0 })),
  ].filter(({ each, count }) => count > 0 || each === kind)
  return (
    <nav aria-label="Kinds">
      <details className={kindChoiceCss.kinds}>
        <summary className={kindChoiceCss.summary}>
          {kind ? kindWords(kind).plural : 'All kinds'} <ChevronIcon className={kindChoiceCss.chevron} />
        </summary>
        <ul className={kindChoiceCss.list}>
          {entries.map(({ each, title, count }) => (
            <li key={title}>
              <Link
                className={kindChoiceCss.entry}
                to={addressOf({ ...asked, kind: each, page: 1 })}
                aria-current={each === kind ? 'true' : undefined}
              >
                {title} <span className={kindChoiceCss.count}>{count}</span>
              </Link>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  )
}
