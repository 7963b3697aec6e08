import * as z from 'zod/mini'
import { getEndpoint } from '../endpoint'
import { day } from './content-fields'

export const itemPage = z.object({
  /** On this site. */
  url: z.string(),
  /** When it was published, if that is known. */
  date: z.optional(day),
})
export type ItemPage = z.infer<typeof itemPage>

/** Ours alone: another API host has the lists only. */
export const listItemPages = getEndpoint('/api/pages', 'The page of every item that has one', z.array(itemPage))
