import { paths } from '@marram/api-contract/paths'
import { Link } from '@marram/sdk/router'
import { CloseIcon } from '@marram/ui/icons'
import { Wrap } from '@marram/ui/wrap'
import { type ReactNode, useRef, useState } from 'react'
import { forgetAllSearches, forgetSearch, useRecentSearches } from '../components/search/recent-searches'
import css from './columns.module.css'
import popularCss from './popular-sections.module.css'
import recentSearchesCss from './recent-searches.module.css'

/** Before a search. */
export const Beginning = () => (
  <Wrap className={css.whole}>
    <PopularSections />
    <RecentSearches />
  </Wrap>
)

/** Why there are no results, and the popular sections; `children` beside them. */
export const Notice = ({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) => (
  <Wrap className={css.columns}>
    <div className={css.main}>
      <div role="status">
        <h2 className={css.title}>{title}</h2>
        <p className={css.lead}>{lead}</p>
      </div>
      <PopularSections />
    </div>
    {children}
  </Wrap>
)

const sections = [
  { title: 'News', to: paths.newsList(), says: 'What happened on the coast, and what we got wrong.' },
  { title: 'Publications', to: paths.publications(), says: 'Plain reports on what was counted and measured.' },
  { title: 'Sports', to: paths.sports(), says: 'Runs, rides and swims that keep a record of the ground.' },
  { title: 'Exhibitions', to: paths.exhibitions(), says: 'Touring shows about heat, water and memory.' },
  { title: 'Courses', to: paths.courses(), says: 'Learn to read a shore, a river or a sky.' },
  { title: 'Campaign & Events', to: paths.campaignEvents(), says: 'Surveys and planting days near you.' },
]

/** Where most visitors go. */
function PopularSections() {
  return (
    <section aria-labelledby="popular-sections">
      <h2 className={popularCss.title} id="popular-sections">
        Popular sections
      </h2>
      <ul className={popularCss.sections}>
        {sections.map(({ title, to, says }) => (
          <li key={to} className={popularCss.section}>
            <h3 className={popularCss.name}>
              <Link to={to}>{title}</Link>
            </h3>
            <p className={popularCss.says}>{says}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Earlier searches in this browser, if there are any. */
function RecentSearches() {
  const searches = useRecentSearches()
  const heading = useRef<HTMLHeadingElement>(null)
  const [status, setStatus] = useState('')
  const forget = (act: () => void, message: string) => {
    // The button that has the focus is removed.
    heading.current?.focus()
    act()
    setStatus(message)
  }
  if (searches.length === 0 && status === '') return null
  return (
    <section aria-labelledby="recent-searches">
      <h2 className={recentSearchesCss.title} id="recent-searches" ref={heading} tabIndex={-1}>
        Recent searches
      </h2>
      <ul className={recentSearchesCss.searches}>
        {searches.map((q) => (
          <li key={q} className={recentSearchesCss.search}>
            <Link className={recentSearchesCss.again} to={paths.search({ q })}>
              {q}
            </Link>
            <button
              type="button"
              className={recentSearchesCss.forget}
              onClick={() => forget(() => forgetSearch(q), `“${q}” is forgotten.`)}
            >
              <CloseIcon />
              <span className="visually-hidden">Forget {q}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className={recentSearchesCss.note}>They are kept on this device only.</p>
      {searches.length > 0 && (
        <button
          type="button"
          className={recentSearchesCss.all}
          onClick={() => forget(forgetAllSearches, 'All recent searches are forgotten.')}
        >
          Clear recent searches
        </button>
      )}
      <p className="visually-hidden" role="status">
        {status}
      </p>
    </section>
  )
}
