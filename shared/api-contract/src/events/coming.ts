import * as z from 'zod/mini'
import { getEndpoint } from '../endpoint'
import { eventSummary } from './event-summary'

/** What takes place, by the names that the search has for it too. */
export const comingKind = z.enum(['event', 'sport', 'exhibition', 'olympiad', 'ticket', 'submission', 'course'])
export type ComingKind = z.infer<typeof comingKind>

const { description: _, ...shown } = eventSummary.shape

/** An event of any kind without its text. A course has the day on which it begins. */
export const comingEvent = z.object({ kind: comingKind, ...shown })
export type ComingEvent = z.infer<typeof comingEvent>

export const MOST_COMING = 500

/** Ours alone: another API host has the list of each kind. */
export const listComing = getEndpoint(
  '/api/events/coming',
  `What runs or comes, of all kinds, soonest first; at most ${MOST_COMING}`,
  z.array(comingEvent),
)
