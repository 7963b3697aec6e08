import { eventState } from '@marram/api-contract/event-state'
import type { EventSummary } from '@marram/api-contract/event-summary'
import { daysFrom } from '@marram/ui/dates'

/** The state of an event on a day, by its dates as any host writes them. */
export const stateOf = (
  { date_from, date_to, ...event }: Pick<EventSummary, 'open' | 'form' | 'date_from' | 'date_to'>,
  day: string,
) => eventState(event, daysFrom(date_from, date_to), day)
