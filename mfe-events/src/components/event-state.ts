import { eventState } from '@marram/api-contract/event-state'
import type { EventSummary } from '@marram/api-contract/event-summary'
import { daysFrom } from '@marram/ui/dates'

type Dated = Pick<EventSummary, 'date_from' | 'date_to'>

/** First and last day, whichever way a host writes them; undefined if they are not known. */
export const daysOf = ({ date_from, date_to }: Dated) => daysFrom(date_from, date_to)

export const stateOf = (event: Dated & Pick<EventSummary, 'open' | 'form'>, day: string) =>
  eventState(event, daysOf(event), day)
