import * as z from 'zod/mini'
import { getEndpoint } from '../endpoint'
import { eventSummary } from './event-summary'

const olympiad = z.extend(eventSummary, {
  /** How many minutes its quiz is meant to take. Ours alone, and only where the content says it. */
  quiz_minutes: z.optional(z.int()),
})

export const listOlympiads = getEndpoint(
  '/api/olympiad/',
  'Olympiads: those that run or come, soonest first, then those that are over, latest first',
  z.array(olympiad),
)

export const getOlympiad = getEndpoint('/api/olympiad/detail/{slug}', 'One olympiad', olympiad)
