import { Wrap } from '@marram/ui/wrap'
import css from './columns.module.css'
import { PopularSections } from './popular-sections'
import { RecentSearches } from './recent-searches'

/** Before anything is searched for. */
export const Beginning = () => (
  <Wrap className={css.columns}>
    <PopularSections />
    <RecentSearches />
  </Wrap>
)
