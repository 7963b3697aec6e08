import { logIn, register } from './accounts/account'
import { refreshSession, revokeSession, verifySession } from './accounts/session'
import { getAbout, getCounters, listGallery, listGalleryByCategory, listReviews, listSponsors } from './content/blocks'
import { listMedia, listMediaByCategory, listMediaCategories } from './content/digital-media'
import { getHome, listHomeCategories, listServices } from './content/home'
import { getInitiative, listInitiatives } from './content/initiatives'
import { listItemPages } from './content/item-pages'
import {
  getMainNews,
  getNews,
  listFeaturedMainNews,
  listMainNews,
  listMainNewsByCategory,
  listMainNewsCategories,
  listNews,
  listNewsByCategory,
} from './content/news'
import { getDonation, listTeam } from './content/organisation'
import { countPublications, getPublication, listPublications, listPublicationsByCategory } from './content/publications'
import { getCampaignEvent, listCampaignEvents } from './events/campaign-events'
import { listCourses } from './events/courses'
import { getExhibition, listClosedExhibitions, listOpenExhibitions } from './events/exhibitions'
import { getOlympiad, listOlympiads } from './events/olympiads'
import { getOpenSubmission, listOpenSubmissions } from './events/open-submissions'
import { getSport, listOpenSports } from './events/sports'
import { getTicket, listOpenTickets } from './events/tickets'
import { getForm } from './forms/forms'
import { createSubmission } from './forms/submissions'
import { subscribe } from './newsletter'
import { getQuiz, listParticipantAnswers, listScores, sendScore, submitQuiz } from './quiz'
import { search } from './search'

/**
 * Every call there is. The API makes its routes from this table, so a call that is missing here does not exist,
 * and one without a handler in the API does not compile. Pages import single calls from their noun instead.
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
