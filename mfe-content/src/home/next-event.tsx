import type { NextEvent as Event } from '@marram/api-contract/next-event'
import { paths } from '@marram/api-contract/paths'
import { Link } from '@marram/sdk/router'
import { LinkButton } from '@marram/ui/button'
import { EventTicket, TicketFact, TicketFacts } from '@marram/ui/event-ticket'
import { excerpt } from '@marram/ui/excerpt'
import { ClockIcon, PinIcon } from '@marram/ui/icons'
import { Wrap } from '@marram/ui/wrap'
import css from './next-event.module.css'

/** Characters of what it is about. */
const EXCERPT = 130

export const shownEvent = ({ slug, title, description, url, date_from: from, date_to: to, ...event }: Event) => ({
  ...{ title, url, from, to, text: excerpt(description, EXCERPT), time: event.time, place: event.place },
  register: event.open && event.form ? paths.registration(event.form, { event: slug }) : undefined,
})

/** The event that begins next: a ticket, over the hero's foot where there is room. */
export function NextEvent({ title, url, from, to, text, time, place, register }: ReturnType<typeof shownEvent>) {
  return (
    // Not a region of its own: the ticket in it is a landmark.
    <div className={css.next} id="next-event">
      <Wrap className={css.around}>
        <div className={css.ticket}>
          <EventTicket from={from} to={to}>
            <p className={css.tagline}>Next event</p>
            <h2 className={css.title}>
              <Link to={url}>{title}</Link>
            </h2>
            {register ? (
              <LinkButton to={register} size="large">
                REGISTER NOW
              </LinkButton>
            ) : (
              <LinkButton to={url} look="ghost">
                See the event
              </LinkButton>
            )}
            <p className={css.text}>{text}</p>
            {(time || place) && (
              <TicketFacts>
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
              </TicketFacts>
            )}
          </EventTicket>
        </div>
      </Wrap>
    </div>
  )
}
