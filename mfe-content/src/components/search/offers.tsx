import { paths } from '@marram/api-contract/paths'
import type { SearchHit } from '@marram/api-contract/search'
import { ClockIcon, SearchIcon } from '@marram/ui/icons'
import type { ReactNode } from 'react'
import { Highlighted } from './highlighted'
import { forgetAllSearches, forgetSearch } from './recent-searches'
import { kindWords } from './search-kinds'

/** One line of the popup: a link, or something to do. */
export type Offer = {
  key: string
  words: ReactNode
  icon?: ReactNode
  /** Of what kind the page is. */
  kind?: string
  /** Takes the line out of the popup. */
  forget?: () => void
} & ({ to: string } | { act: () => void })

/** The best hits, then the search for everything. */
export const foundOffers = (hits: SearchHit[], text: string): Offer[] => [
  ...hits.map(({ kind, slug, title, title_matches, url }) => ({
    key: `${kind} ${slug}`,
    to: url,
    words: <Highlighted text={title} ranges={title_matches} />,
    kind: kindWords[kind].one,
  })),
  { key: 'all', to: paths.search({ q: text }), words: `Search for “${text}”`, icon: <SearchIcon /> },
]

export const recentOffers = (searches: string[]): Offer[] =>
  searches.length === 0
    ? []
    : [
        ...searches.map((q) => ({
          key: `recent ${q}`,
          to: paths.search({ q }),
          words: q,
          icon: <ClockIcon />,
          forget: () => forgetSearch(q),
        })),
        { key: 'forget', act: forgetAllSearches, words: 'Clear recent searches' },
      ]
