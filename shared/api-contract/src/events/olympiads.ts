import * as z from 'zod/mini'
import { getEndpoint } from '../endpoint'
import { eventSummary } from './event-summary'

const olympiad = z.extend(eventSummary, {
  /** Planned minutes of its quiz. Only from our API, and only if the content has it. */
  quiz_minutes: z.optional(z.int()),
})

export const listOlympiads = getEndpoint(
  '/api/olympiad/',
  'Olympiads: those that run or come, soonest first, then those that are over, latest first',
  z.array(olympiad),
)

export const getOlympiad = getEndpoint('/api/olympiad/detail/{slug}', 'One olympiad', olympiad)
