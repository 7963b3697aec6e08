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

/** Some hosts answer with nothing where others say that it is not there. */
function existing<Item extends { title: string }>(item: Item): Item {
  if (item.title === '') throw new ApiError('answer', 404, 'There is nothing at this address.')
  return item
}

export const getHome = (signal: AbortSignal) => get(homeRecord, { signal })

export const listServices = (signal: AbortSignal) => get(allServices, { signal })

export const listFeaturedNews = (signal: AbortSignal) => get(listFeaturedMainNews, { signal })

/** Main news of a category, or of all where it is empty. */
export const listMainNewsPage = (category: string, page: PageAsked, signal: AbortSignal) =>
  category
    ? getPage(listMainNewsByCategory, page, { params: { slug: category }, signal })
    : getPage(listMainNews, page, { signal })

export const listNewsCategories = (signal: AbortSignal) => get(listMainNewsCategories, { signal })

export const getMainNews = async (slug: string, signal: AbortSignal) =>
  existing(await get(mainNewsItem, { params: { slug }, signal }))

/** The newest main news, whole items. */
export const listLatestMainNews = (count: number, signal: AbortSignal) =>
  get(listMainNews, { query: { page: 1, page_size: count }, signal })

export const getNews = async (slug: string, signal: AbortSignal) =>
  existing(await get(newsItem, { params: { slug }, signal }))

/** The newest news of a category, or of all where it is empty. A host without paging sends more than `count`. */
export const listRecentNews = (category: string, count: number, signal: AbortSignal) => {
  const query = { page: 1, page_size: count }
  return category
    ? get(listNewsByCategory, { params: { slug: category }, query, signal })
    : get(listNews, { query, signal })
}

export const listLatestNews = (count: number, signal: AbortSignal) =>
  get(listNews, { query: { page: 1, page_size: count }, signal })

/** Publications of a category, or of all where it is empty. */
export const listPublicationsPage = (category: string, page: PageAsked, signal: AbortSignal) =>
  category
    ? getPage(listPublicationsByCategory, page, { params: { slug: category }, signal })
    : getPage(listPublications, page, { signal })

export const listAllPublications = (category: string, signal: AbortSignal) =>
  category ? get(listPublicationsByCategory, { params: { slug: category }, signal }) : get(listPublications, { signal })

export const listLatestPublications = (count: number, signal: AbortSignal) =>
  get(listPublications, { query: { page: 1, page_size: count }, signal })

export const listPublicationCategories = (signal: AbortSignal) => get(countPublications, { signal })

export const getPublication = async (slug: string, signal: AbortSignal) =>
  existing(await get(publicationItem, { params: { slug }, signal }))

/** Blocks of one area of the site, such as `about-us`. One block comes alone or as a list of at most one. */
export const getAboutBlock = (area: string, signal: AbortSignal) => get(getAbout, { params: { slug: area }, signal })

export const getCounters = (area: string, signal: AbortSignal) => get(threeCounters, { params: { slug: area }, signal })

/** Every picture and film of the site. */
export const listGallery = (signal: AbortSignal) => get(allGallery, { signal })

export const listGalleryOf = (area: string, signal: AbortSignal) =>
  get(listGalleryByCategory, { params: { slug: area }, signal })

export const listReviews = (area: string, signal: AbortSignal) =>
  get(reviewsByCategory, { params: { slug: area }, signal })

export const getDonation = (signal: AbortSignal) => get(donationBlock, { signal })

export const listTeam = (signal: AbortSignal) => get(supportTeam, { signal })

export const listInitiatives = (signal: AbortSignal) => get(allInitiatives, { signal })

export const getInitiative = async (slug: string, signal: AbortSignal) =>
  existing(await get(initiativeItem, { params: { slug }, signal }))

/** Films and recordings of a category, or of all where it is empty. */
export const listMediaPage = (category: string, page: PageAsked, signal: AbortSignal) =>
  category
    ? getPage(listMediaByCategory, page, { params: { slug: category }, signal })
    : getPage(allMedia, page, { signal })

export const listEveryMedia = (category: string, signal: AbortSignal) =>
  category ? get(listMediaByCategory, { params: { slug: category }, signal }) : get(allMedia, { signal })

export const listMediaCategories = (signal: AbortSignal) => get(mediaCategories, { signal })
