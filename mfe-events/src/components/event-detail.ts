import type { EventSummary } from '@marram/contracts/event-summary'
import type { CalendarEntry } from '@marram/ui/calendar-file'
import { daysFrom } from '@marram/ui/dates'
import { excerpt } from '@marram/ui/excerpt'
import { absolute } from '@marram/ui/json-ld'
import { sanitiseHtml } from '@marram/ui/safe-html'
import { eventCards } from './event-cards'
import { eventState, today } from './event-state'

const MORE = 3

/** What a detail page shows of its event. Call `prepareSanitiser` before asking for it. */
export async function eventDetail({ description, ...event }: EventSummary) {
  return {
    event,
    state: eventState(event, today()),
    text: await sanitiseHtml(description),
    summary: excerpt(description, 155),
  }
}
export type EventDetail = Awaited<ReturnType<typeof eventDetail>>

/** Others of its list that are not over; undefined where the list could not be loaded. */
export const moreEvents = (list: EventSummary[] | undefined, except: string) =>
  list &&
  eventCards(list.filter(({ slug }) => slug !== except))
    .filter(({ state }) => state !== 'over')
    .slice(0, MORE)

type Clock = { from: string; to: string }
type Dated = Pick<EventSummary, 'title' | 'date_from' | 'date_to' | 'place'>

/**
 * An event for a visitor's calendar; undefined where it is not known when. `hours` are those of one day: an event of
 * several days stands in a calendar by its days. `address` is its path.
 */
export function calendarEntry(
  { title, date_from, date_to, place }: Dated,
  address: string,
  { summary, hours }: { summary: string; hours?: Clock },
): CalendarEntry | undefined {
  const days = daysFrom(date_from, date_to)
  if (!days) return undefined
  const { first, last } = days
  const url = absolute(address)
  const entry = { title, place, url, uid: url, description: summary }
  if (hours && first === last) return { ...entry, start: `${first}T${hours.from}`, end: `${first}T${hours.to}` }
  return { ...entry, start: first, end: last }
}
