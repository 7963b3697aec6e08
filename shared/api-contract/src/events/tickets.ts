import * as z from 'zod/mini'
import { endpoint } from '../endpoint'
import { eventSummary } from './event-summary'

export const listOpenTickets = endpoint({
  method: 'GET',
  path: '/api/tickets/open',
  summary: 'Ticketed events that run or come, soonest first',
  envelope: 'data',
  data: z.array(eventSummary),
})

export const getTicket = endpoint({
  method: 'GET',
  path: '/api/tickets/detail/{slug}',
  summary: 'One ticketed event',
  envelope: 'data',
  data: eventSummary,
})
