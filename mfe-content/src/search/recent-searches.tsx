import { Link } from '@marram/sdk/router'
import { CloseIcon } from '@marram/ui/icons'
import { useRef, useState } from 'react'
import { forgetAllSearches, forgetSearch, useRecentSearches } from '../components/search/recent-searches'
import { hrefOf } from './asked'
import css from './recent-searches.module.css'

/** What was searched for in this browser; nothing where nothing was. */
export function RecentSearches() {
  const searches = useRecentSearches()
  const heading = useRef<HTMLHeadingElement>(null)
  const [said, setSaid] = useState('')
  const forget = (act: () => void, says: string) => {
    // The button that was pressed goes away; the focus must not go with it.
    heading.current?.focus()
    act()
    setSaid(says)
  }
  if (searches.length === 0 && said === '') return null
  return (
    <section aria-labelledby="recent-searches">
      <h2 className={css.title} id="recent-searches" ref={heading} tabIndex={-1}>
        Recent searches
      </h2>
      <ul className={css.searches}>
        {searches.map((q) => (
          <li key={q} className={css.search}>
            <Link className={css.again} to={hrefOf({ q })}>
              {q}
            </Link>
            <button
              type="button"
              className={css.forget}
              onClick={() => forget(() => forgetSearch(q), `“${q}” is forgotten.`)}
            >
              <CloseIcon />
              <span className="visually-hidden">Forget {q}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className={css.note}>They are kept on this device only.</p>
      {searches.length > 0 && (
        <button
          type="button"
          className={css.all}
          onClick={() => forget(forgetAllSearches, 'All recent searches are forgotten.')}
        >
          Clear recent searches
        </button>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </section>
  )
}
