import { type CorrectedWord, type SearchHit, search } from '@marram/api-contract/search'
import { call } from '@marram/sdk/api-client'
import { findPages, mistypedForPages, PAGE, type PageHit } from './site-pages'

type Asked = {
  q: string
  kind?: string | undefined
  page?: number
  size: number
  /** No word is corrected. */
  exact?: boolean
  /** As many pages of sections at most. */
  mostPages?: number
}

export type Hit = SearchHit | PageHit

export type Found = {
  hits: Hit[]
  /** Of all kinds, whichever was asked for. */
  counts: Record<string, number>
  /** Of the kind that was asked for, on all pages. */
  total: number
  /** How many there are of these. */
  pages: number
  /** Words that nothing was found for, and those that were looked for instead. */
  corrected: CorrectedWord[]
}

/**
 * One page of what the site has for some words, best first: pages that sections declare, then what the API finds. Some
 * hosts have no search: see `isMissing`.
 */
export async function findOnSite(asked: Asked, signal: AbortSignal): Promise<Found> {
  const { q, kind, page = 1, size, exact, mostPages } = asked
  const pages = findPages(q).slice(0, mostPages)
  const isOfPages = kind === PAGE
  const query = {
    q,
    kind: isOfPages ? undefined : kind,
    page,
    page_size: size,
    // A word of a page is not a typing error, even if no item has it.
    exact: exact || pages.length > 0 ? 'true' : undefined,
  }
  const { data, beside } = await call(search, { query, signal })
  const counts = Object.entries(beside.counts ?? {}).filter(([, count]) => Number.isInteger(count) && count > 0)
  const corrected = Array.isArray(beside.corrected) ? beside.corrected : []
  const isFound = corrected.length === 0 && (counts.length > 0 || data.length > 0)
  const mistyped = query.exact || isFound ? [] : mistypedForPages(q)
  const meant = meantBy(q, mistyped)
  if (meant !== q && findPages(meant).length > 0)
    return { ...(await findOnSite({ ...asked, q: meant, exact: true }, signal)), corrected: mistyped }
  const total = Number.isInteger(beside.total) ? Number(beside.total) : data.length
  const shown = !kind || isOfPages ? pages : []
  return {
    hits: [...(page === 1 ? shown : []), ...(isOfPages ? [] : data.filter(({ url }) => isOnThisSite(url)))],
    counts: Object.fromEntries<number>([...(pages.length > 0 ? [[PAGE, pages.length] as const] : []), ...counts]),
    total: shown.length + (isOfPages ? 0 : total),
    pages: isOfPages ? 1 : Math.max(1, Math.ceil(total / size)),
    corrected,
  }
}

export const meantBy = (q: string, corrected: CorrectedWord[]): string =>
  corrected.reduce((words, { word, instead }) => words.replace(word, instead.join(' or ')), q)

/** Text with the replaced words; empty if there are none. */
export const wordsAbout = (corrected: CorrectedWord[]): string =>
  corrected
    .map(({ word, instead }) => `Nothing for “${word}”. Showing ${instead.map((each) => `“${each}”`).join(' or ')}.`)
    .join(' ')

/** Whether it is a path. Browsers take `//name` and `/\name` for other sites. */
const isOnThisSite = (url: string) => /^\/(?![/\\])/.test(url)
