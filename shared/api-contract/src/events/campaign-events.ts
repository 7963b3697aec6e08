import * as z from 'zod/mini'
import { endpoint } from '../endpoint'
import { eventSummary } from './event-summary'

export const listCampaignEvents = endpoint({
  method: 'GET',
  path: '/api/events/',
  summary: 'Campaigns and events: those that run or come, soonest first, then those that are over, latest first',
  envelope: 'data',
  data: z.array(eventSummary),
})

export const getCampaignEvent = endpoint({
  method: 'GET',
  path: '/api/events/detail/{slug}',
  summary: 'One campaign or event',
  envelope: 'data',
  data: eventSummary,
})
