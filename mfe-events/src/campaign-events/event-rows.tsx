import { Link } from '@marram/sdk/router'
import { RegistrationOpen } from '@marram/ui/chip'
import { DateRange } from '@marram/ui/date-range'
import { calendarDay, dayOfMonth, monthAndYear } from '@marram/ui/dates'
import { Picture } from '@marram/ui/picture'
import { Ridge } from '@marram/ui/ridge'
import type { EventCard } from '../components/event-cards'
import css from './event-rows.module.css'

/** One event to a row: its day, its title and place, its picture. */
export function EventRows({ events, linkTo }: { events: EventCard[]; linkTo: (slug: string) => string }) {
  return (
    <ul className={css.rows}>
      {events.map(({ slug, title, image, date_from, date_to, place, state }) => {
        const first = calendarDay(date_from) ?? calendarDay(date_to)
        return (
          <li key={slug} className={css.row}>
            {/* The words beside it say the same. */}
            <p className={css.date} aria-hidden="true">
              {first && (
                <>
                  <span className={css.day}>{dayOfMonth(first)}</span> {monthAndYear(first)}
                </>
              )}
            </p>
            <div className={css.words}>
              {state === 'open' && <RegistrationOpen />}
              <h3 className={css.title}>
                <Link to={linkTo(slug)}>{title}</Link>
              </h3>
              <p className={css.facts}>
                <span>
                  <DateRange from={date_from} to={date_to} />
                </span>
                {place && <span>{place}</span>}
              </p>
            </div>
            <div className={css.picture}>
              <Picture src={image} width={560} height={367} sizes="(min-width: 760px) 280px, 180px" />
              <Ridge seed={slug} className={css.edge} />
            </div>
          </li>
        )
      })}
    </ul>
  )
}
