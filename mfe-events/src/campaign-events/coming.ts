import type { ComingKind } from '@marram/api-contract/coming'
import { isApiError } from '@marram/sdk/api-error'
import { unlessFailed } from '@marram/ui/unless-failed'
import { listComing } from '../api'
import { unlessAllFailed } from '../components/area-data'
import { eventCards } from '../components/event-cards'
import { daysOf } from '../components/event-state'
import { kinds } from './kinds'

/**
 * What runs or comes, soonest first, and the titles of the kinds that could not be loaded. `campaigns` is the list that the
 * page loads anyway, undefined where that failed.
 */
export async function loadComing(signal: AbortSignal, campaigns: Promise<Listed[] | undefined>) {
  const { events, failed } = (await inOneCall(signal)) ?? (await inManyCalls(signal, campaigns))
  return { events: events.toSorted((a, b) => order(firstDay(a), firstDay(b))), failed }
}
export type ComingCard = ReturnType<typeof cardsOf>[number]

type Listed = Parameters<typeof eventCards>[0][number]

const cardsOf = (kind: ComingKind, events: Listed[]) =>
  eventCards(events)
    .filter(({ state }) => state !== 'over')
    .map((card) => ({ ...card, kind }))

/** Undefined where the host has no such call. */
async function inOneCall(signal: AbortSignal) {
  try {
    const all = await listComing(signal)
    return { events: all.flatMap((event) => cardsOf(event.kind, [event])), failed: [] }
  } catch (error) {
    // A host that cannot be reached has the others neither.
    if (!isApiError(error) || error.kind === 'network') throw error
    return undefined
  }
}

async function inManyCalls(signal: AbortSignal, campaigns: Promise<Listed[] | undefined>) {
  const lists = await Promise.all(
    kinds.map(async ({ kind, title, list }) => {
      const events = await (kind === 'event' ? campaigns : unlessFailed(list(signal)))
      return { title, cards: events && cardsOf(kind, events) }
    }),
  )
  unlessAllFailed(Object.fromEntries(lists.map(({ title, cards }) => [title, cards])))
  return {
    events: lists.flatMap(({ cards = [] }) => cards),
    failed: lists.filter(({ cards }) => !cards).map(({ title }) => title),
  }
}

/** What has no date comes last. */
const firstDay = (event: ComingCard) => daysOf(event)?.first ?? '~'
const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
