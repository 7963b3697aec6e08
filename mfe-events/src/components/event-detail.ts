import { today } from '@marram/api-contract/event-state'
import type { EventSummary } from '@marram/api-contract/event-summary'
import type { listOpenSports } from '@marram/api-contract/events'
import { get } from '@marram/sdk/api-client'
import type { LoaderFunctionArgs } from '@marram/sdk/router'
import type { CalendarEntry } from '@marram/ui/add-to-calendar'
import { excerpt } from '@marram/ui/excerpt'
import { absolute } from '@marram/ui/json-ld'
import { prepareSanitiser, sanitiseHtml } from '@marram/ui/safe-html'
import { unlessFailed } from '@marram/ui/unless-failed'
import { type EventEndpoint, getEvent } from '../api'
import { eventCards } from './event-cards'
import { daysOf, stateOf } from './event-state'

const MORE = 3

/** An event for its detail page. `more` has others of its list, and is undefined if the list could not be loaded. */
export async function loadDetail(
  { params, request: { signal } }: LoaderFunctionArgs,
  endpoint: EventEndpoint,
  list: typeof listOpenSports,
) {
  prepareSanitiser()
  const slug = params.slug ?? ''
  const [{ description, ...event }, all] = await Promise.all([
    getEvent(endpoint, slug, signal),
    unlessFailed(get(list, { signal })),
  ])
  const others = all && eventCards(all.filter((other) => other.slug !== slug))
  return {
    event,
    state: stateOf(event, today()),
    text: await sanitiseHtml(description),
    summary: excerpt(description, 155),
    more: others?.filter(({ state }) => state !== 'over').slice(0, MORE),
  }
}
export type Detail = Awaited<ReturnType<typeof loadDetail>>

/** An event for a visitor's calendar, by its days; undefined if they are not known. `address` is its path. */
export function calendarEntry(
  { title, place, ...event }: Pick<EventSummary, 'title' | 'date_from' | 'date_to' | 'place'>,
  address: string,
  summary: string,
): CalendarEntry | undefined {
  const days = daysOf(event)
  if (!days) return undefined
  const url = absolute(address)
  return { title, place, url, uid: url, description: summary, start: days.first, end: days.last }
}
