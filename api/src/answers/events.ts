import type { EventSummary } from '@marram/contracts/event-summary'
import { and, asc, desc, eq, gte, lt } from 'drizzle-orm'
import type { Answers, Context } from '../call'
import { type EventKind, events } from '../database/tables'
import { notFound } from '../refusal'

type Row = typeof events.$inferSelect

/** Registration ends with the event, whatever the record says. */
const summary =
  (today: string) =>
  ({ place, ...row }: Row): EventSummary => ({
    ...row,
    place: place ?? undefined,
    open: row.open && row.date_to >= today,
  })

/** Those that run or come, soonest first. */
export async function currentEvents({ db, today }: Context, kind: EventKind): Promise<EventSummary[]> {
  const rows = await db
    .select()
    .from(events)
    .where(and(eq(events.kind, kind), gte(events.date_to, today())))
    .orderBy(asc(events.date_from), asc(events.slug))
  return rows.map(summary(today()))
}

/** Those that are over, latest first. */
export async function pastEvents({ db, today }: Context, kind: EventKind): Promise<EventSummary[]> {
  const rows = await db
    .select()
    .from(events)
    .where(and(eq(events.kind, kind), lt(events.date_to, today())))
    .orderBy(desc(events.date_to), asc(events.slug))
  return rows.map(summary(today()))
}

export async function oneEvent(
  { db, today }: Context,
  kind: EventKind,
  slug: string | undefined,
): Promise<EventSummary> {
  const [row] = await db
    .select()
    .from(events)
    .where(and(eq(events.kind, kind), eq(events.slug, slug ?? '')))
  if (!row) throw notFound('This event')
  return summary(today())(row)
}

export const sportAnswers: Answers<'listOpenSports' | 'getSport'> = {
  listOpenSports: (context) => currentEvents(context, 'sport'),
  getSport: (context, { params }) => oneEvent(context, 'sport', params.slug),
}
