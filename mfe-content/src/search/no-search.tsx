import { Wrap } from '@marram/ui/wrap'
import css from './columns.module.css'
import { PopularSections } from './popular-sections'

/** The site's host has no search. That is no fault of the page, and everything else is where it was. */
export const NoSearch = () => (
  <Wrap className={css.columns}>
    <div className={css.main}>
      <div role="status">
        <h2 className={css.title}>Search is not available at the moment</h2>
        <p className={css.lead}>Everything on this site can also be found by its section.</p>
      </div>
      <PopularSections />
    </div>
  </Wrap>
)
