import * as z from 'zod/mini'
import { getEndpoint } from '../endpoint'
import { eventSummary } from './event-summary'

export const listOpenSubmissions = getEndpoint(
  '/api/submission/open',
  'Calls for submissions that run or come, soonest first',
  z.array(eventSummary),
)

export const getOpenSubmission = getEndpoint('/api/submission/detail/{slug}', 'One call for submissions', eventSummary)
