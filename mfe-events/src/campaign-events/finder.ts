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

const monthOf = (day: string) => day.slice(0, 7)
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

/** Under the month in which they begin; what runs already stands first. Of one month all stand together. */
export function groupsOf(events: ComingCard[], month: string, today: string) {
  const groups: { title: string; events: ComingCard[] }[] = []
  for (const event of events) {
    const title = month ? monthTitle(month) : beginning(daysOf(event), today)
    const last = groups.at(-1)
    if (last?.title === title) last.events.push(event)
    else groups.push({ title, events: [event] })
  }
  return groups
}

function beginning(days: Days | undefined, today: string): string {
  if (!days) return 'Date not known yet'
  return days.first <= today ? 'On now' : monthTitle(monthOf(days.first))
}

const DAY_MS = 86_400_000
/** In days; what lasts longer would fill the calendar. */
const LONG = 7

export type DayEntry = Pick<ComingCard, 'kind' | 'slug' | 'title'> & { note: '' | 'begins' | 'ends' }

/** Its weeks from Monday to Sunday, with undefined for days of other months; `long` has what lasts longer than a week. */
export function monthPlan(events: ComingCard[], month: string) {
  const start = Date.parse(`${month}-01T00:00:00Z`)
  const length = Math.round((Date.parse(`${monthAfter(month, 1)}-01T00:00:00Z`) - start) / DAY_MS)
  const dated = events.flatMap((event) => {
    const days = daysOf(event)
    return days ? [{ event, days, isLong: lengthOf(days) > LONG }] : []
  })
  const days = Array.from({ length }, (_, i) => {
    const day = new Date(start + i * DAY_MS).toISOString().slice(0, 10)
    const entries = dated.flatMap(({ event: { kind, slug, title }, days: { first, last }, isLong }): DayEntry[] => {
      const entry = { kind, slug, title }
      if (!isLong) return first <= day && day <= last ? [{ ...entry, note: '' }] : []
      if (day === first) return [{ ...entry, note: 'begins' }]
      return day === last ? [{ ...entry, note: 'ends' }] : []
    })
    return { day, entries }
  })
  // Sunday is 0.
  const before = (new Date(start).getUTCDay() + 6) % 7
  const weeks = Array.from({ length: Math.ceil((before + length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => days[week * 7 + weekday - before]),
  )
  return { weeks, long: dated.flatMap(({ event, isLong }) => (isLong ? event : [])) }
}
export type MonthPlan = ReturnType<typeof monthPlan>

const lengthOf = ({ first, last }: Days) => (Date.parse(last) - Date.parse(first)) / DAY_MS + 1
