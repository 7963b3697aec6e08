import { get } from '@marram/client/client'
import { getHome as homeRecord } from '@marram/contracts/home'
import { listFeaturedMainNews, listMainNews, getMainNews as mainNewsItem } from '@marram/contracts/news'

export const getHome = (signal: AbortSignal) => get(homeRecord, { signal })

export const listFeaturedNews = (signal: AbortSignal) => get(listFeaturedMainNews, { signal })

export const getMainNews = (slug: string, signal: AbortSignal) => get(mainNewsItem, { params: { slug }, signal })

/** The newest main news, whole items. */
export const listLatestMainNews = (count: number, signal: AbortSignal) =>
  get(listMainNews, { query: { page: 1, page_size: count }, signal })
