import { type SearchHit, search } from '@marram/api-contract/search'
import { call } from '@marram/sdk/api-client'
import { isApiError } from '@marram/sdk/api-error'

export type Found = {
  /** One page, best first. */
  hits: SearchHit[]
  /** Of all kinds, whichever was asked for. */
  counts: Record<string, number>
  /** Of the kind that was asked for, on all pages. */
  total: number
}
type Asked = { q: string; kind?: string; page?: number; size: number }

/** What the site's search finds for some words. Some hosts have no search: see `hasNoSearch`. */
export async function findOnSite({ q, kind, page, size }: Asked, signal: AbortSignal): Promise<Found> {
  const { data, beside } = await call(search, { query: { q, kind, page, page_size: size }, signal })
  const counts = Object.entries(beside.counts ?? {}).filter(([, count]) => Number.isInteger(count) && count > 0)
  return {
    hits: data.filter(({ url }) => isOnThisSite(url)),
    counts: Object.fromEntries(counts),
    total: Number.isInteger(beside.total) ? Number(beside.total) : data.length,
  }
}

/** Whether it is a path. Browsers take `//name` and `/\name` for other sites. */
const isOnThisSite = (url: string) => /^\/(?![/\\])/.test(url)

/** Too many searches came from the visitor's network in the last minute. */
export const isTooMany = (error: unknown) => isApiError(error) && error.code === 429

/** Only our API has a search: another host responds that there is no such call, or with a page. */
export const hasNoSearch = (error: unknown) => isApiError(error) && [404, 405, 501, 502].includes(error.code)
