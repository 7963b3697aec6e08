import * as z from 'zod/mini'
import { getEndpoint } from '../endpoint'
import { eventSummary } from './event-summary'

export const listOlympiads = getEndpoint(
  '/api/olympiad/',
  'Olympiads: those that run or come, soonest first, then those that are over, latest first',
  z.array(eventSummary),
)

export const getOlympiad = getEndpoint('/api/olympiad/detail/{slug}', 'One olympiad', eventSummary)
