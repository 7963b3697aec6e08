import { galleryTile, onlyBlock, shownBlock, shownCounters, shownReviews } from '@marram/api-contract/blocks'
import { ApiError } from '@marram/sdk/api-error'
import { prepareSanitiser, sanitiseHtml } from '@marram/ui/safe-html'
import { unlessFailed } from '@marram/ui/unless-failed'
import { getAboutBlock, getCounters, listGalleryOf, listReviews, listSponsors } from '../api'
import { loadPrevious } from './previous-events'

/** The API's name for the blocks of an area. */
type Area = 'sports' | 'olympiad' | 'tickets' | 'exhibitions' | 'submissions' | 'courses'

const PHOTOS = 8

/** What pages of an area share. Each is undefined where its call failed, empty or null where the host has nothing. */
export async function loadArea(area: Area, signal: AbortSignal) {
  prepareSanitiser()
  const [sponsors, about, counters, reviews] = await Promise.all([
    unlessFailed(listSponsors(area, signal)),
    unlessFailed(getAboutBlock(area, signal)),
    unlessFailed(getCounters(area, signal)),
    unlessFailed(listReviews(area, signal)),
  ])
  return {
    sponsors: sponsors?.filter(({ image }) => image).map(({ image, title }) => ({ image, title })),
    about: about && (await shownBlock(onlyBlock(about), sanitiseHtml)),
    counters: counters && shownCounters(onlyBlock(counters)),
    quotes: reviews && shownReviews(reviews),
  }
}
export type AreaBlocks = Awaited<ReturnType<typeof loadArea>>

/** The same for a listing page, with the first photographs and films, and with the news of `categories`. */
export async function loadListing(area: Area, signal: AbortSignal, categories: string[] = [area]) {
  const [blocks, gallery, previous] = await Promise.all([
    loadArea(area, signal),
    unlessFailed(listGalleryOf(area, signal)),
    loadPrevious(categories, signal),
  ])
  const photos = gallery
    ?.filter(({ image, keyword }) => image || keyword)
    .slice(0, PHOTOS)
    .map(galleryTile)
  return { ...blocks, photos, previous }
}
export type Listing = Awaited<ReturnType<typeof loadListing>>

/** A page of many calls is shown while one of them succeeds: throws where every block is undefined. */
export function unlessAllFailed(blocks: Record<string, unknown>): void {
  if (Object.values(blocks).every((block) => block === undefined))
    throw new ApiError('network', 0, 'Nothing of this page could be loaded. Try again in a minute.')
}
