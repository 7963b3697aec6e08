import { paths } from '@marram/api-contract/paths'
import { AddToCalendar } from '@marram/ui/add-to-calendar'
import { LinkButton } from '@marram/ui/button'
import { EventTicket, TicketFact, TicketFacts } from '@marram/ui/event-ticket'
import { PinIcon } from '@marram/ui/icons'
import { Share } from '@marram/ui/share'
import type { ReactNode } from 'react'
import { calendarEntry, type Detail } from './event-detail'
import css from './registration-ticket.module.css'

type Props = Pick<Detail, 'event' | 'state' | 'summary'> & {
  /** What it is, as in `This exhibition is over.` */
  kind: string
  linkTo: (slug: string) => string
  /** Time, venue and fee, where they are known. By default the place is shown. */
  facts?: ReactNode
  /** What else one can do, below the registration. */
  actions?: ReactNode
}

/** An event's ticket. One can register where there is a form, as long as registration is open. */
export function RegistrationTicket({ event, state, summary, kind, linkTo, facts, actions }: Props) {
  const { slug, title, date_from, date_to, form, place } = event
  const entry = state === 'over' ? undefined : calendarEntry(event, linkTo(slug), summary)
  return (
    <EventTicket from={date_from} to={date_to}>
      {facts ??
        (place && (
          <TicketFacts>
            <TicketFact icon={<PinIcon />} name="Place">
              {place}
            </TicketFact>
          </TicketFacts>
        ))}
      {state === 'over' && <p className={css.note}>{`This ${kind} is over.`}</p>}
      {state === 'closed' && <p className={css.note}>Registration is closed.</p>}
      {state === 'none' && <p className={css.note}>There is no registration on this site.</p>}
      {state === 'open' && form && (
        <LinkButton to={paths.registration(form, { event: slug })} size="large">
          REGISTER NOW
        </LinkButton>
      )}
      {actions}
      <div className={css.tools}>
        {entry && <AddToCalendar name={slug} entry={entry} />}
        <Share title={title} />
      </div>
    </EventTicket>
  )
}
