import * as z from 'zod/mini'
import { getEndpoint } from '../endpoint'
import { html, image } from './content-fields'

export const sponsor = z.object({ image, title: z.optional(z.string()) })

export const aboutBlock = z.object({
  first_image: image,
  sec_image: image,
  tagline: z.string(),
  title: z.string(),
  description: html,
})
export type AboutBlock = z.infer<typeof aboutBlock>

/** Three figures with their meaning, such as `412` and `runners in 2026`. */
export const counters = z.object({
  first_value: z.string(),
  first_title: z.string(),
  sec_value: z.string(),
  sec_title: z.string(),
  third_value: z.string(),
  third_title: z.string(),
})
export type Counters = z.infer<typeof counters>

export const review = z.object({
  image,
  reviewer_name: z.string(),
  designation: z.string(),
  organization: z.string(),
  review: z.string(),
})
export type Review = z.infer<typeof review>

export const galleryItem = z.object({
  /** Where a video can also be watched; empty for a picture. */
  link: z.nullable(z.string()),
  /** Video id; null for a picture. */
  keyword: z.nullable(z.string()),
  image,
  title: z.optional(z.string()),
})
export type GalleryItem = z.infer<typeof galleryItem>

/** One block, or an empty list where the category has none. */
const oneOrNone = <Block extends z.ZodMiniType>(block: Block) => z.union([block, z.array(block)])

/** The block of a response that is one block or a list of at most one. */
export function onlyBlock<Block extends object>(blocks: Block | Block[] | null | undefined): Block | undefined {
  return (Array.isArray(blocks) ? blocks[0] : blocks) ?? undefined
}

/** What pages show of an about block, its text cleaned by `sanitise`; null if the host has none. */
export async function shownBlock<Html>(block: AboutBlock | undefined, sanitise: (html: string) => Promise<Html>) {
  if (!block?.title) return null
  const { tagline, title, first_image, sec_image, description } = block
  return { tagline, title, pictures: [first_image, sec_image] as const, text: await sanitise(description) }
}

export function shownCounters(given: Counters | undefined) {
  if (!given) return []
  return (['first', 'sec', 'third'] as const)
    .map((place) => ({ value: given[`${place}_value`], title: given[`${place}_title`] }))
    .filter(({ value, title }) => value && title)
}

/** Reviews that have a text, each with its author's name and position. */
export const shownReviews = (reviews: Review[]) =>
  reviews
    .filter(({ review }) => review)
    .map(({ review, reviewer_name, designation, organization, image }) => ({
      text: review,
      name: reviewer_name,
      about: [designation, organization].filter(Boolean).join(', '),
      image,
    }))

/** What a tile and the lightbox show of an item; some hosts send more. */
export const galleryTile = ({ title, image, keyword, link }: GalleryItem) => ({ title, image, keyword, link })

const ofArea = <Data extends z.ZodMiniType>(path: string, summary: string, data: Data) =>
  getEndpoint(path, summary, data, { envelope: 'Data' })

export const listSponsors = ofArea('/api/home/sponsors/by-category/{slug}', 'Sponsors of one area', z.array(sponsor))

export const getAbout = ofArea(
  '/api/home/about/by-category/{slug}',
  'The about block of one area; an empty list where it has none',
  oneOrNone(aboutBlock),
)

export const getCounters = ofArea(
  '/api/home/statics/by-category/{slug}',
  'The three counters of one area; an empty list where it has none',
  oneOrNone(counters),
)

export const listReviews = getEndpoint(
  '/api/reviews/by-category/{slug}',
  'What experts say about one area',
  z.array(review),
)

export const listGallery = getEndpoint('/api/gallery/', 'All pictures and films', z.array(galleryItem))

export const listGalleryByCategory = getEndpoint(
  '/api/gallery/by-category/{slug}',
  'Pictures and films of one area',
  z.array(galleryItem),
)
