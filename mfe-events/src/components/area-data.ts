import * as blocks from '@marram/api-contract/blocks'
import type { listOpenSports } from '@marram/api-contract/events'
import { listNewsByCategory, type NewsItem } from '@marram/api-contract/news'
import { get } from '@marram/sdk/api-client'
import { ApiError } from '@marram/sdk/api-error'
import { prepareSanitiser, sanitiseHtml } from '@marram/ui/safe-html'
import { unlessFailed } from '@marram/ui/unless-failed'
import { eventCards } from './event-cards'

type Area = 'sports' | 'olympiad' | 'tickets' | 'exhibitions' | 'submissions' | 'courses'

const PHOTOS = 8
/** Three rows of three. */
const MOST_NEWS = 9

/** What pages of an area share. Each is undefined if its call failed, empty or null if the host has nothing. */
export async function loadArea(area: Area, signal: AbortSignal) {
  prepareSanitiser()
  const ofArea = { params: { slug: area }, signal }
  const [sponsors, about, counters, reviews] = await Promise.all([
    unlessFailed(get(blocks.listSponsors, ofArea)),
    unlessFailed(get(blocks.getAbout, ofArea)),
    unlessFailed(get(blocks.getCounters, ofArea)),
    unlessFailed(get(blocks.listReviews, ofArea)),
  ])
  return {
    sponsors: sponsors?.filter(({ image }) => image).map(({ image, title }) => ({ image, title })),
    about: about && (await blocks.shownBlock(blocks.onlyBlock(about), sanitiseHtml)),
    counters: counters && blocks.shownCounters(blocks.onlyBlock(counters)),
    quotes: reviews && blocks.shownReviews(reviews),
  }
}
export type AreaBlocks = Awaited<ReturnType<typeof loadArea>>

/** The same for a listing page, with its events, the first photographs and films, and the news of `categories`. */
export async function loadListing(
  area: Area,
  list: typeof listOpenSports,
  signal: AbortSignal,
  categories: string[] = [area],
) {
  const news = (slug: string) =>
    get(listNewsByCategory, { params: { slug }, query: { page: 1, page_size: MOST_NEWS }, signal })
  const [shared, events, gallery, lists] = await Promise.all([
    loadArea(area, signal),
    unlessFailed(get(list, { signal })),
    unlessFailed(get(blocks.listGalleryByCategory, { params: { slug: area }, signal })),
    unlessFailed(Promise.all(categories.map(news))),
  ])
  const photos = gallery
    ?.filter(({ image, keyword }) => image || keyword)
    .slice(0, PHOTOS)
    .map(blocks.galleryTile)
  const listing = { ...shared, cards: events && eventCards(events), photos, previous: lists && previousNews(lists) }
  unlessAllFailed(listing)
  return listing
}
export type Listing = Awaited<ReturnType<typeof loadListing>>

/** News of one or more categories as one list, newest first. A host without paging sends more than was asked for. */
export function previousNews(lists: NewsItem[][]) {
  return [...new Map(lists.flat().map((item) => [item.slug, item])).values()]
    .filter(({ title }) => title)
    .sort((one, other) => other.date.localeCompare(one.date))
    .slice(0, MOST_NEWS)
    .map(({ slug, title, image, date }) => ({ slug, title, image, date }))
}

/** A page of many calls is shown while one of them succeeds: throws if every block is undefined. */
export function unlessAllFailed(blocks: Record<string, unknown>): void {
  if (Object.values(blocks).every((block) => block === undefined))
    throw new ApiError('network', 0, 'Nothing of this page could be loaded. Try again in a minute.')
}
