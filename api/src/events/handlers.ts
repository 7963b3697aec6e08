import { eventState } from '@marram/api-contract/event-state'
import type { EventSummary } from '@marram/api-contract/event-summary'
import { and, asc, desc, eq, gte, lt } from 'drizzle-orm'
import type { Context, Handlers } from '../http/call'
import { notFound } from '../http/refusal'
import { courses, type EventKind, events } from './tables'

type Row = typeof events.$inferSelect

/** Whether one can register comes from the dates and the form, whatever the record says. */
const summary =
  (today: string) =>
  ({ place, time, fee, ...row }: Row): EventSummary => ({
    ...row,
    place: place ?? undefined,
    time: time ?? undefined,
    fee: fee ?? undefined,
    open: eventState(row, { first: row.date_from, last: row.date_to }, today) === 'open',
  })

/** Those that run or come, soonest first. */
async function currentEvents({ db, today }: Context, kind: EventKind): Promise<EventSummary[]> {
  const rows = await db
    .select()
    .from(events)
    .where(and(eq(events.kind, kind), gte(events.date_to, today())))
    .orderBy(asc(events.date_from), asc(events.slug))
  return rows.map(summary(today()))
}

/** Those that are over, latest first. */
async function pastEvents({ db, today }: Context, kind: EventKind): Promise<EventSummary[]> {
  const rows = await db
    .select()
    .from(events)
    .where(and(eq(events.kind, kind), lt(events.date_to, today())))
    .orderBy(desc(events.date_to), asc(events.slug))
  return rows.map(summary(today()))
}

async function oneEvent({ db, today }: Context, kind: EventKind, slug: string | undefined): Promise<EventSummary> {
  const [row] = await db
    .select()
    .from(events)
    .where(and(eq(events.kind, kind), eq(events.slug, slug ?? '')))
  if (!row) throw notFound('This event')
  return summary(today())(row)
}

const current =
  (kind: EventKind): Handlers['listOpenSports'] =>
  (context) =>
    currentEvents(context, kind)

const all =
  (kind: EventKind): Handlers['listOlympiads'] =>
  async (context) => [...(await currentEvents(context, kind)), ...(await pastEvents(context, kind))]

const one =
  (kind: EventKind): Handlers['getSport'] =>
  (context, { params }) =>
    oneEvent(context, kind, params.slug)

export const eventHandlers: Handlers<
  | 'listOpenSports'
  | 'getSport'
  | 'listOlympiads'
  | 'getOlympiad'
  | 'listOpenTickets'
  | 'getTicket'
  | 'listOpenExhibitions'
  | 'listClosedExhibitions'
  | 'getExhibition'
  | 'listOpenSubmissions'
  | 'getOpenSubmission'
  | 'listCampaignEvents'
  | 'getCampaignEvent'
  | 'listCourses'
> = {
  listOpenSports: current('sport'),
  getSport: one('sport'),
  listOlympiads: all('olympiad'),
  getOlympiad: one('olympiad'),
  listOpenTickets: current('ticket'),
  getTicket: one('ticket'),
  listOpenExhibitions: current('exhibition'),
  listClosedExhibitions: (context) => pastEvents(context, 'exhibition'),
  getExhibition: one('exhibition'),
  listOpenSubmissions: current('submission'),
  getOpenSubmission: one('submission'),
  listCampaignEvents: all('event'),
  getCampaignEvent: one('event'),
  listCourses: ({ db }) => db.select().from(courses).orderBy(asc(courses.date), asc(courses.slug)),
}
