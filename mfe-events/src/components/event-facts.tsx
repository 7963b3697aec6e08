import type { EventSummary } from '@marram/api-contract/event-summary'
import { TicketFact, TicketFacts } from '@marram/ui/event-ticket'
import { CalendarIcon, ClockIcon, FeeIcon, PinIcon } from '@marram/ui/icons'
import type { ReactNode } from 'react'

/** `dates` are given where they do not stand elsewhere already. */
type Props = Pick<EventSummary, 'place' | 'time' | 'fee'> & { dates?: ReactNode }

export function EventFacts({ dates, time, place, fee }: Props) {
  const facts = [
    { name: 'Dates', icon: <CalendarIcon />, value: dates },
    { name: 'Time', icon: <ClockIcon />, value: time },
    { name: 'Venue', icon: <PinIcon />, value: place },
    { name: 'Registration fee', icon: <FeeIcon />, value: fee },
  ].filter(({ value }) => value)
  if (facts.length === 0) return null
  return (
    <TicketFacts>
      {facts.map(({ name, icon, value }) => (
        <TicketFact key={name} icon={icon} name={name}>
          {value}
        </TicketFact>
      ))}
    </TicketFacts>
  )
}
