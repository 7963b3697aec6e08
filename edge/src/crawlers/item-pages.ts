import { getEndpoint } from '@marram/api-contract/endpoint'
import { listItemPages } from '@marram/api-contract/item-pages'
import type { ListedItems } from '@marram/release-contract/section'
import * as z from 'zod/mini'
import { isIndexed, type LiveComposition } from '../compositions/live-composition'
import { NotOffered, type ReadList } from './api-reader'
import { type FeedItem, feedEntry } from './feed'
import type { ListedPage } from './sitemap'

/** What sections declare of their items' pages. A section's pages are its own: others are left out, as are hidden ones. */
export const itemSources = ({ sections }: Pick<LiveComposition, 'sections'>): ListedItems[] =>
  Object.values(sections).flatMap(([current]) => {
    const shown = new Set(current?.pages.filter(isIndexed).map(({ pattern }) => pattern))
    return (current?.sitemap ?? []).filter(({ page }) => shown.has(page))
  })

/** The page of every item. Another API host than ours does not list them at once, but has the lists that sections name. */
export async function itemPages(read: ReadList, sources: ListedItems[]): Promise<ListedPage[]> {
  const pages = await unlessNotOffered(read(listItemPages))
  if (pages) return pages.filter(({ url }) => url.startsWith('/'))
  const lists = sources.map(async ({ list, page }) => {
    const items = (await unlessNotOffered(read(listAt(list, listedItem)))) ?? []
    return items.filter(({ slug }) => slug !== '').map(({ slug, date }) => ({ url: urlOf(page, slug), date }))
  })
  return (await Promise.all(lists)).flat()
}

/** The newest items of the lists that are in the feed. A host without paging sends everything. */
export async function feedItems(read: ReadList, sources: ListedItems[]): Promise<FeedItem[]> {
  const newest = { page: '1', page_size: '20' }
  const lists = sources
    .filter(({ feed }) => feed)
    .map(async ({ list, page }) => {
      const items = (await unlessNotOffered(read(listAt(list, feedEntry), newest))) ?? []
      return items.filter(({ slug }) => slug !== '').map((item) => ({ ...item, url: urlOf(page, item.slug) }))
    })
  return (await Promise.all(lists)).flat()
}

const listedItem = z.object({ slug: z.string(), date: z.optional(z.string()) })

const listAt = <Item extends z.ZodMiniType>(path: string, item: Item) =>
  getEndpoint(path, 'Items with a page each', z.array(item))

const urlOf = (pattern: string, slug: string) => pattern.replace(/:\w+/, () => encodeURIComponent(slug))

async function unlessNotOffered<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof NotOffered) return undefined
    throw error
  }
}
