import { type ComingEvent, MOST_COMING } from '@marram/api-contract/coming'
import { eventState, timing } from '@marram/api-contract/event-state'
import type { EventSummary } from '@marram/api-contract/event-summary'
import type { FormEvent } from '@marram/api-contract/forms'
import { KEEP_DAYS } from '@marram/api-contract/personal-data'
import { and, asc, desc, eq, gte, lt, ne, type SQL } from 'drizzle-orm'
import { urlOf } from '../content/item-urls'
import { findForm } from '../forms/handlers'
import { type Context, type Handlers, withoutNulls } from '../http/call'
import { found } from '../http/refusal'
import { courses, type EventKind, events } from './tables'

type Row = typeof events.$inferSelect

const known = ({ place, time, fee, quiz_minutes }: Row) => withoutNulls({ place, time, fee, quiz_minutes })

/** Whether registration is open depends on the dates and the form, not on the record's own field. */
const summary = (row: Row, today: string): EventSummary => ({
  ...row,
  ...known(row),
  changed_at: row.changed_at.toISOString(),
  open: eventState(row, { first: row.date_from, last: row.date_to }, today) === 'open',
})

const eventsWhere = async ({ db, today }: Context, kind: EventKind, which: SQL, order: SQL) => {
  const rows = await db
    .select()
    .from(events)
    .where(and(eq(events.kind, kind), which))
    .orderBy(order, asc(events.slug))
  return rows.map((row) => summary(row, today()))
}

/** Current and coming events, soonest first. */
const current = (kind: EventKind) => (context: Context) =>
  eventsWhere(context, kind, gte(events.date_to, context.today()), asc(events.date_from))

/** Past events, latest first. */
const past = (kind: EventKind) => (context: Context) =>
  eventsWhere(context, kind, lt(events.date_to, context.today()), desc(events.date_to))

const all = (kind: EventKind) => async (context: Context) => [
  ...(await current(kind)(context)),
  ...(await past(kind)(context)),
]

const one =
  (kind: EventKind): Handlers['getSport'] =>
  async ({ db, today }, { params: { slug = '' } }) => {
    const which = and(eq(events.kind, kind), eq(events.slug, slug))
    return summary(found(await db.select().from(events).where(which), 'This event'), today())
  }

export const eventHandlers = {
  listOpenSports: current('sport'),
  getSport: one('sport'),
  listOlympiads: all('olympiad'),
  getOlympiad: one('olympiad'),
  listOpenTickets: current('ticket'),
  getTicket: one('ticket'),
  listOpenExhibitions: current('exhibition'),
  listClosedExhibitions: past('exhibition'),
  getExhibition: one('exhibition'),
  listOpenSubmissions: current('submission'),
  getOpenSubmission: one('submission'),
  listCampaignEvents: all('event'),
  getCampaignEvent: one('event'),
  async getNextEvent({ db, today }) {
    const coming = and(gte(events.date_from, today()), ne(events.kind, 'submission'))
    const [row] = await db.select().from(events).where(coming).orderBy(asc(events.date_from), asc(events.slug)).limit(1)
    return row ? { ...summary(row, today()), url: urlOf[row.kind](row.slug) } : null
  },
  async listCourses({ db }) {
    const rows = await db.select().from(courses).orderBy(asc(courses.date), asc(courses.slug))
    return rows.map((row) => ({ ...row, changed_at: row.changed_at.toISOString() }))
  },

  async listComing({ db, today }) {
    const day = today()
    const [dated, taught] = await Promise.all([
      db
        .select()
        .from(events)
        .where(gte(events.date_to, day))
        .orderBy(asc(events.date_from), asc(events.kind), asc(events.slug))
        .limit(MOST_COMING),
      db.select().from(courses).where(gte(courses.date, day)).orderBy(asc(courses.date)).limit(MOST_COMING),
    ])
    const all: ComingEvent[] = [
      ...dated.map((row) => ({ ...summary(row, day), kind: row.kind })),
      ...taught.map(({ date, ...row }) => ({
        ...row,
        kind: 'course' as const,
        changed_at: row.changed_at.toISOString(),
        ...{ date_from: date, date_to: date, open: row.form !== null },
      })),
    ]
    return all
      .toSorted((a, b) => (a.date_from < b.date_from ? -1 : Number(a.date_from > b.date_from)))
      .slice(0, MOST_COMING)
  },

  async getForm(context, { params, query }) {
    const form = await findForm(context, params.id)
    const { notice, requires_login } = withoutNulls(form)
    const keep_days = form.keep_days ?? KEEP_DAYS
    const event = await eventOfForm(context, form.slug, query.event)
    return { ...form, notice, requires_login, keep_days, idempotent: true, event }
  },
} satisfies Partial<Handlers>

type Found = { slug: string; event: FormEvent }

/**
 * The event that a form belongs to. If there are several, the one that the visitor comes from, else the only one that is
 * not over, else undefined: a guess would sometimes be wrong.
 */
async function eventOfForm(context: Context, form: string, from: string | undefined) {
  const all = await eventsOf(context, form)
  const asked = all.filter(({ slug }) => slug === from)
  const candidates = asked.length > 0 ? asked : all
  const ahead = candidates.filter(
    ({ event }) => timing({ first: event.date_from, last: event.date_to }, context.today()) !== 'over',
  )
  return only(ahead) ?? only(candidates)
}

const only = ([first, ...others]: Found[]) => (others.length === 0 ? first?.event : undefined)

async function eventsOf({ db }: Context, form: string): Promise<Found[]> {
  const [dated, taught] = await Promise.all([
    db.select().from(events).where(eq(events.form, form)),
    db.select().from(courses).where(eq(courses.form, form)),
  ])
  return [
    ...dated.map((row) => {
      const { kind, slug, title, image, date_from, date_to } = row
      return { slug, event: { title, image, date_from, date_to, url: urlOf[kind](slug), ...known(row) } }
    }),
    ...taught.map(({ slug, title, image, date }) => ({
      slug,
      event: { title, image, date_from: date, date_to: date, url: urlOf.course(slug) },
    })),
  ]
}
