import { type Days, timing } from '@marram/api-contract/event-state'
import { Refusal } from '../http/refusal'

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const inWords = (day: string) => dates.format(new Date(day))

/** Throws where an olympiad's quiz has not begun or is over. */
export function refuseUntimely(days: Days, today: string): void {
  const time = timing(days, today)
  if (time === 'coming') throw new Refusal(403, `This quiz has not begun: it begins on ${inWords(days.first)}.`)
  if (time === 'over') throw new Refusal(403, `This quiz is over: it ended on ${inWords(days.last)}.`)
}
