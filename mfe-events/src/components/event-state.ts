import type { EventSummary } from '@marram/contracts/event-summary'
import { daysFrom } from '@marram/ui/dates'

/** Whether one can register now, cannot, or comes too late. */
export type EventState = 'open' | 'closed' | 'over'

/** The day that counts for everybody, as the API counts it: UTC. Asked in loaders, so that server and browser agree. */
export const today = () => new Date().toISOString().slice(0, 10)

/** An event runs until the end of its last day. One without dates is never over. */
export function eventState(
  { open, date_from, date_to }: Pick<EventSummary, 'open' | 'date_from' | 'date_to'>,
  day: string,
): EventState {
  const days = daysFrom(date_from, date_to)
  if (days && days.last < day) return 'over'
  return open ? 'open' : 'closed'
}
