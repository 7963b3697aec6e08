import type { AnyEndpoint, DataOf } from '@marram/api-contract/endpoint'
import { call } from '@marram/sdk/api-client'
import { redirect } from '@marram/sdk/router'

/** One page of a list. `total` counts the items of all pages. */
export type Paged<Item> = { items: Item[]; page: number; pages: number; total: number }

export type PageAsked = { page: number; size: number }
type ItemOf<List extends AnyEndpoint> = DataOf<List> extends (infer Item)[] ? Item : never

/** More pages than any list has; the API refuses numbers far above it. */
const LAST_PAGE = 10_000

/** The page that an address asks for: 1 unless `?page=` is a number from 1. */
export function pageAsked({ searchParams }: URL): number {
  const page = Number(searchParams.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 ? Math.min(page, LAST_PAGE) : 1
}

/** Redirects from a page after the end of a list to its last page. */
export function toLastPage({ page, pages }: { page: number; pages: number }, hrefFor: (page: number) => string): void {
  if (page > pages) throw redirect(hrefFor(pages))
}

/** Title of one page of a list, such as `Talks, Films, page 3`. Empty words are left out. */
export const pageTitle = (page: number, ...words: string[]) =>
  [...words, page > 1 && `page ${page}`].filter(Boolean).join(', ')

/** A page of a whole list. */
export function pageOf<Item>(all: Item[], { page, size }: PageAsked): Paged<Item> {
  return {
    items: all.slice((page - 1) * size, page * size),
    page,
    pages: Math.max(1, Math.ceil(all.length / size)),
    total: all.length,
  }
}

/** A page of a list that a call returns. A host without paging sends the whole list, which is cut here. */
export async function getPage<List extends AnyEndpoint>(
  endpoint: List,
  { page, size }: PageAsked,
  { params, signal }: { params?: Record<string, string>; signal: AbortSignal },
): Promise<Paged<ItemOf<List>>> {
  const { data, beside } = await call(endpoint, { params, query: { page, page_size: size }, signal })
  const items = data as ItemOf<List>[]
  const total = Number(beside.total ?? Number.NaN)
  if (!Number.isInteger(total) || items.length > size) return pageOf(items, { page, size })
  return { items, page, pages: Math.max(1, Math.ceil(total / size)), total }
}
