import * as z from 'zod/mini'
import { getEndpoint } from '../endpoint'
import { eventSummary } from './event-summary'

export const listCampaignEvents = getEndpoint(
  '/api/events/',
  'Campaigns and events: those that run or come, soonest first, then those that are over, latest first',
  z.array(eventSummary),
)

export const getCampaignEvent = getEndpoint('/api/events/detail/{slug}', 'One campaign or event', eventSummary)
