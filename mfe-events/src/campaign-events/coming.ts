import type { ComingKind } from '@marram/api-contract/coming'
import { isApiError } from '@marram/sdk/api-error'
import { unlessFailed } from '@marram/ui/unless-failed'
import * as api from '../api'
import { unlessAllFailed } from '../components/area-data'
import { eventCards } from '../components/event-cards'
import { daysOf } from '../components/event-state'
import { kinds } from './kinds'

type Listed = Parameters<typeof eventCards>[0]

/** For an API host that does not list all kinds at once. A course is an event of the day on which it begins. */
const lists: Record<ComingKind, (signal: AbortSignal) => Promise<Listed>> = {
  event: api.listCampaignEvents,
  sport: api.listSports,
  exhibition: api.listExhibitions,
  olympiad: api.listOlympiads,
  ticket: api.listTickets,
  submission: api.listSubmissions,
  course: async (signal) =>
    (await api.listCourses(signal)).map(({ date, ...one }) => ({ ...one, date_from: date, date_to: date, open: true })),
}

/**
 * What runs or comes, soonest first, and the titles of the kinds that could not be loaded. `campaigns` is the list that the
 * page loads anyway, undefined where that failed.
 */
export async function loadComing(signal: AbortSignal, campaigns: Promise<Listed | undefined>) {
  const { events, failed } = (await inOneCall(signal)) ?? (await inManyCalls(signal, campaigns))
  return {
    events: events.toSorted((a, b) => (firstDay(a) < firstDay(b) ? -1 : Number(firstDay(a) > firstDay(b)))),
    failed,
  }
}
export type ComingCard = ReturnType<typeof cardsOf>[number]

/** What has no date comes last. */
const firstDay = (event: ComingCard) => daysOf(event)?.first ?? '~'

const cardsOf = (kind: ComingKind, events: Listed) =>
  eventCards(events).flatMap((card) => (card.state === 'over' ? [] : { ...card, kind }))

/** Undefined where the host has no such call. */
async function inOneCall(signal: AbortSignal) {
  try {
    const all = await api.listComing(signal)
    return { events: all.flatMap((event) => cardsOf(event.kind, [event])), failed: [] }
  } catch (error) {
    // A host that cannot be reached has the others neither.
    if (!isApiError(error) || error.kind === 'network') throw error
    return undefined
  }
}

async function inManyCalls(signal: AbortSignal, campaigns: Promise<Listed | undefined>) {
  const loaded = await Promise.all(
    kinds.map(async ({ kind, title }) => {
      const events = await (kind === 'event' ? campaigns : unlessFailed(lists[kind](signal)))
      return { title, cards: events && cardsOf(kind, events) }
    }),
  )
  unlessAllFailed(Object.fromEntries(loaded.map(({ title, cards }) => [title, cards])))
  const failed = loaded.filter(({ cards }) => !cards).map(({ title }) => title)
  return { events: loaded.flatMap(({ cards = [] }) => cards), failed }
}
