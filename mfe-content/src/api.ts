import * as blocks from '@marram/api-contract/blocks'
import * as comments from '@marram/api-contract/comments'
import * as media from '@marram/api-contract/digital-media'
import type { AnyEndpoint, DataOf } from '@marram/api-contract/endpoint'
import * as home from '@marram/api-contract/home'
import * as initiatives from '@marram/api-contract/initiatives'
import * as news from '@marram/api-contract/news'
import * as nextEvent from '@marram/api-contract/next-event'
import * as organisation from '@marram/api-contract/organisation'
import * as publications from '@marram/api-contract/publications'
import { type CallOptions, get } from '@marram/sdk/api-client'
import { ApiError } from '@marram/sdk/api-error'
import { unlessMissing } from '@marram/ui/unless-failed'
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
  (category: string, signal: AbortSignal, query?: CallOptions['query']) =>
    category ? get(byCategory, { params: { slug: category }, query, signal }) : get(list, { query, signal })

/** One page of them. */
const pageOfCategory =
  <List extends AnyEndpoint>(list: List, byCategory: List) =>
  (category: string, page: PageAsked, signal: AbortSignal) =>
    category ? getPage(byCategory, page, { params: { slug: category }, signal }) : getPage(list, page, { signal })

export const getHome = all(home.getHome)
export const listServices = all(home.listServices)
/** Null where nothing is coming. Only our own API has the call. */
export const getNextEvent = (signal: AbortSignal) => unlessMissing(get(nextEvent.getNextEvent, { signal }))

export const listFeaturedNews = all(news.listFeaturedMainNews)
export const listMainNewsPage = pageOfCategory(news.listMainNews, news.listMainNewsByCategory)
export const listNewsCategories = all(news.listMainNewsCategories)
export const getMainNews = bySlug(news.getMainNews)
export const listLatestMainNews = latest(news.listMainNews)
export const getNews = bySlug(news.getNews)
export const listLatestNews = latest(news.listNews)
export const listNews = ofCategory(news.listNews, news.listNewsByCategory)

export const listPublicationsPage = pageOfCategory(
  publications.listPublications,
  publications.listPublicationsByCategory,
)
export const listPublications = ofCategory(publications.listPublications, publications.listPublicationsByCategory)
export const listLatestPublications = latest(publications.listPublications)
export const listPublicationCategories = all(publications.countPublications)
export const getPublication = bySlug(publications.getPublication)

export const listGallery = all(blocks.listGallery)
export const listGalleryOf = ofArea(blocks.listGalleryByCategory)
export const getAboutBlock = ofArea(blocks.getAbout)
export const getCounters = ofArea(blocks.getCounters)
export const listReviews = ofArea(blocks.listReviews)
export const getDonation = all(organisation.getDonation)
export const listTeam = all(organisation.listTeam)

export const listInitiatives = all(initiatives.listInitiatives)
export const getInitiative = bySlug(initiatives.getInitiative)

export const listMediaPage = pageOfCategory(media.listMedia, media.listMediaByCategory)
export const listMedia = ofCategory(media.listMedia, media.listMediaByCategory)
export const listMediaCategories = all(media.listMediaCategories)

/** Null on a host that takes no comments. */
export const listComments = (kind: comments.ArticleKind, slug: string, signal: AbortSignal) =>
  unlessMissing(get(comments.listComments, { params: { kind, slug }, signal }))
