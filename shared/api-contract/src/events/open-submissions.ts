import * as z from 'zod/mini'
import { endpoint } from '../endpoint'
import { eventSummary } from './event-summary'

export const listOpenSubmissions = endpoint({
  method: 'GET',
  path: '/api/submission/open',
  summary: 'Calls for submissions that run or come, soonest first',
  envelope: 'data',
  data: z.array(eventSummary),
})

export const getOpenSubmission = endpoint({
  method: 'GET',
  path: '/api/submission/detail/{slug}',
  summary: 'One call for submissions',
  envelope: 'data',
  data: eventSummary,
})
