import type { NewsItem } from '@marram/api-contract/news'
import { paths } from '@marram/api-contract/paths'
import { Link } from '@marram/sdk/router'
import { LongDate } from '@marram/ui/date-range'
import { EmptyState } from '@marram/ui/empty-state'
import { FailedBlock } from '@marram/ui/failed-block'
import { Picture } from '@marram/ui/picture'
import { Section } from '@marram/ui/section'
import { unlessFailed } from '@marram/ui/unless-failed'
import { listNewsOf } from '../api'
import css from './previous-events.module.css'

/** At most this many are on a page: three rows of three. */
const SHOWN = 9

/** News of one or more categories as one list, newest first; undefined where nothing could be loaded. */
export async function loadPrevious(categories: string[], signal: AbortSignal) {
  const lists = await Promise.all(categories.map((category) => unlessFailed(listNewsOf(category, SHOWN, signal))))
  return previousNews(lists)
}
type Previous = Awaited<ReturnType<typeof loadPrevious>>

/** `lists` has one list for each call, undefined where it failed; `failed` is whether there is such a call. */
export function previousNews(lists: (NewsItem[] | undefined)[]) {
  const bySlug = new Map(lists.flatMap((list) => list ?? []).map((item) => [item.slug, item]))
  const items = [...bySlug.values()]
    .filter(({ title }) => title)
    .sort((one, other) => other.date.localeCompare(one.date))
    .slice(0, SHOWN)
    .map(({ slug, title, image, date }) => ({ slug, title, image, date }))
  const failed = lists.includes(undefined)
  return failed && items.length === 0 ? undefined : { items, failed }
}

/** News of earlier events: short texts with a small picture. */
export function PreviousEvents({ title, of: { items, failed } = nothing }: { title: string; of: Previous }) {
  return (
    <Section id="previous" title={title}>
      {items.length > 0 && (
        <ul className={css.briefs}>
          {items.map(({ slug, title: name, image, date }) => (
            <li key={slug} className={css.brief}>
              <div className={css.picture}>
                <Picture src={image} width={192} height={192} sizes="6em" />
              </div>
              <div>
                <h3 className={css.title}>
                  <Link to={paths.history(slug)}>{name}</Link>
                </h3>
                <p className={css.date}>
                  <LongDate value={date} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {failed && <FailedBlock title="The previous events could not be loaded." />}
      {!failed && items.length === 0 && <EmptyState>What is reported about them will stand here.</EmptyState>}
    </Section>
  )
}

const nothing: NonNullable<Previous> = { items: [], failed: true }
