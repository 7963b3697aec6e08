import type { NewsItem } from '@marram/api-contract/news'
import { unlessFailed } from '@marram/ui/unless-failed'
import { listNewsOf } from '../api'

/** At most so many stand on a page: three rows of three. */
const SHOWN = 9

export type PreviousItem = Pick<NewsItem, 'slug' | 'title' | 'image' | 'date'>
export type Previous = {
  items: PreviousItem[]
  /** Whether some of what should be here could not be loaded. */
  failed: boolean
}

/** Undefined where nothing of it could be loaded. */
export const anyOf = (of: Previous) => (of.failed && of.items.length === 0 ? undefined : of)

/** News of one or more categories as one list, newest first. */
export async function loadPrevious(categories: string[], signal: AbortSignal): Promise<Previous> {
  return previous(await Promise.all(categories.map((category) => unlessFailed(listNewsOf(category, SHOWN, signal)))))
}

/** `lists` has one list for each call, undefined where it failed. */
export function previous(lists: (NewsItem[] | undefined)[]): Previous {
  const bySlug = new Map(lists.flatMap((list) => list ?? []).map((item) => [item.slug, item]))
  const items = [...bySlug.values()]
    .filter(({ title }) => title)
    .sort((one, other) => other.date.localeCompare(one.date))
    .slice(0, SHOWN)
    .map(({ slug, title, image, date }) => ({ slug, title, image, date }))
  return { items, failed: lists.includes(undefined) }
}
