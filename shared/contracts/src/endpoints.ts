import { logIn, register } from './account'
import { getAbout, getCounters, listGallery, listGalleryByCategory, listReviews, listSponsors } from './blocks'
import { getCampaignEvent, listCampaignEvents } from './campaign-events'
import { listCourses } from './courses'
import { listMedia, listMediaByCategory, listMediaCategories } from './digital-media'
import { getExhibition, listClosedExhibitions, listOpenExhibitions } from './exhibitions'
import { getForm } from './forms'
import { getHome, listHomeCategories, listServices } from './home'
import { getInitiative, listInitiatives } from './initiatives'
import { listItemPages } from './item-pages'
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
import { getOlympiad, listOlympiads } from './olympiads'
import { getOpenSubmission, listOpenSubmissions } from './open-submissions'
import { getDonation, listTeam } from './organisation'
import { countPublications, getPublication, listPublications, listPublicationsByCategory } from './publications'
import { getQuiz, listParticipantAnswers, listScores, sendScore, submitQuiz } from './quiz'
import { search } from './search'
import { refreshSession, revokeSession, verifySession } from './session'
import { getSport, listOpenSports } from './sports'
import { createSubmission } from './submissions'
import { getTicket, listOpenTickets } from './tickets'

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
  listTeam,
  getDonation,
  listPublications,
  listPublicationsByCategory,
  countPublications,
  getPublication,
  listMedia,
  listMediaByCategory,
  listMediaCategories,
  listInitiatives,
  getInitiative,
  listOpenSports,
  getSport,
  listOlympiads,
  getOlympiad,
  listOpenTickets,
  getTicket,
  listOpenExhibitions,
  listClosedExhibitions,
  getExhibition,
  listOpenSubmissions,
  getOpenSubmission,
  listCampaignEvents,
  getCampaignEvent,
  listCourses,
  listSponsors,
  getAbout,
  getCounters,
  listReviews,
  listGallery,
  listGalleryByCategory,
  getForm,
  createSubmission,
  getQuiz,
  submitQuiz,
  listParticipantAnswers,
  sendScore,
  listScores,
  search,
  listItemPages,
  subscribe,
  register,
  logIn,
  verifySession,
  refreshSession,
  revokeSession,
} as const

export type EndpointName = keyof typeof endpoints
