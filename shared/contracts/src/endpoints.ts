import { getAbout, getCounters, listGallery, listGalleryByCategory, listReviews, listSponsors } from './blocks'
import { getForm } from './forms'
import { getHome, listHomeCategories, listServices } from './home'
import {
  getMainNews,
  getNews,
  listFeaturedMainNews,
  listMainNews,
  listMainNewsByCategory,
  listMainNewsCategories,
  listNews,
  listNewsByCategory,
} from './news'
import { subscribe } from './newsletter'
import { verifySession } from './session'
import { getSport, listOpenSports } from './sports'
import { createSubmission } from './submissions'

/**
 * Every call there is. The API makes its routes from this table, so a call that is missing here does not exist,
 * and one without an answer in the API does not compile. Pages import single calls from their noun instead.
 */
export const endpoints = {
  getHome,
  listServices,
  listHomeCategories,
  listMainNews,
  listFeaturedMainNews,
  listMainNewsByCategory,
  listMainNewsCategories,
  getMainNews,
  listNews,
  listNewsByCategory,
  getNews,
  listOpenSports,
  getSport,
  listSponsors,
  getAbout,
  getCounters,
  listReviews,
  listGallery,
  listGalleryByCategory,
  getForm,
  createSubmission,
  subscribe,
  verifySession,
} as const

export type EndpointName = keyof typeof endpoints
