/** First and last day of something, as `2027-04-17`. */
export type Days = { first: string; last: string }

/** Whether something is still to come, goes on, or is over. What nobody knows the days of goes on. */
export function timing(days: Days | undefined, today: string): 'coming' | 'now' | 'over' {
  if (!days) return 'now'
  if (days.last < today) return 'over'
  return days.first > today ? 'coming' : 'now'
}

/** Whether one can register now, cannot any more or yet, needs no registration here, or comes too late. */
export type EventState = 'open' | 'closed' | 'none' | 'over'

/**
 * The state of an event on a day. One can register where there is a form and the event says that it is open, until the
 * end of its last day; without a form there is nothing to register with, whatever the event says.
 */
export function eventState(
  { open, form }: { open: boolean; form: string | null },
  days: Days | undefined,
  today: string,
): EventState {
  if (timing(days, today) === 'over') return 'over'
  if (!form) return 'none'
  return open ? 'open' : 'closed'
}
