import * as z from 'zod/mini'
import { image, slug } from './content/content-fields'
import { getEndpoint } from './endpoint'

/** Half-open ranges of UTF-16 units, in order and apart, that matched. */
const ranges = z.array(z.array(z.int()))

export const searchHit = z.object({
  /** A word that the section with its page declares. */
  kind: z.string(),
  slug,
  title: z.string(),
  /** Plain text around what matched. */
  excerpt: z.string(),
  url: z.string(),
  image: z.optional(image),
  title_matches: ranges,
  excerpt_matches: ranges,
})
export type SearchHit = z.infer<typeof searchHit>

/** A word of the query that the site never uses, as it was typed, and the words that were looked for instead. */
const correctedWord = z.object({ word: z.string(), instead: z.array(z.string()) })
export type CorrectedWord = z.infer<typeof correctedWord>

export const LONGEST_QUERY = 200
export const SEARCH_PAGE_SIZE = 10

export const search = getEndpoint(
  '/api/search',
  'What the site has on some words, best first; prefixes and small typing mistakes are understood',
  z.array(searchHit),
  {
    query: {
      q: z.optional(z.string()),
      kind: z.optional(z.string()),
      /** `true` for the typed words without corrections. */
      exact: z.optional(z.string()),
      page: z.optional(z.string()),
      page_size: z.optional(z.string()),
    },
    beside: {
      /** By kind, of all kinds, whichever is asked for. A record would cost every page half a kilobyte of zod. */
      counts: z.optional(z.catchall(z.object({}), z.int())),
      /** Of the kind that is asked for. */
      total: z.optional(z.int()),
      /** Set if the results are for corrected words. */
      corrected: z.optional(z.array(correctedWord)),
    },
    costly: true,
  },
)
