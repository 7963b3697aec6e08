import { Link } from '@marram/sdk/router'
import { toneOf } from '@marram/ui/chip'
import { dayOfMonth, longDate, longDateWithWeekday } from '@marram/ui/dates'
import type { CSSProperties } from 'react'
import { kindOf } from '../components/event-kinds'
import { EventRows } from './event-rows'
import { type MonthPlan, monthTitle, type PlannedDay } from './finder'
import css from './month-calendar.module.css'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

type Props = { month: string; plan: MonthPlan; today: string }

/** A month as a table; on narrow screens its days have marks, and below is a list of those on which something is on or begins. */
export function MonthCalendar({ month, plan: { weeks, throughout }, today }: Props) {
  return (
    <>
      <table className={css.table}>
        <caption className={css.caption}>{monthTitle(month)}</caption>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" className={css.weekday}>
                {name.slice(0, 3)}
                <span className={css.rest}>{name.slice(3)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ cells, lanes }) => (
            <tr key={cells.find((day) => day)?.day} style={{ '--lanes': lanes } as CSSProperties}>
              {cells.map((day, weekday) =>
                day ? (
                  <td key={day.day} className={day.day === today ? `${css.day} ${css.today}` : css.day}>
                    <time dateTime={day.day} className={css.number}>
                      {dayOfMonth(day.day)}
                      {day.day === today && <span className="visually-hidden"> (today)</span>}
                    </time>
                    <Bars of={day} />
                    <Entries of={day} />
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
        {weeks.flatMap(({ cells }) => cells.flatMap((day) => (day ? <Listed key={day.day} of={day} /> : [])))}
      </div>
      {throughout.length > 0 && (
        <>
          <h3 className={css.caption}>All through {monthTitle(month)}</h3>
          <EventRows events={throughout} today={today} level="h4" month={month} />
        </>
      )}
    </>
  )
}

function Bars({ of: { bars } }: { of: PlannedDay }) {
  if (bars.length === 0) return null
  return (
    <ul className={css.bars}>
      {bars.map(({ kind, slug, title, lane, span, last, begins, ends }) => {
        const { linkTo, title: kindTitle } = kindOf(kind)
        const tone = toneOf(kindTitle)
        return (
          <li
            key={`${kind} ${slug}`}
            className={`${css.bar} ${begins ? css.begins : ''} ${ends ? css.ends : ''}`}
            style={
              {
                '--lane': lane,
                '--span': span,
                '--ground': `var(--m-chip-${tone}-ground)`,
                '--words': `var(--m-chip-${tone})`,
              } as CSSProperties
            }
          >
            <Link to={linkTo(slug)} className={css.over} title={title}>
              {title}
              <span className="visually-hidden"> until {longDate(last)}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function Entries({ of: { entries } }: { of: PlannedDay }) {
  if (entries.length === 0) return null
  return (
    <ul className={css.entries}>
      {entries.map(({ kind, slug, title }) => (
        <li key={`${kind} ${slug}`}>
          <Link to={kindOf(kind).linkTo(slug)} className={css.entry}>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** What lasts several days stands once: on its first day, or on that of the month. */
function Listed({ of: { day, bars, entries } }: { of: PlannedDay }) {
  const firstBars = bars.filter(({ begins }) => begins || day.endsWith('-01'))
  const all: ((typeof entries)[number] & { last?: string })[] = [...firstBars, ...entries]
  if (all.length === 0) return null
  return (
    <div className={css.listed}>
      <h4 className={css.date}>
        <time dateTime={day}>{longDateWithWeekday(day)}</time>
      </h4>
      <ul className={css.entries}>
        {all.map((entry) => (
          <li key={`${entry.kind} ${entry.slug}`}>
            <Link to={kindOf(entry.kind).linkTo(entry.slug)} className={css.entry}>
              {entry.title}
              {entry.last && <span className={css.note}> until {longDate(entry.last)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
