import * as z from 'zod/mini'
import { endpoint } from '../endpoint'
import { eventSummary } from './event-summary'

export const sport = eventSummary
export type Sport = z.infer<typeof sport>

export const listOpenSports = endpoint({
  method: 'GET',
  path: '/api/sports/open',
  summary: 'Sports events on show: those that run or come, soonest first, whether or not registration is open',
  envelope: 'data',
  data: z.array(sport),
})

export const getSport = endpoint({
  method: 'GET',
  path: '/api/sports/detail/{slug}',
  summary: 'One sports event',
  envelope: 'data',
  data: sport,
})
