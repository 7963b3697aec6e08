import { calendarDay } from '@marram/calendar/days'

export { calendarDay, daysFrom } from '@marram/calendar/days'

// Not by `Intl`, whose formats take a slow phone a tenth of a second.
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
]

type Written = { weekday: string; day: number; month: string; year: number }

const formatted = (write: (date: Written) => string) => (value: string | null | undefined) => {
  const [year, month, day] = calendarDay(value)?.split('-').map(Number) ?? []
  if (year === undefined || month === undefined) return ''
  const date = new Date(Date.UTC(year, month - 1, day))
  return write({
    weekday: WEEKDAYS[date.getUTCDay()] as string,
    day: date.getUTCDate(),
    month: MONTHS[date.getUTCMonth()] as string,
    year: date.getUTCFullYear(),
  })
}

/** `17 April 2027`; empty if there is no valid date. */
export const longDate = formatted(({ day, month, year }) => `${day} ${month} ${year}`)
/** `Saturday, 17 April 2027` */
export const longDateWithWeekday = formatted(({ weekday, day, month, year }) => `${weekday}, ${day} ${month} ${year}`)
/** `Saturday` */
export const weekday = formatted(({ weekday }) => weekday)
/** `17` */
export const dayOfMonth = formatted(({ day }) => String(day))
/** `April 2027` */
export const monthAndYear = formatted(({ month, year }) => `${month} ${year}`)

/** `10:42`, by the visitor's own clock: in the browser alone. `at` is in milliseconds. */
export const timeOf = (at: number) => new Date(at).toTimeString().slice(0, 5)
/** `21 November 2026 at 10:42`, by the same clock. */
export function momentOf(at: number): string {
  const date = new Date(at)
  return `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()} at ${timeOf(at)}`
}
