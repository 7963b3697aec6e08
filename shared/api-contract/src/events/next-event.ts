import * as z from 'zod/mini'
import { getEndpoint } from '../endpoint'
import { eventSummary } from './event-summary'

/** `url` is the path of its page. */
export const nextEvent = z.extend(eventSummary, { url: z.string() })
export type NextEvent = z.infer<typeof nextEvent>

export const getNextEvent = getEndpoint(
  '/api/events/next',
  'The event that begins next, of every kind but calls for submissions; null where none is coming',
  z.nullable(nextEvent),
)
