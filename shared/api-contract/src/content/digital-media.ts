import * as z from 'zod/mini'
import { getEndpoint } from '../endpoint'
import { category, day, html, image, paged, slug } from './content-fields'

export const mediaItem = z.object({
  slug: z.optional(slug),
  /** Where it can also be watched. */
  link: z.nullable(z.string()),
  /** Video id; null if there is none. */
  keyword: z.nullable(z.string()),
  title: z.string(),
  description: html,
  date: day,
  image: z.optional(image),
  category: z.optional(category),
})
export type MediaItem = z.infer<typeof mediaItem>

export const listMedia = getEndpoint('/api/digital/', 'Films and recordings, newest first', z.array(mediaItem), paged)

export const listMediaByCategory = getEndpoint(
  '/api/digital/by-category/{slug}',
  'Films and recordings of one category, newest first',
  z.array(mediaItem),
  paged,
)

export const listMediaCategories = getEndpoint(
  '/api/digital/category/',
  'Categories of films and recordings, in the editors’ order',
  z.array(category),
)
