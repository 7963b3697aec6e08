import { daysFrom, longDate, longDateWithWeekday } from './dates'

type Props = { from?: string | null; to?: string | null; weekdays?: boolean }

/** `17 April 2027 to 18 April 2027`, or one date where both are the same day or only one is known. */
export function DateRange({ from, to, weekdays }: Props) {
  const days = daysFrom(from, to)
  if (!days) return null
  const { first, last } = days
  const format = weekdays ? longDateWithWeekday : longDate
  if (last === first) return <time dateTime={first}>{format(first)}</time>
  return (
    <>
      <time dateTime={first}>{format(first)}</time> to <time dateTime={last}>{format(last)}</time>
    </>
  )
}

export function LongDate({ value }: { value?: string | null }) {
  return <DateRange from={value} />
}
