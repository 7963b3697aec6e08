import { calendarDay, longDate, longDateWithWeekday } from './dates'

/** `17 April 2027 to 18 April 2027`, or one date where both are the same day or only one is known. */
export function DateRange({
  from,
  to,
  weekdays = false,
}: {
  from?: string | null
  to?: string | null
  weekdays?: boolean
}) {
  const [first, last] = [calendarDay(from) ?? calendarDay(to), calendarDay(to)]
  if (!first) return null
  const say = weekdays ? longDateWithWeekday : longDate
  if (!last || last === first) return <time dateTime={first}>{say(first)}</time>
  return (
    <>
      <time dateTime={first}>{say(first)}</time> to <time dateTime={last}>{say(last)}</time>
    </>
  )
}

/** One long date. */
export function LongDate({ value }: { value?: string | null }) {
  return <DateRange from={value} />
}
