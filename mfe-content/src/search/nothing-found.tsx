import { paths } from '@marram/api-contract/paths'
import { Wrap } from '@marram/ui/wrap'
import { type LatestPost, LatestPosts } from '../components/latest-posts'
import css from './columns.module.css'
import { PopularSections } from './popular-sections'

type Props = {
  q: string
  /** Undefined where the call for it failed. */
  latest: LatestPost[] | undefined
}

export const NothingFound = ({ q, latest }: Props) => (
  <Wrap className={css.columns}>
    <div className={css.main}>
      <div role="status">
        <h2 className={css.title}>Nothing found for “{q}”</h2>
        <p className={css.lead}>
          Check the spelling, try fewer words, or a more general one: “tide” instead of “tide table for October”.
        </p>
      </div>
      <PopularSections />
    </div>
    <LatestPosts posts={latest} linkTo={paths.newsItem} />
  </Wrap>
)
