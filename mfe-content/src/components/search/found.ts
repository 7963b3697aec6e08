import { search } from '@marram/api-contract/search'
import { call } from '@marram/sdk/api-client'
import { isApiError } from '@marram/sdk/api-error'

type Asked = { q: string; kind?: string; page?: number; size: number }

/** One page of what the site's search finds for some words, best first. Some hosts have none: see `hasNoSearch`. */
export async function findOnSite({ q, kind, page, size }: Asked, signal: AbortSignal) {
  const { data, beside } = await call(search, { query: { q, kind, page, page_size: size }, signal })
  const counts = Object.entries(beside.counts ?? {}).filter(([, count]) => Number.isInteger(count) && count > 0)
  return {
    hits: data.filter(({ url }) => isOnThisSite(url)),
    /** Of all kinds, whichever was asked for. */
    counts: Object.fromEntries<number>(counts),
    /** Of the kind that was asked for, on all pages. */
    total: Number.isInteger(beside.total) ? Number(beside.total) : data.length,
  }
}

export type Found = Awaited<ReturnType<typeof findOnSite>>

/** Whether it is a path. Browsers take `//name` and `/\name` for other sites. */
export const isOnThisSite = (url: string) => /^\/(?![/\\])/.test(url)

/** Too many searches came from the visitor's network in the last minute. */
export const isTooMany = (error: unknown) => isApiError(error) && error.code === 429

/** Only our API has a search: another host responds that there is no such call, or with a page. */
export const hasNoSearch = (error: unknown) => isApiError(error) && [404, 405, 501, 502].includes(error.code)
