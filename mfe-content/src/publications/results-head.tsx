import { paths } from '@marram/api-contract/paths'
import { PageMeta } from '@marram/sdk/page-meta'
import { Link } from '@marram/sdk/router'
import css from './results-head.module.css'

type Props = {
  q: string
  /** Title of the chosen category, empty where there is none. */
  category: string
  page: number
  total: number
  /** Path of what is shown. */
  canonical: string
}

/** Says what the list holds, in its heading and in the document's title. */
export function ResultsHead({ q, category, page, total, canonical }: Props) {
  const title = category || 'All publications'
  const kind = q ? `Search for “${q}”` : category
  return (
    <header className={css.head}>
      <PageMeta
        title={[kind, 'Publications', page > 1 && `page ${page}`].filter(Boolean).join(', ')}
        description="Reports, field guides, data notes and lesson plans by the people who measured what they write about."
        canonical={canonical}
        noIndex={q !== '' || (category !== '' && total === 0)}
      />
      <h2 className={css.title} id="results">
        {q ? `“${q}”` : title}
      </h2>
      <p className={css.found}>
        {total === 1 ? '1 publication' : `${total} publications`}
        {q && category && ` in ${category}`}
        {q && ' found'}
        {(q || category) && <Link to={paths.publications()}>Show all publications</Link>}
      </p>
    </header>
  )
}
