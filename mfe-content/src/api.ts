import type { AnyEndpoint, DataOf } from '@marram/api-contract/endpoint'
import { type CallOptions, get } from '@marram/sdk/api-client'
import { ApiError } from '@marram/sdk/api-error'
import { getPage, type PageAsked } from './components/paging'

/** Throws a 404 for an item without a title: some hosts send an empty item where others send a 404. */
export const bySlug =
  <Call extends AnyEndpoint>(endpoint: Call) =>
  async (slug: string, signal: AbortSignal): Promise<DataOf<Call>> => {
    const item = await get(endpoint, { params: { slug }, signal })
    if ((item as { title?: string }).title === '')
      throw new ApiError('answer', 404, 'There is nothing at this address.')
    return item
  }

/** The newest items, whole. A host without paging sends more than `count`. */
export const latest =
  <List extends AnyEndpoint>(endpoint: List) =>
  (count: number, signal: AbortSignal) =>
    get(endpoint, { query: { page: 1, page_size: count }, signal })

/** The items of a category, or of all where it is empty. */
export const ofCategory =
  <List extends AnyEndpoint>(list: List, byCategory: List) =>
  (category: string, signal: AbortSignal, query?: CallOptions['query']) =>
    category ? get(byCategory, { params: { slug: category }, query, signal }) : get(list, { query, signal })

/** One page of them. */
export const pageOfCategory =
  <List extends AnyEndpoint>(list: List, byCategory: List) =>
  (category: string, page: PageAsked, signal: AbortSignal) =>
    category ? getPage(byCategory, page, { params: { slug: category }, signal }) : getPage(list, page, { signal })
