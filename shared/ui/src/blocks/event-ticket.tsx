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
            {days.last === days.first ? (
              <SunOverDunes />
            ) : (
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

/** Stands where a second day would. */
const SunOverDunes = () => (
  <svg className={css.ornament} viewBox="0 0 240 206" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">
    <g fill="#f2b04a">
      <circle cx="158" cy="86" r="62" opacity="0.1" />
      <circle cx="158" cy="86" r="45" opacity="0.18" />
      <circle cx="158" cy="86" r="30" />
    </g>
    <path fill="#2c7d72" d="M0,206C46,196 70,138 118,128S196,150 240,112V206Z" />
    <path fill="#1d6b62" d="M14,206C66,200 92,160 140,152S208,170 240,144V206Z" />
    <path fill="#0c4a45" d="M40,206C96,202 120,184 164,178S220,188 240,178V206Z" />
  </svg>
)

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
