/** First and last day of something, as `2027-04-17`. */
export type Days = { first: string; last: string }

/** Today in UTC, as in the API. Read in loaders, so that server and browser agree. */
export const today = () => new Date().toISOString().slice(0, 10)

/** Whether something is still to come, goes on, or is over. Without known days it goes on. */
export function timing(days: Days | undefined, day: string): 'coming' | 'now' | 'over' {
  if (!days) return 'now'
  if (days.last < day) return 'over'
  return days.first > day ? 'coming' : 'now'
}

/** Whether one can register now, cannot any more or yet, needs no registration here, or comes too late. */
export type EventState = 'open' | 'closed' | 'none' | 'over'

/** The state of an event on a day. One can register where it has a form and is open, until the end of its last day. */
export function eventState(
  { open, form }: { open: boolean; form: string | null },
  days: Days | undefined,
  day: string,
): EventState {
  if (timing(days, day) === 'over') return 'over'
  if (!form) return 'none'
  return open ? 'open' : 'closed'
}
