import { type AboutBlock, type Counters, onlyBlock, type Review, type Sponsor } from '@marram/api-contract/blocks'
import { ApiError } from '@marram/sdk/api-error'
import type { Counter } from '@marram/ui/counters'
import type { Quote } from '@marram/ui/quotes'
import { prepareSanitiser, sanitiseHtml } from '@marram/ui/safe-html'
import { unlessFailed } from '@marram/ui/unless-failed'
import { getAboutBlock, getCounters, listGalleryOf, listReviews, listSponsors } from '../api'

/** What the API keeps blocks under. */
export type Area = 'sports' | 'olympiad' | 'tickets' | 'exhibitions' | 'submissions' | 'courses'

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
    sponsors: sponsors && marks(sponsors),
    about: about && (await pictureBlock(onlyBlock(about))),
    counters: counters && figures(onlyBlock(counters)),
    quotes: reviews && quotes(reviews),
  }
}
export type AreaBlocks = Awaited<ReturnType<typeof loadArea>>

/** The first photographs and films of an area; undefined where the call failed. */
export async function loadPhotos(area: Area, signal: AbortSignal) {
  const gallery = await unlessFailed(listGalleryOf(area, signal))
  return gallery
    ?.filter(({ image, keyword }) => image || keyword)
    .slice(0, PHOTOS)
    .map(({ title, image, keyword, link }) => ({ title, image, keyword, link }))
}
export type Photos = Awaited<ReturnType<typeof loadPhotos>>

/** A page of many calls stands while one of them succeeds. */
export function unlessAllFailed(blocks: unknown[]): void {
  if (blocks.every((block) => block === undefined))
    throw new ApiError('network', 0, 'Nothing of this page could be loaded. Try again in a minute.')
}

const marks = (sponsors: Sponsor[]) =>
  sponsors.filter(({ image }) => image).map(({ image, title }) => ({ image, title }))

/** A block of words and two pictures, ready to be shown; null where the host has none. */
export async function pictureBlock(block: AboutBlock | undefined) {
  if (!block?.title) return null
  const { tagline, title, first_image, sec_image, description } = block
  return { tagline, title, pictures: [first_image, sec_image] as const, text: await sanitiseHtml(description) }
}

/** The figures that have both a value and a meaning. */
export function figures(given: Counters | undefined): Counter[] {
  if (!given) return []
  return [
    { value: given.first_value, title: given.first_title },
    { value: given.sec_value, title: given.sec_title },
    { value: given.third_value, title: given.third_title },
  ].filter(({ value, title }) => value && title)
}

/** Reviews that say something, and who says it. */
export const quotes = (reviews: Review[]): Quote[] =>
  reviews
    .filter(({ review }) => review)
    .map(({ review, reviewer_name, designation, organization, image }) => ({
      text: review,
      name: reviewer_name,
      about: [designation, organization].filter(Boolean).join(', '),
      image,
    }))
