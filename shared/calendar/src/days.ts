/** The day of an API date, as YYYY-MM-DD. A time with a zone is read in UTC, so that server and browser agree. */
export function calendarDay(value: string | null | undefined): string | undefined {
  if (!value) return undefined
  if (/T.*(?:Z|[+-]\d\d:?\d\d)$/i.test(value)) {
    const time = Date.parse(value)
    return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10)
  }
  return /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0]
}

/** First and last day; undefined if neither is known. An end before the start is a mistake: it lasts one day. */
export function daysFrom(
  from: string | null | undefined,
  to: string | null | undefined,
): { first: string; last: string } | undefined {
  const [start, end] = [calendarDay(from), calendarDay(to)]
  const first = start ?? end
  return first ? { first, last: end && end > first ? end : first } : undefined
}

/** Whether a day can stand in a calendar file: it exists, and so does the next one, in years of four digits. */
export function isRealDay(day: string): boolean {
  const time = new Date(`${day}T00:00:00Z`)
  return day >= '1000' && day < '9999-12-31' && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day)
}
