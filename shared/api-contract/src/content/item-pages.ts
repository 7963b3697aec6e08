import * as z from 'zod/mini'
import { getEndpoint } from '../endpoint'
import { day, slug } from './content-fields'

export const contentItem = z.object({
  /** As in a search. The section that has its page declares which one that is. */
  kind: z.string(),
  slug,
  /** When it was published, if that is known. */
  date: z.optional(day),
})
export type ContentItem = z.infer<typeof contentItem>

/** Ours alone: another API host has the lists only. */
export const listItemPages = getEndpoint(
  '/api/pages',
  'Every item that can be found, by its kind',
  z.array(contentItem),
)
