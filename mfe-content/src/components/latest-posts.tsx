import { Link } from '@marram/sdk/router'
import { LongDate } from '@marram/ui/date-range'
import { FailedBlock } from '@marram/ui/failed-block'
import { Picture } from '@marram/ui/picture'
import css from './latest-posts.module.css'

export type LatestPost = { slug: string; title: string; image: string; date: string }

/** The data of each list item. A host without paging sends the whole list, so the count is limited here. */
export const latestPosts = (
  items: LatestPost[] | undefined,
  count: number,
  except?: string,
): LatestPost[] | undefined =>
  items
    ?.filter(({ slug }) => slug !== except)
    .slice(0, count)
    .map(({ slug, title, image, date }) => ({ slug, title, image, date }))

type Props = { posts: LatestPost[] | undefined; linkTo: (slug: string) => string }

/** The newest of the kind that is being read. `posts` is undefined if the call for them failed. */
export function LatestPosts({ posts, linkTo }: Props) {
  if (!posts) return <FailedBlock title="The latest posts could not be loaded." />
  if (posts.length === 0) return null
  return (
    <section className={css.posts} aria-labelledby="latest-posts">
      <h2 className={css.heading} id="latest-posts">
        Latest posts
      </h2>
      <ul className={css.list}>
        {posts.map(({ slug, title, image, date }) => (
          <li key={slug} className={css.post}>
            <div className={css.picture}>
              <Picture src={image} width={240} height={165} sizes="15em" />
            </div>
            <div>
              <h3 className={css.title}>
                <Link to={linkTo(slug)}>{title}</Link>
              </h3>
              <p className={css.date}>
                <LongDate value={date} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
