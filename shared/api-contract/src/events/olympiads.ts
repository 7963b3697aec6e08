import * as z from 'zod/mini'
import { endpoint } from '../endpoint'
import { eventSummary } from './event-summary'

export const listOlympiads = endpoint({
  method: 'GET',
  path: '/api/olympiad/',
  summary: 'Olympiads: those that run or come, soonest first, then those that are over, latest first',
  envelope: 'data',
  data: z.array(eventSummary),
})

export const getOlympiad = endpoint({
  method: 'GET',
  path: '/api/olympiad/detail/{slug}',
  summary: 'One olympiad',
  envelope: 'data',
  data: eventSummary,
})
