import * as z from 'zod/mini'
import { endpoint } from '../endpoint'
import { day } from './content-fields'

export const itemPage = z.object({
  /** On this site. */
  url: z.string(),
  /** When it was published, where that is known. */
  date: z.optional(day),
})
export type ItemPage = z.infer<typeof itemPage>

/** Ours alone: another API host has the lists only. */
export const listItemPages = endpoint({
  method: 'GET',
  path: '/api/pages',
  summary: 'The page of every item that has one',
  envelope: 'data',
  data: z.array(itemPage),
})
