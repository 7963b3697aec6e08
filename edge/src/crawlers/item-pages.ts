import { listCampaignEvents } from '@marram/api-contract/campaign-events'
import { listClosedExhibitions, listOpenExhibitions } from '@marram/api-contract/exhibitions'
import { listInitiatives } from '@marram/api-contract/initiatives'
import { listItemPages } from '@marram/api-contract/item-pages'
import { listMainNews, listNews } from '@marram/api-contract/news'
import { listOlympiads } from '@marram/api-contract/olympiads'
import { listOpenSubmissions } from '@marram/api-contract/open-submissions'
import { paths } from '@marram/api-contract/paths'
import { listPublications } from '@marram/api-contract/publications'
import { listOpenSports } from '@marram/api-contract/sports'
import { listOpenTickets } from '@marram/api-contract/tickets'
import { NotOffered, type ReadList } from './api-reader'
import type { FeedItem } from './feed'
import type { ListedPage } from './sitemap'

/** The page of every item. Another API host than ours does not say them at once, but has lists. */
export async function itemPages(read: ReadList): Promise<ListedPage[]> {
  const pages = await unlessNotOffered(read(listItemPages))
  return pages?.filter(({ url }) => url.startsWith('/')) ?? pagesOfLists(read)
}

type Listed = { slug: string; date?: string }
type Source = [load: (read: ReadList) => Promise<Listed[]>, page: (slug: string) => string]

const sources: Source[] = [
  [(read) => read(listMainNews), paths.newsItem],
  [(read) => read(listNews), paths.history],
  [(read) => read(listPublications), paths.publication],
  [(read) => read(listInitiatives), paths.techInitiative],
  [(read) => read(listOpenSports), paths.sport],
  [(read) => read(listOlympiads), paths.olympiad],
  [(read) => read(listOpenTickets), paths.ticket],
  [(read) => read(listOpenExhibitions), paths.exhibition],
  [(read) => read(listClosedExhibitions), paths.exhibition],
  [(read) => read(listOpenSubmissions), paths.submission],
  [(read) => read(listCampaignEvents), paths.campaignEvent],
]

async function pagesOfLists(read: ReadList): Promise<ListedPage[]> {
  const lists = sources.map(async ([load, page]) => {
    const items = (await unlessNotOffered(load(read))) ?? []
    return items.filter(({ slug }) => slug !== '').map(({ slug, date }) => ({ url: page(slug), date }))
  })
  return (await Promise.all(lists)).flat()
}

/** The newest of both kinds of news. A host without paging sends everything. */
export async function feedItems(read: ReadList): Promise<FeedItem[]> {
  const newest = { page: '1', page_size: '20' }
  const [own, reports] = await Promise.all([
    unlessNotOffered(read(listMainNews, newest)),
    unlessNotOffered(read(listNews, newest)),
  ])
  return [
    ...(own ?? []).map((item) => ({ ...item, url: paths.newsItem(item.slug) })),
    ...(reports ?? []).map((item) => ({ ...item, url: paths.history(item.slug) })),
  ].filter(({ slug }) => slug !== '')
}

async function unlessNotOffered<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof NotOffered) return undefined
    throw error
  }
}
