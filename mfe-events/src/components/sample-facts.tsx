import { TicketFact, TicketFacts } from '@marram/ui/event-ticket'
import { ClockIcon, FeeIcon, PinIcon } from '@marram/ui/icons'
import { sampleEvent } from '../sample-content'

/** Time, venue and fee. They are the same for every event; only the place is known of some. */
export function SampleFacts({ place }: { place: string | undefined }) {
  return (
    <TicketFacts>
      <TicketFact icon={<ClockIcon />} name="Time">
        {sampleEvent.time}
      </TicketFact>
      <TicketFact icon={<PinIcon />} name="Venue">
        {place || sampleEvent.venue}
      </TicketFact>
      <TicketFact icon={<FeeIcon />} name="Registration fee">
        {sampleEvent.fee}
      </TicketFact>
    </TicketFacts>
  )
}
