import { Wrap } from '@marram/ui/wrap'
import css from './columns.module.css'
import { PopularSections } from './popular-sections'

/** The API counts the searches of a network, so that nobody's use up what all have. */
export const TooManySearches = () => (
  <Wrap className={css.columns}>
    <div className={css.main}>
      <div role="status">
        <h2 className={css.title}>Too many searches in the last minute</h2>
        <p className={css.lead}>
          More was searched for from your network than we can answer at once. Wait a minute and search again: your words
          are still in the box.
        </p>
      </div>
      <PopularSections />
    </div>
  </Wrap>
)
