import { EventTicket, TicketFact, TicketFacts } from '@marram/ui/event-ticket'
import { CalendarIcon, CheckIcon, ClockIcon, FeeIcon, PinIcon } from '@marram/ui/icons'
import shore from '../art/campaign-events.svg'
import { requirements, sampleEvent } from '../sample-content'
import css from './event-information.module.css'

/** Beside the form: the day at a glance, and what to know before registering. */
export function EventInformation() {
  return (
    <div className={css.side}>
      <EventTicket picture={shore}>
        <h2 className={css.heading}>Event information</h2>
        <TicketFacts>
          <TicketFact icon={<CalendarIcon />} name="Dates">
            {sampleEvent.date}
          </TicketFact>
          <TicketFact icon={<ClockIcon />} name="Time">
            {sampleEvent.time}
          </TicketFact>
          <TicketFact icon={<PinIcon />} name="Venue">
            {sampleEvent.venue}
          </TicketFact>
          <TicketFact icon={<FeeIcon />} name="Registration fee">
            {sampleEvent.fee}
          </TicketFact>
        </TicketFacts>
      </EventTicket>
      <section aria-labelledby="requirements">
        <h2 className={css.heading} id="requirements">
          Before you register
        </h2>
        <ul className={css.list}>
          {requirements.map((requirement) => (
            <li key={requirement}>
              <CheckIcon className={css.tick} />
              {requirement}
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
