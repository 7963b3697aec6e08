import * as z from 'zod/mini'
import { endpoint } from '../endpoint'
import { category, day, html, image, pageTotal, paging, slug } from './content-fields'

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

export const listPublications = endpoint({
  method: 'GET',
  path: '/api/publications/',
  summary: 'Publications, newest first',
  envelope: 'data',
  data: z.array(publication),
  query: paging,
  beside: pageTotal,
})

export const listPublicationsByCategory = endpoint({
  method: 'GET',
  path: '/api/publications/by-category/{slug}',
  summary: 'Publications of one category, newest first',
  envelope: 'Data',
  data: z.array(publication),
  query: paging,
  beside: pageTotal,
})

export const countPublications = endpoint({
  method: 'GET',
  path: '/api/publications/category/count',
  summary: 'Categories of publications, each with how many it has',
  envelope: 'data',
  data: z.array(publicationCategory),
})

export const getPublication = endpoint({
  method: 'GET',
  path: '/api/publications/detail/{slug}',
  summary: 'One publication',
  envelope: 'data',
  data: publication,
})
