// Not by `Intl`, whose formats take a slow phone a tenth of a second.
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
]

/** The day of an API date, as YYYY-MM-DD. A time with a zone is read in UTC, so that server and browser agree. */
export function calendarDay(value: string | null | undefined): string | undefined {
  if (!value) return undefined
  if (/T.*(?:Z|[+-]\d\d:?\d\d)$/i.test(value)) {
    const time = Date.parse(value)
    return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10)
  }
  return /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0]
}

/** First and last day; undefined where neither is known. An end before the start is a mistake: it lasts one day. */
export function daysFrom(
  from: string | null | undefined,
  to: string | null | undefined,
): { first: string; last: string } | undefined {
  const [start, end] = [calendarDay(from), calendarDay(to)]
  const first = start ?? end
  return first ? { first, last: end && end > first ? end : first } : undefined
}

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

/** `17 April 2027`; empty where there is no valid date. */
export const longDate = formatted(({ day, month, year }) => `${day} ${month} ${year}`)
/** `Saturday, 17 April 2027` */
export const longDateWithWeekday = formatted(({ weekday, day, month, year }) => `${weekday}, ${day} ${month} ${year}`)
/** `17` */
export const dayOfMonth = formatted(({ day }) => String(day))
/** `April 2027` */
export const monthAndYear = formatted(({ month, year }) => `${month} ${year}`)
