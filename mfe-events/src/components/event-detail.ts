import { today } from '@marram/api-contract/event-state'
import type { EventSummary } from '@marram/api-contract/event-summary'
import type { CalendarEntry } from '@marram/ui/calendar-file'
import { daysFrom } from '@marram/ui/dates'
import { excerpt } from '@marram/ui/excerpt'
import { absolute } from '@marram/ui/json-ld'
import { sanitiseHtml } from '@marram/ui/safe-html'
import { eventCards } from './event-cards'
import { stateOf } from './event-state'

const MORE = 3

/** What a detail page shows of its event. Call `prepareSanitiser` before asking for it. */
export async function eventDetail({ description, ...event }: EventSummary) {
  return {
    event,
    state: stateOf(event, today()),
    text: await sanitiseHtml(description),
    summary: excerpt(description, 155),
  }
}

/** Others of its list that are not over; undefined where the list could not be loaded. */
export const moreEvents = (list: EventSummary[] | undefined, except: string) =>
  list &&
  eventCards(list.filter(({ slug }) => slug !== except))
    .filter(({ state }) => state !== 'over')
    .slice(0, MORE)

type Dated = Pick<EventSummary, 'title' | 'date_from' | 'date_to' | 'place'>

/** An event for a visitor's calendar, by its days; undefined where they are not known. `address` is its path. */
export function calendarEntry(
  { title, date_from, date_to, place }: Dated,
  address: string,
  { summary }: { summary: string },
): CalendarEntry | undefined {
  const days = daysFrom(date_from, date_to)
  if (!days) return undefined
  const url = absolute(address)
  return { title, place, url, uid: url, description: summary, start: days.first, end: days.last }
}
