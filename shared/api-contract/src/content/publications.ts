import * as z from 'zod/mini'
import { getEndpoint } from '../endpoint'
import { category, day, html, image, paged, slug } from './content-fields'

export const publication = z.object({
  slug,
  image,
  title: z.string(),
  description: html,
  date: day,
  category: z.optional(category),
})
export type Publication = z.infer<typeof publication>

export const publicationCategory = z.object({ slug, title: z.string(), items_count: z.int() })
export type PublicationCategory = z.infer<typeof publicationCategory>

export const listPublications = getEndpoint(
  '/api/publications/',
  'Publications, newest first',
  z.array(publication),
  paged,
)

export const listPublicationsByCategory = getEndpoint(
  '/api/publications/by-category/{slug}',
  'Publications of one category, newest first',
  z.array(publication),
  {
    envelope: 'Data',
    ...paged,
  },
)

export const countPublications = getEndpoint(
  '/api/publications/category/count',
  'Categories of publications, each with how many it has',
  z.array(publicationCategory),
)

export const getPublication = getEndpoint('/api/publications/detail/{slug}', 'One publication', publication)
