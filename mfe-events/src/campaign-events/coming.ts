import { type ComingKind, listComing } from '@marram/api-contract/coming'
import { listCourses } from '@marram/api-contract/courses'
import * as events from '@marram/api-contract/events'
import { listOlympiads } from '@marram/api-contract/olympiads'
import { get } from '@marram/sdk/api-client'
import { isApiError } from '@marram/sdk/api-error'
import { unlessFailed } from '@marram/ui/unless-failed'
import { unlessAllFailed } from '../components/area-data'
import { eventCards } from '../components/event-cards'
import { kinds } from '../components/event-kinds'
import { daysOf } from '../components/event-state'

type Listed = Parameters<typeof eventCards>[0]

/** For an API host that does not list all kinds at once. */
const lists = {
  event: events.listCampaignEvents,
  sport: events.listOpenSports,
  exhibition: events.listOpenExhibitions,
  olympiad: listOlympiads,
  ticket: events.listOpenTickets,
  submission: events.listOpenSubmissions,
}

async function listOf(kind: ComingKind, signal: AbortSignal): Promise<Listed> {
  if (kind !== 'course') return get(lists[kind], { signal })
  const courses = await get(listCourses, { signal })
  return courses.map(({ date, ...one }) => ({ ...one, date_from: date, date_to: date, open: true }))
}

const cardsOf = (kind: ComingKind, listed: Listed) =>
  eventCards(listed).flatMap((card) => (card.state === 'over' ? [] : { ...card, kind }))
export type ComingCard = ReturnType<typeof cardsOf>[number]

/** What runs or comes, soonest first, and the titles of the kinds that failed. `campaigns` is loaded by the page anyway. */
export async function loadComing(signal: AbortSignal, campaigns: Promise<Listed | undefined>) {
  const all = await get(listComing, { signal }).catch((error: unknown) => {
    // A host that has no such call; one that cannot be reached has the others neither.
    if (!isApiError(error) || error.kind === 'network') throw error
  })
  if (all) return { events: all.flatMap((event) => cardsOf(event.kind, [event])).toSorted(byFirstDay), failed: [] }
  const loaded = await Promise.all(
    kinds.map(async ({ kind, title }) => {
      const listed = await (kind === 'event' ? campaigns : unlessFailed(listOf(kind, signal)))
      return { title, cards: listed && cardsOf(kind, listed) }
    }),
  )
  unlessAllFailed(Object.fromEntries(loaded.map(({ title, cards }) => [title, cards])))
  const failed = loaded.filter(({ cards }) => !cards).map(({ title }) => title)
  return { events: loaded.flatMap(({ cards = [] }) => cards).toSorted(byFirstDay), failed }
}

/** What has no date comes last. */
function byFirstDay(one: ComingCard, other: ComingCard): number {
  const [first, second] = [one, other].map((event) => daysOf(event)?.first ?? '~') as [string, string]
  return first < second ? -1 : Number(first > second)
}
