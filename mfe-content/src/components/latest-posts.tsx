import { Link } from '@marram/sdk/router'
import { LongDate } from '@marram/ui/date-range'
import { FailedBlock } from '@marram/ui/failed-block'
import { Picture } from '@marram/ui/picture'
import { type ReactNode, useId } from 'react'
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

/** `aside`: opposite the heading, or below it where there is no room. */
type Props = { posts: LatestPost[] | undefined; linkTo: (slug: string) => string; aside?: ReactNode }

/** The newest of the kind that is being read. `posts` is undefined if the call for them failed. */
export function LatestPosts({ posts, linkTo, aside }: Props) {
  if (!posts) return <FailedBlock title="The latest posts could not be loaded." />
  return <Briefs title="Latest posts" items={posts} linkTo={linkTo} aside={aside} />
}

type BriefsProps = {
  title: string
  items: (Omit<LatestPost, 'date'> & { date?: string })[]
  linkTo: (slug: string) => string
  aside?: ReactNode
}

/** Links with small pictures, in a column beside a text or across the page; nothing where there are none. */
export function Briefs({ title: heading, items, linkTo, aside }: BriefsProps) {
  const id = useId()
  if (items.length === 0) return null
  return (
    <section className={css.posts} aria-labelledby={id}>
      <div className={css.head}>
        <h2 className={css.heading} id={id}>
          {heading}
        </h2>
        {aside}
      </div>
      <ul className={css.list}>
        {items.map(({ slug, title, image, date }) => (
          <li key={slug} className={css.post}>
            <div className={css.picture}>
              <Picture src={image} width={240} height={165} sizes="15em" />
            </div>
            <div>
              <h3 className={css.title}>
                <Link to={linkTo(slug)}>{title}</Link>
              </h3>
              {date && (
                <p className={css.date}>
                  <LongDate value={date} />
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
