import type { EventSummary } from '@marram/api-contract/event-summary'
import { CalendarIcon, ClockIcon, FeeIcon, PinIcon } from '@marram/ui/icons'
import type { ReactNode } from 'react'
import { TicketFact, TicketFacts } from './event-ticket'

type Props = Pick<EventSummary, 'place' | 'time' | 'fee'> & {
  /** Where they do not stand elsewhere already. */
  dates?: ReactNode
}

/** What is known of an event: nothing where that is nothing. */
export function EventFacts({ dates, time, place, fee }: Props) {
  if (!dates && !time && !place && !fee) return null
  return (
    <TicketFacts>
      {dates && (
        <TicketFact icon={<CalendarIcon />} name="Dates">
          {dates}
        </TicketFact>
      )}
      {time && (
        <TicketFact icon={<ClockIcon />} name="Time">
          {time}
        </TicketFact>
      )}
      {place && (
        <TicketFact icon={<PinIcon />} name="Venue">
          {place}
        </TicketFact>
      )}
      {fee && (
        <TicketFact icon={<FeeIcon />} name="Registration fee">
          {fee}
        </TicketFact>
      )}
    </TicketFacts>
  )
}
