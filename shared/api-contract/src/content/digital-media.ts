import * as z from 'zod/mini'
import { endpoint } from '../endpoint'
import { category, day, html, image, pageTotal, paging, slug } from './content-fields'

export const mediaItem = z.object({
  slug: z.optional(slug),
  /** Where it can also be watched. */
  link: z.nullable(z.string()),
  /** Video id; null where there is none. */
  keyword: z.nullable(z.string()),
  title: z.string(),
  description: html,
  date: day,
  image: z.optional(image),
  category: z.optional(category),
})
export type MediaItem = z.infer<typeof mediaItem>

export const listMedia = endpoint({
  method: 'GET',
  path: '/api/digital/',
  summary: 'Films and recordings, newest first',
  envelope: 'data',
  data: z.array(mediaItem),
  query: paging,
  beside: pageTotal,
})

export const listMediaByCategory = endpoint({
  method: 'GET',
  path: '/api/digital/by-category/{slug}',
  summary: 'Films and recordings of one category, newest first',
  envelope: 'data',
  data: z.array(mediaItem),
  query: paging,
  beside: pageTotal,
})

export const listMediaCategories = endpoint({
  method: 'GET',
  path: '/api/digital/category/',
  summary: 'Categories of films and recordings, in the editors’ order',
  envelope: 'data',
  data: z.array(category),
})
