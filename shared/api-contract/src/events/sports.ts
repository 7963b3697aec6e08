import * as z from 'zod/mini'
import { getEndpoint } from '../endpoint'
import { eventSummary } from './event-summary'

export const sport = eventSummary
export type Sport = z.infer<typeof sport>

export const listOpenSports = getEndpoint(
  '/api/sports/open',
  'Sports events on show: those that run or come, soonest first, whether or not registration is open',
  z.array(sport),
)

export const getSport = getEndpoint('/api/sports/detail/{slug}', 'One sports event', sport)
