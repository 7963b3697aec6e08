import * as z from 'zod/mini'
import { getEndpoint } from '../endpoint'
import { eventSummary } from './event-summary'

export const listOpenTickets = getEndpoint(
  '/api/tickets/open',
  'Ticketed events that run or come, soonest first',
  z.array(eventSummary),
)

export const getTicket = getEndpoint('/api/tickets/detail/{slug}', 'One ticketed event', eventSummary)
