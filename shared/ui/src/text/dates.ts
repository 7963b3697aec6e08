import dayjs from 'dayjs'

/**
 * The calendar day that a date of the API names, as YYYY-MM-DD, or undefined. A time with a zone is read in UTC,
 * anything else as it is written, so that server and browser agree wherever they are.
 */
export function calendarDay(value: string | null | undefined): string | undefined {
  if (!value) return undefined
  if (/T.*(?:Z|[+-]\d\d:?\d\d)$/i.test(value)) {
    const time = Date.parse(value)
    return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10)
  }
  const day = /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0]
  return day && dayjs(day).isValid() ? day : undefined
}

/**
 * First and last day of what lasts from one date to another; undefined where neither is known. An end before the start
 * is a mistake: it lasts one day then, for everything that says when it is.
 */
export function daysFrom(
  from: string | null | undefined,
  to: string | null | undefined,
): { first: string; last: string } | undefined {
  const [start, end] = [calendarDay(from), calendarDay(to)]
  const first = start ?? end
  return first ? { first, last: end && end > first ? end : first } : undefined
}

const formatted = (pattern: string) => (value: string | null | undefined) => {
  const day = calendarDay(value)
  return day ? dayjs(day).format(pattern) : ''
}

/** `17 April 2027`; empty where there is no valid date. */
export const longDate = formatted('D MMMM YYYY')
/** `Saturday, 17 April 2027` */
export const longDateWithWeekday = formatted('dddd, D MMMM YYYY')
/** `17` */
export const dayOfMonth = formatted('D')
/** `April 2027` */
export const monthAndYear = formatted('MMMM YYYY')
