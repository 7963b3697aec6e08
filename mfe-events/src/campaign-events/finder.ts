import type { Days } from '@marram/api-contract/event-state'
import { monthAndYear } from '@marram/ui/dates'
import { matching } from '@marram/ui/matching'
import { kindNamed } from '../components/event-kinds'
import { daysOf } from '../components/event-state'
import type { ComingCard } from './coming'

/** The filters of an address, empty if missing or invalid. Months are written as `2027-04`. */
export function askedIn({ searchParams }: URL) {
  const given = (name: string) => searchParams.get(name)?.trim() ?? ''
  const page = Number(given('page'))
  return {
    month: /^[1-9]\d{3}-(?:0[1-9]|1[0-2])$/.test(given('month')) ? given('month') : '',
    kind: kindNamed(given('kind'))?.name ?? '',
    place: given('place').slice(0, 100),
    view: given('view') === 'calendar' ? ('calendar' as const) : ('' as const),
    page: Number.isInteger(page) && page >= 1 && page < 1000 ? page : 1,
  }
}

export type Asked = ReturnType<typeof askedIn>

export const monthOf = (day: string) => day.slice(0, 7)
export const monthTitle = (month: string) => monthAndYear(`${month}-01`)

export function foundIn(events: ComingCard[], { kind, place }: Pick<Asked, 'kind' | 'place'>): ComingCard[] {
  const wanted = kindNamed(kind)?.kind
  const isThere = matching(place)
  return events.filter(
    (event) => (!wanted || event.kind === wanted) && (!place || isThere({ title: event.place ?? '', description: '' })),
  )
}

export const runsIn = (month: string) => (event: ComingCard) => {
  const days = daysOf(event)
  return days !== undefined && monthOf(days.first) <= month && month <= monthOf(days.last)
}

export function monthsOf(events: ComingCard[], today: string): string[] {
  const months = events.flatMap((event) => {
    const days = daysOf(event)
    return days ? [monthOf(days.first > today ? days.first : today)] : []
  })
  return [...new Set(months)].toSorted()
}

export function monthAfter(month: string, by: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return monthOf(new Date(Date.UTC(year, number - 1 + by, 1)).toISOString())
}

/** What a row says large: the day on which an event begins, or ends if it has begun today, or before `month`. */
export function dayShown(event: ComingCard, month: string, today: string) {
  const days = daysOf(event)
  if (!days) return { hasBegun: false, goesOn: false }
  const hasBegun = days.first <= today || days.first < month
  const goesOn = hasBegun && days.first < days.last && today <= days.last
  return { day: goesOn ? days.last : days.first, hasBegun, goesOn }
}

/** In the order of these days: first what has begun, and what has no date comes last. */
export function asShown(events: ComingCard[], month: string, today: string): ComingCard[] {
  const placed = events.map((event) => {
    const { day, hasBegun } = dayShown(event, month, today)
    return { event, place: day ? `${hasBegun ? 0 : 1} ${day}` : '2' }
  })
  return placed
    .toSorted((one, other) => (one.place < other.place ? -1 : Number(one.place > other.place)))
    .map(({ event }) => event)
}

/** From this row on, a month that begins is folded. */
const MOST_OPEN = 12

/** Under the month in which they begin; what runs already stands first. Of one month all stand together. */
export function groupsOf(events: ComingCard[], month: string, today: string) {
  const groups: { id: string; title: string; month?: string; events: ComingCard[]; isFolded: boolean }[] = []
  for (const [row, event] of events.entries()) {
    const group = month ? inMonth(month) : beginning(daysOf(event), today)
    const last = groups.at(-1)
    if (last?.id === group.id) last.events.push(event)
    else groups.push({ ...group, events: [event], isFolded: row >= MOST_OPEN })
  }
  return groups
}

const inMonth = (month: string) => ({ id: `in-${month}`, title: monthTitle(month), month })

function beginning(days: Days | undefined, today: string) {
  if (!days) return { id: 'undated', title: 'Date not known yet' }
  return days.first <= today ? { id: 'now', title: 'On now' } : inMonth(monthOf(days.first))
}

const DAY_MS = 86_400_000
const WEEK = 7

type Entry = Pick<ComingCard, 'kind' | 'slug' | 'title'>
/** Over `span` days of a week, in one of its lanes; `begins` and `ends` are false where it goes on outside of them. */
export type Bar = Entry & { lane: number; span: number; last: string; begins: boolean; ends: boolean }
export type PlannedDay = { day: string; entries: Entry[]; bars: Bar[] }

/**
 * Its weeks from Monday to Sunday, with undefined for days of other months. What lasts several days is a bar on the first of
 * them in the week in which it begins, in that in which it ends, and in the first of the month; `throughout` has what is on
 * on every day of the month.
 */
export function monthPlan(events: ComingCard[], month: string) {
  const start = Date.parse(`${month}-01T00:00:00Z`)
  const length = Math.round((Date.parse(`${monthAfter(month, 1)}-01T00:00:00Z`) - start) / DAY_MS)
  const days = Array.from({ length }, (_, i): PlannedDay => {
    return { day: new Date(start + i * DAY_MS).toISOString().slice(0, 10), entries: [], bars: [] }
  })
  const dated = events.flatMap((event) => {
    const run = daysOf(event)
    return run ? [{ event, run }] : []
  })
  const [from = '', to = ''] = [days[0]?.day, days.at(-1)?.day]
  const isThroughout = ({ first, last }: Days) => first <= from && to <= last
  // Sunday is 0.
  const before = (new Date(start).getUTCDay() + 6) % WEEK
  const weeks = Array.from({ length: Math.ceil((before + length) / WEEK) }, (_, week) => {
    const cells = Array.from({ length: WEEK }, (_, weekday) => days[week * WEEK + weekday - before])
    /** The last day that each lane has taken. */
    const lanes: string[] = []
    for (const { event, run } of dated) {
      const taken = cells.flatMap((cell) => (cell && run.first <= cell.day && cell.day <= run.last ? [cell] : []))
      const [first, last] = [taken[0], taken.at(-1)]
      if (!first || !last || isThroughout(run)) continue
      const entry = { kind: event.kind, slug: event.slug, title: event.title }
      if (run.first === run.last) {
        first.entries.push(entry)
        continue
      }
      const [begins, ends] = [first.day === run.first, last.day === run.last]
      // It would bury the days that it has nothing new to say about.
      if (week > 0 && !begins && !ends) continue
      const free = lanes.findIndex((until) => until < first.day)
      const lane = free === -1 ? lanes.length : free
      lanes[lane] = last.day
      first.bars.push({ ...entry, lane, span: taken.length, last: run.last, begins, ends })
    }
    return { cells, lanes: lanes.length }
  })
  return { weeks, throughout: dated.flatMap(({ event, run }) => (isThroughout(run) ? event : [])) }
}
export type MonthPlan = ReturnType<typeof monthPlan>
