import { Link } from '@marram/sdk/router'
import { CategoryChip, RegistrationOpen } from '@marram/ui/chip'
import { DateRange } from '@marram/ui/date-range'
import { dayOfMonth, monthAndYear } from '@marram/ui/dates'
import { Picture } from '@marram/ui/picture'
import { Ridge } from '@marram/ui/ridge'
import { TitleAndDeck } from '@marram/ui/title-and-deck'
import { kindOf } from '../components/event-kinds'
import { daysOf } from '../components/event-state'
import type { ComingCard } from './coming'
import css from './event-rows.module.css'

type Props = { events: ComingCard[]; today: string; level: 'h3' | 'h4'; month?: string }

/** With the day on which each begins, or ends if it has begun today, or before `month`. */
export function EventRows({ events, today, level: Title, month = '' }: Props) {
  return (
    <ul className={css.rows}>
      {events.map((event) => {
        const { kind, slug, title, image, date_from, date_to, place, state } = event
        const days = daysOf(event)
        const isLong = days !== undefined && days.first < days.last
        const goesOn = isLong && today <= days.last && (days.first <= today || days.first < month)
        const day = goesOn ? days.last : days?.first
        const { linkTo, title: kindTitle } = kindOf(kind)
        return (
          <li key={`${kind} ${slug}`} className={css.row}>
            {/* The text beside it has the same dates, for those who hear it too if it is one day. */}
            <p className={css.date} aria-hidden="true">
              {goesOn && <span className={css.until}>until</span>}
              {day && (
                <>
                  <span className={css.day}>{dayOfMonth(day)}</span>{' '}
                  <span className={css.month}>{monthAndYear(day)}</span>
                </>
              )}
            </p>
            <div className={css.words}>
              <p className={css.chips}>
                <CategoryChip title={kindTitle} />
                {state === 'open' && <RegistrationOpen />}
              </p>
              <Title className={css.title}>
                <Link to={linkTo(slug)}>
                  <TitleAndDeck title={title} />
                </Link>
              </Title>
              <p className={css.facts}>
                <span className={days && !isLong ? 'visually-hidden' : undefined}>
                  <DateRange from={date_from} to={date_to} />
                </span>
                {place && <span>{place}</span>}
              </p>
            </div>
            <div className={css.picture}>
              <Picture src={image} width={560} height={367} sizes="(width < 47.5em) 7.5em, 14.5em" />
              <Ridge seed={slug} className={css.edge} />
            </div>
          </li>
        )
      })}
    </ul>
  )
}
