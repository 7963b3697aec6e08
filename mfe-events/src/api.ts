import {
  getAbout,
  listGalleryByCategory,
  listReviews as reviewsByCategory,
  listSponsors as sponsorsByCategory,
  getCounters as threeCounters,
} from '@marram/api-contract/blocks'
import {
  listCampaignEvents as allCampaignEvents,
  getCampaignEvent as campaignEvent,
} from '@marram/api-contract/campaign-events'
import { listCourses as allCourses } from '@marram/api-contract/courses'
import type { EventSummary } from '@marram/api-contract/event-summary'
import {
  getExhibition as exhibitionDetail,
  listClosedExhibitions,
  listOpenExhibitions,
} from '@marram/api-contract/exhibitions'
import { type Form, getForm as formDetail } from '@marram/api-contract/forms'
import { listNewsByCategory } from '@marram/api-contract/news'
import { listOlympiads as allOlympiads, getOlympiad as olympiadDetail } from '@marram/api-contract/olympiads'
import { getOpenSubmission, listOpenSubmissions } from '@marram/api-contract/open-submissions'
import { getQuiz } from '@marram/api-contract/quiz'
import { listOpenSports, getSport as sportDetail } from '@marram/api-contract/sports'
import { createSubmission, type FilledField } from '@marram/api-contract/submissions'
import { listOpenTickets, getTicket as ticketDetail } from '@marram/api-contract/tickets'
import { type CallOptions, call, get } from '@marram/sdk/api-client'
import { ApiError } from '@marram/sdk/api-error'

/** What has no name is not there: some hosts answer with nothing where others say so. */
function existing<Item>(item: Item, name: string): Item {
  if (name === '') throw new ApiError('answer', 404, 'There is nothing at this address.')
  return item
}

async function existingEvent(event: Promise<EventSummary>): Promise<EventSummary> {
  const found = await event
  return existing(found, found.title)
}

export const listSports = (signal: AbortSignal) => get(listOpenSports, { signal })

export const getSport = (slug: string, signal: AbortSignal) =>
  existingEvent(get(sportDetail, { params: { slug }, signal }))

/** Those that are over stand behind those that run or come. */
export const listOlympiads = (signal: AbortSignal) => get(allOlympiads, { signal })

export const getOlympiad = (slug: string, signal: AbortSignal) =>
  existingEvent(get(olympiadDetail, { params: { slug }, signal }))

/** Whether there are questions to answer. */
export const hasQuiz = async (olympiad: string, signal: AbortSignal) =>
  (await get(getQuiz, { params: { slug: olympiad }, signal })).length > 0

export const listTickets = (signal: AbortSignal) => get(listOpenTickets, { signal })

export const getTicket = (slug: string, signal: AbortSignal) =>
  existingEvent(get(ticketDetail, { params: { slug }, signal }))

export const listExhibitions = (signal: AbortSignal) => get(listOpenExhibitions, { signal })

export const listPastExhibitions = (signal: AbortSignal) => get(listClosedExhibitions, { signal })

export const getExhibition = (slug: string, signal: AbortSignal) =>
  existingEvent(get(exhibitionDetail, { params: { slug }, signal }))

export const listSubmissions = (signal: AbortSignal) => get(listOpenSubmissions, { signal })

export const getSubmission = (slug: string, signal: AbortSignal) =>
  existingEvent(get(getOpenSubmission, { params: { slug }, signal }))

/** Those that are over stand behind those that run or come. */
export const listCampaignEvents = (signal: AbortSignal) => get(allCampaignEvents, { signal })

export const getCampaignEvent = (slug: string, signal: AbortSignal) =>
  existingEvent(get(campaignEvent, { params: { slug }, signal }))

export const listCourses = (signal: AbortSignal) => get(allCourses, { signal })

/** The newest news of a category. A host without paging sends more than `count`. */
export const listNewsOf = (category: string, count: number, signal: AbortSignal) =>
  get(listNewsByCategory, { params: { slug: category }, query: { page: 1, page_size: count }, signal })

/** Blocks of one area of the site, such as `sports`. One block comes alone or as a list of at most one. */
export const listSponsors = (area: string, signal: AbortSignal) =>
  get(sponsorsByCategory, { params: { slug: area }, signal })

export const getAboutBlock = (area: string, signal: AbortSignal) => get(getAbout, { params: { slug: area }, signal })

export const getCounters = (area: string, signal: AbortSignal) => get(threeCounters, { params: { slug: area }, signal })

export const listGalleryOf = (area: string, signal: AbortSignal) =>
  get(listGalleryByCategory, { params: { slug: area }, signal })

export const listReviews = (area: string, signal: AbortSignal) =>
  get(reviewsByCategory, { params: { slug: area }, signal })

/** `event` is the slug of the event that the visitor comes from, where that is known. */
export async function getForm(id: string, event?: string, signal?: AbortSignal): Promise<Form> {
  const form = await get(formDetail, { params: { id }, query: { event }, signal })
  return existing(form, form.form_name)
}

/**
 * Longer than servers wait for a form with pictures from a slow phone (180 s, `requestTime` in shared/server) and the
 * edge for what the API says of it (20 s, `UPSTREAM_TIMEOUT_MS`): their answers tell more than giving up does.
 */
const SENDING_MS = 210_000

/** Sends a filled form. Returns the server's message. */
export async function sendForm(
  id: string,
  fields: FilledField[],
  options: Pick<CallOptions, 'idempotencyKey' | 'onUpload'>,
): Promise<string | undefined> {
  const body = { submitted_form: id, form_data: fields }
  return (await call(createSubmission, { ...options, body, timeout: SENDING_MS })).message
}
