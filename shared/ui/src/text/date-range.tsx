import css from './date-range.module.css'
import { daysFrom, longDate, longDateWithWeekday } from './dates'

type Props = { from?: string | null; to?: string | null; weekdays?: boolean }

/** `17 April 2027 to 18 April 2027`, or one date where both are the same day or only one is known. */
export function DateRange({ from, to, weekdays }: Props) {
  const days = daysFrom(from, to)
  if (!days) return null
  const { first, last } = days
  const format = weekdays ? longDateWithWeekday : longDate
  if (last === first) return <Day of={first} format={format} />
  return (
    <>
      <Day of={first} format={format} /> to <Day of={last} format={format} />
    </>
  )
}

const Day = ({ of, format }: { of: string; format: (day: string) => string }) => (
  <time className={css.day} dateTime={of}>
    {format(of)}
  </time>
)

export function LongDate({ value }: { value?: string | null }) {
  return <DateRange from={value} />
}
