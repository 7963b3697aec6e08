import * as blocks from '@marram/api-contract/blocks'
import * as coming from '@marram/api-contract/coming'
import * as courses from '@marram/api-contract/courses'
import type { AnyEndpoint } from '@marram/api-contract/endpoint'
import type { EventSummary } from '@marram/api-contract/event-summary'
import * as events from '@marram/api-contract/events'
import * as forms from '@marram/api-contract/forms'
import { listNewsByCategory } from '@marram/api-contract/news'
import * as olympiads from '@marram/api-contract/olympiads'
import { getQuiz } from '@marram/api-contract/quiz'
import { createSubmission, type FilledField } from '@marram/api-contract/submissions'
import { type CallOptions, call, get } from '@marram/sdk/api-client'
import { ApiError } from '@marram/sdk/api-error'

/** Throws a 404 for an item without a name: some hosts send an empty item where others send a 404. */
function existing<Item>(item: Item, name: string): Item {
  if (name === '') throw new ApiError('answer', 404, 'There is nothing at this address.')
  return item
}

const list =
  <List extends AnyEndpoint>(endpoint: List) =>
  (signal: AbortSignal) =>
    get(endpoint, { signal })

const event =
  (endpoint: typeof events.getSport) =>
  async (slug: string, signal: AbortSignal): Promise<EventSummary> => {
    const found = await get(endpoint, { params: { slug }, signal })
    return existing(found, found.title)
  }

export const listSports = list(events.listOpenSports)
export const getSport = event(events.getSport)
/** Those that are over come last, as in `listCampaignEvents`. */
export const listOlympiads = list(olympiads.listOlympiads)
export const getOlympiad = event(olympiads.getOlympiad)
export const listTickets = list(events.listOpenTickets)
export const getTicket = event(events.getTicket)
export const listExhibitions = list(events.listOpenExhibitions)
export const listPastExhibitions = list(events.listClosedExhibitions)
export const getExhibition = event(events.getExhibition)
export const listSubmissions = list(events.listOpenSubmissions)
export const getSubmission = event(events.getOpenSubmission)
export const listCampaignEvents = list(events.listCampaignEvents)
export const getCampaignEvent = event(events.getCampaignEvent)
export const listCourses = list(courses.listCourses)
/** All kinds at once; another API host than ours has no such call. */
export const listComing = list(coming.listComing)

/** Whether there are questions to answer. */
export const hasQuiz = async (olympiad: string, signal: AbortSignal) =>
  (await get(getQuiz, { params: { slug: olympiad }, signal })).length > 0

/** The newest news of a category. A host without paging sends more than `count`. */
export const listNewsOf = (category: string, count: number, signal: AbortSignal) =>
  get(listNewsByCategory, { params: { slug: category }, query: { page: 1, page_size: count }, signal })

/** For blocks of one area of the site, such as `sports`. One block comes alone or as a list of at most one. */
const ofArea =
  <Block extends AnyEndpoint>(endpoint: Block) =>
  (area: string, signal: AbortSignal) =>
    get(endpoint, { params: { slug: area }, signal })

export const listSponsors = ofArea(blocks.listSponsors)
export const getAboutBlock = ofArea(blocks.getAbout)
export const getCounters = ofArea(blocks.getCounters)
export const listGalleryOf = ofArea(blocks.listGalleryByCategory)
export const listReviews = ofArea(blocks.listReviews)

/** `event` is the slug of the event that the visitor comes from, where that is known. */
export async function getForm(id: string, event?: string, signal?: AbortSignal): Promise<forms.Form> {
  const form = await get(forms.getForm, { params: { id }, query: { event }, signal })
  return existing(form, form.form_name)
}

/**
 * Longer than servers wait for a form with pictures from a slow phone (180 s, `requestMs` of the edge) and than
 * the edge waits for the API (20 s, `UPSTREAM_TIMEOUT_MS`): their error messages are better than a timeout of ours.
 */
const SENDING_MS = 210_000

/** Sends a filled form. Returns what the server says of it. */
export async function sendForm(
  id: string,
  fields: FilledField[],
  options: Pick<CallOptions, 'idempotencyKey' | 'onUpload'>,
) {
  const body = { submitted_form: id, form_data: fields }
  const { message, data } = await call(createSubmission, { ...options, body, timeout: SENDING_MS })
  return { message, reference: data.reference, mailed: data.mailed }
}
