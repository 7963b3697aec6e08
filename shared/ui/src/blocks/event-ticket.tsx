import type { ReactNode } from 'react'
import { ArrowIcon } from '../pictures/icons'
import { dayOfMonth, daysFrom, monthAndYear, weekday } from '../text/dates'
import css from './event-ticket.module.css'

type Props = {
  from?: string | null
  to?: string | null
  /** Stands above the perforation where there are no dates. */
  picture?: ReactNode
  children?: ReactNode
}

/** A paper ticket with the dates of an event above the perforation and the rest below. */
export function EventTicket({ from, to, picture, children }: Props) {
  const days = daysFrom(from, to)
  return (
    <aside className={css.ticket} aria-label="Event details">
      <div className={css.paper}>
        {days && (
          <div className={css.dates}>
            <TicketDate day={days.first} />
            {days.last !== days.first && (
              <>
                <ArrowIcon className={css.arrow} />
                <span className="visually-hidden">to</span>
                <TicketDate day={days.last} />
              </>
            )}
          </div>
        )}
        {!days && picture && <div className={css.picture}>{picture}</div>}
        {children && <div className={css.below}>{children}</div>}
      </div>
    </aside>
  )
}

function TicketDate({ day }: { day: string }) {
  return (
    <time className={css.date} dateTime={day}>
      {`${weekday(day)} `}
      <span className={css.day}>{dayOfMonth(day)}</span>
      {` ${monthAndYear(day)}`}
    </time>
  )
}

export function TicketFact({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className={css.fact}>
      {icon}
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export const TicketFacts = ({ children }: { children: ReactNode }) => <dl className={css.facts}>{children}</dl>
