import type { FormEvent } from '@marram/api-contract/forms'
import { Link } from '@marram/sdk/router'
import { DateRange } from '@marram/ui/date-range'
import { daysFrom } from '@marram/ui/dates'
import { EventTicket } from '@marram/ui/event-ticket'
import { CheckIcon } from '@marram/ui/icons'
import shore from '../art/campaign-events.svg'
import { EventFacts } from '../components/event-facts'
import { requirements } from '../sample-content'
import css from './event-information.module.css'

type Props = {
  /** The one that the form belongs to, where that is known. */
  event?: FormEvent | undefined
  /** Whether it is over. */
  over?: boolean
}

/** Beside the form: what is known of the event, and what to know before registering. */
export function EventInformation({ event, over }: Props) {
  return (
    <div className={css.side}>
      {event && isTold(event) && (
        <EventTicket picture={shore}>
          <h2 className={css.heading}>{event.title || 'Event information'}</h2>
          {over && <p className={css.over}>This event is over.</p>}
          <EventFacts
            {...event}
            dates={daysFrom(event.date_from, event.date_to) && <DateRange from={event.date_from} to={event.date_to} />}
          />
          {event.url && (
            <Link className={css.more} to={event.url}>
              About this event
            </Link>
          )}
        </EventTicket>
      )}
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

/** Another host may send an event without a word in it. */
const isTold = ({ title, date_from, date_to, place, time, fee }: FormEvent) =>
  Boolean(title || daysFrom(date_from, date_to) || place || time || fee)
