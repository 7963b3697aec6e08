import * as z from 'zod/mini'
import { getEndpoint } from '../endpoint'
import { article, category, paged, slug } from './content-fields'
import { chart } from './home'

export const publication = z.object({ ...article, category: z.optional(category), chart: z.optional(chart) })
export type Publication = z.infer<typeof publication>

const publications = z.array(publication)

export const publicationCategory = z.object({ slug, title: z.string(), items_count: z.int() })

export const listPublications = getEndpoint('/api/publications/', 'Publications, newest first', publications, paged)

export const listPublicationsByCategory = getEndpoint(
  '/api/publications/by-category/{slug}',
  'Publications of one category, newest first',
  publications,
  { ...paged, envelope: 'Data' },
)

export const countPublications = getEndpoint(
  '/api/publications/category/count',
  'Categories of publications, each with how many it has',
  z.array(publicationCategory),
)

export const getPublication = getEndpoint('/api/publications/detail/{slug}', 'One publication', publication)
