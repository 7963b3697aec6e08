import * as z from 'zod/mini'
import { getEndpoint } from '../endpoint'
import { eventSummary } from './event-summary'

// Each kind has a list and single events. Olympiads are in a file of their own: the quiz needs them and nothing else.

const summaries = z.array(eventSummary)
const list = (path: string, summary: string) => getEndpoint(path, summary, summaries)

export const listOpenSports = list(
  '/api/sports/open',
  'Sports events on show: those that run or come, soonest first, whether or not registration is open',
)
export const getSport = getEndpoint('/api/sports/detail/{slug}', 'One sports event', eventSummary)

export const listOpenTickets = list('/api/tickets/open', 'Ticketed events that run or come, soonest first')
export const getTicket = getEndpoint('/api/tickets/detail/{slug}', 'One ticketed event', eventSummary)

export const listOpenExhibitions = list('/api/exhibitions/open', 'Exhibitions that run or come, soonest first')
export const listClosedExhibitions = list('/api/exhibitions/close', 'Exhibitions that are over, latest first')
export const getExhibition = getEndpoint('/api/exhibitions/detail/{slug}', 'One exhibition', eventSummary)

export const listOpenSubmissions = list('/api/submission/open', 'Calls for submissions that run or come, soonest first')
export const getOpenSubmission = getEndpoint('/api/submission/detail/{slug}', 'One call for submissions', eventSummary)

export const listCampaignEvents = list(
  '/api/events/',
  'Campaigns and events: those that run or come, soonest first, then those that are over, latest first',
)
export const getCampaignEvent = getEndpoint('/api/events/detail/{slug}', 'One campaign or event', eventSummary)
