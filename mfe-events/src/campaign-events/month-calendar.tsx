import { Link } from '@marram/sdk/router'
import { dayOfMonth, longDateWithWeekday } from '@marram/ui/dates'
import { kindOf } from '../components/event-kinds'
import { EventRows } from './event-rows'
import { type DayEntry, type MonthPlan, monthTitle } from './finder'
import css from './month-calendar.module.css'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

type Props = { month: string; plan: MonthPlan; today: string }

/** A month as a table; on narrow screens as a list of the days on which something is on. */
export function MonthCalendar({ month, plan: { weeks, long }, today }: Props) {
  const days = weeks.flat().flatMap((day) => (day && day.entries.length > 0 ? [day] : []))
  return (
    <>
      <table className={css.table}>
        <caption className={css.caption}>{monthTitle(month)}</caption>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" className={css.weekday}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find((day) => day)?.day}>
              {week.map((day, weekday) =>
                day ? (
                  <td key={day.day} className={day.day === today ? `${css.day} ${css.today}` : css.day}>
                    <time dateTime={day.day} className={css.number}>
                      {dayOfMonth(day.day)}
                      {day.day === today && <span className="visually-hidden"> (today)</span>}
                    </time>
                    <Entries entries={day.entries} />
                  </td>
                ) : (
                  <td key={WEEKDAYS[weekday]} className={css.other} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={css.list}>
        <h3 className={css.caption}>{monthTitle(month)}</h3>
        {days.map(({ day, entries }) => (
          <div key={day} className={css.listed}>
            <h4 className={css.date}>
              <time dateTime={day}>{longDateWithWeekday(day)}</time>
            </h4>
            <Entries entries={entries} />
          </div>
        ))}
      </div>
      {long.length > 0 && (
        <>
          <h3 className={css.caption}>Longer than a week</h3>
          <EventRows events={long} today={today} level="h4" />
        </>
      )}
    </>
  )
}

function Entries({ entries }: { entries: DayEntry[] }) {
  if (entries.length === 0) return null
  return (
    <ul className={css.entries}>
      {entries.map(({ kind, slug, title, note }) => (
        <li key={`${kind} ${slug}`}>
          <Link to={kindOf(kind).linkTo(slug)} className={css.entry}>
            {title}
            {note && <span className={css.note}> {note}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
