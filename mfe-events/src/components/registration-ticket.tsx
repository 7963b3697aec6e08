import type { EventSummary } from '@marram/contracts/event-summary'
import { paths } from '@marram/contracts/paths'
import { LinkButton } from '@marram/ui/button'
import { EventTicket, TicketFact, TicketFacts } from '@marram/ui/event-ticket'
import { PinIcon } from '@marram/ui/icons'
import type { ReactNode } from 'react'

type Props = {
  event: Pick<EventSummary, 'date_from' | 'date_to' | 'form' | 'place'>
  /** More lines of the ticket. */
  facts?: ReactNode
}

/** An event's ticket. One can register only where there is a form. */
export function RegistrationTicket({ event: { date_from, date_to, form, place }, facts }: Props) {
  const lines = place || facts
  return (
    <EventTicket from={date_from} to={date_to}>
      {(lines || form) && (
        <>
          {lines && (
            <TicketFacts>
              {place && (
                <TicketFact icon={<PinIcon />} name="Place">
                  {place}
                </TicketFact>
              )}
              {facts}
            </TicketFacts>
          )}
          {form && (
            <LinkButton to={paths.registration(form)} size="large">
              REGISTER NOW
            </LinkButton>
          )}
        </>
      )}
    </EventTicket>
  )
}
