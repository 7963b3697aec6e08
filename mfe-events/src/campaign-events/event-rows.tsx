import { Link } from '@marram/sdk/router'
import { CategoryChip, RegistrationOpen } from '@marram/ui/chip'
import { DateRange } from '@marram/ui/date-range'
import { dayOfMonth, monthAndYear, weekday } from '@marram/ui/dates'
import { Picture } from '@marram/ui/picture'
import { Ridge } from '@marram/ui/ridge'
import { TitleAndDeck } from '@marram/ui/title-and-deck'
import { kindOf } from '../components/event-kinds'
import { daysOf } from '../components/event-state'
import type { ComingCard } from './coming'
import css from './event-rows.module.css'
import { dayShown, monthOf } from './finder'

type Props = {
  events: ComingCard[]
  today: string
  level: 'h3' | 'h4'
  /** The month that was asked for. */
  month?: string
  /** The month that the heading above names: days in it show their weekday instead. */
  under?: string | undefined
}

export function EventRows({ events, today, level: Title, month = '', under }: Props) {
  return (
    <ul className={css.rows}>
      {events.map((event) => {
        const { kind, slug, title, image, date_from, date_to, place, time, fee, state } = event
        const { day, goesOn } = dayShown(event, month, today)
        const days = daysOf(event)
        const isOneDay = days?.first === days?.last && kind !== 'course'
        const { linkTo, title: kindTitle } = kindOf(kind)
        return (
          <li key={`${kind} ${slug}`} className={css.row}>
            {/* The text beside it has the same dates, for those who hear it too if it is one day. */}
            <p className={css.date} aria-hidden="true">
              {goesOn && <span className={css.until}>until</span>}
              {day && (
                <>
                  <span className={css.day}>{dayOfMonth(day)}</span>{' '}
                  <span>{!goesOn && monthOf(day) === under ? weekday(day) : monthAndYear(day)}</span>
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
            </div>
            <p className={css.facts}>
              <span className={isOneDay ? 'visually-hidden' : undefined}>
                {kind === 'course' && days && 'Begins on '}
                <DateRange from={date_from} to={date_to} />
              </span>
              {place && <span>{place}</span>}
              {time && <span className={css.more}>{time}</span>}
              {fee && <span className={css.more}>{fee}</span>}
            </p>
            <div className={css.picture}>
              <Picture src={image} width={560} height={367} sizes="(width < 47.5em) 4.75em, 14.5em" />
              <Ridge seed={slug} className={css.edge} />
            </div>
          </li>
        )
      })}
    </ul>
  )
}
