import {
  listGallery as allGallery,
  getAbout,
  listGalleryByCategory,
  listReviews as reviewsByCategory,
  getCounters as threeCounters,
} from '@marram/api-contract/blocks'
import {
  listMedia as allMedia,
  listMediaByCategory,
  listMediaCategories as mediaCategories,
} from '@marram/api-contract/digital-media'
import type { AnyEndpoint, DataOf } from '@marram/api-contract/endpoint'
import { listServices as allServices, getHome as homeRecord } from '@marram/api-contract/home'
import { listInitiatives as allInitiatives, getInitiative as initiativeItem } from '@marram/api-contract/initiatives'
import {
  listFeaturedMainNews,
  listMainNews,
  listMainNewsByCategory,
  listMainNewsCategories,
  listNews,
  listNewsByCategory,
  getMainNews as mainNewsItem,
  getNews as newsItem,
} from '@marram/api-contract/news'
import { getDonation as donationBlock, listTeam as supportTeam } from '@marram/api-contract/organisation'
import {
  countPublications,
  listPublications,
  listPublicationsByCategory,
  getPublication as publicationItem,
} from '@marram/api-contract/publications'
import { get } from '@marram/sdk/api-client'
import { ApiError } from '@marram/sdk/api-error'
import { getPage, type PageAsked } from './components/paging'

const all =
  <Call extends AnyEndpoint>(endpoint: Call) =>
  (signal: AbortSignal) =>
    get(endpoint, { signal })

/** Throws a 404 for an item without a title: some hosts send an empty item where others send a 404. */
const bySlug =
  <Call extends AnyEndpoint>(endpoint: Call) =>
  async (slug: string, signal: AbortSignal): Promise<DataOf<Call>> => {
    const item = await get(endpoint, { params: { slug }, signal })
    if ((item as { title?: string }).title === '')
      throw new ApiError('answer', 404, 'There is nothing at this address.')
    return item
  }

/** The newest items, whole. A host without paging sends more than `count`. */
const latest =
  <List extends AnyEndpoint>(endpoint: List) =>
  (count: number, signal: AbortSignal) =>
    get(endpoint, { query: { page: 1, page_size: count }, signal })

/** Blocks of one area of the site, such as `about-us`. One block comes alone or as a list of at most one. */
const ofArea =
  <Block extends AnyEndpoint>(endpoint: Block) =>
  (area: string, signal: AbortSignal) =>
    get(endpoint, { params: { slug: area }, signal })

/** The items of a category, or of all where it is empty. */
const ofCategory =
  <List extends AnyEndpoint>(list: List, byCategory: List) =>
  (category: string, signal: AbortSignal) =>
    category ? get(byCategory, { params: { slug: category }, signal }) : get(list, { signal })

/** One page of them. */
const pageOfCategory =
  <List extends AnyEndpoint>(list: List, byCategory: List) =>
  (category: string, page: PageAsked, signal: AbortSignal) =>
    category ? getPage(byCategory, page, { params: { slug: category }, signal }) : getPage(list, page, { signal })

export const getHome = all(homeRecord)
export const listServices = all(allServices)

export const listFeaturedNews = all(listFeaturedMainNews)
export const listMainNewsPage = pageOfCategory(listMainNews, listMainNewsByCategory)
export const listNewsCategories = all(listMainNewsCategories)
export const getMainNews = bySlug(mainNewsItem)
export const listLatestMainNews = latest(listMainNews)
export const getNews = bySlug(newsItem)
export const listLatestNews = latest(listNews)

/** The newest news of a category, or of all where it is empty. A host without paging sends more than `count`. */
export const listRecentNews = (category: string, count: number, signal: AbortSignal) =>
  category
    ? get(listNewsByCategory, { params: { slug: category }, query: { page: 1, page_size: count }, signal })
    : listLatestNews(count, signal)

export const listPublicationsPage = pageOfCategory(listPublications, listPublicationsByCategory)
export const listAllPublications = ofCategory(listPublications, listPublicationsByCategory)
export const listLatestPublications = latest(listPublications)
export const listPublicationCategories = all(countPublications)
export const getPublication = bySlug(publicationItem)

export const listGallery = all(allGallery)
export const listGalleryOf = ofArea(listGalleryByCategory)
export const getAboutBlock = ofArea(getAbout)
export const getCounters = ofArea(threeCounters)
export const listReviews = ofArea(reviewsByCategory)
export const getDonation = all(donationBlock)
export const listTeam = all(supportTeam)

export const listInitiatives = all(allInitiatives)
export const getInitiative = bySlug(initiativeItem)

export const listMediaPage = pageOfCategory(allMedia, listMediaByCategory)
export const listEveryMedia = ofCategory(allMedia, listMediaByCategory)
export const listMediaCategories = all(mediaCategories)
