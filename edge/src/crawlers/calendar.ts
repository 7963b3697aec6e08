import { timing } from '@marram/api-contract/event-state'
import { calendarFile } from '@marram/calendar/calendar-file'
import { daysFrom, isRealDay } from '@marram/calendar/days'
import * as z from 'zod/mini'

/** An item of a list that is in a calendar: with a first and a last day, or with one. */
export const calendarItem = z.object({
  slug: z.string(),
  title: z.string(),
  date_from: z.optional(z.string()),
  date_to: z.optional(z.string()),
  date: z.optional(z.string()),
  place: z.optional(z.string()),
  time: z.optional(z.string()),
  fee: z.optional(z.string()),
  changed_at: z.optional(z.string()),
})
export type CalendarItem = z.infer<typeof calendarItem> & { url: string }

/** More than anybody plans, and not too many for any calendar program. */
const MOST_IN_CALENDAR = 1000

/** Where the API host does not send when an item was last changed: always the same, so that the text is. */
const UNKNOWN = Date.UTC(2026, 0, 1)

type Calendar = { name: string; origin: string; today: string }

/** The text of a calendar (RFC 5545) with what runs or comes, soonest first. Items without a day are left out. */
export function calendarText(items: CalendarItem[], { name, origin, today }: Calendar): string {
  const entries = items.flatMap(({ url, title, place, time, fee, changed_at = '', ...item }) => {
    const days = daysFrom(item.date_from ?? item.date, item.date_to)
    if (!title || !days || !isRealDay(days.first) || !isRealDay(days.last) || timing(days, today) === 'over') return []
    const address = origin + url
    const description = [time, fee].filter(Boolean).join('\n')
    const changed = new Date(Date.parse(changed_at) || UNKNOWN)
    // The UID is that of the entry that the page itself offers.
    return [{ title, place, description, url: address, uid: address, start: days.first, end: days.last, changed }]
  })
  const once = [...new Map(entries.map((entry) => [entry.uid, entry])).values()]
  const soonest = once.toSorted((a, b) => order(a.start, b.start) || order(a.uid, b.uid)).slice(0, MOST_IN_CALENDAR)
  return calendarFile(soonest, name)
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
