import { type ComingEvent, MOST_COMING } from '@marram/api-contract/coming'
import { type EventState, eventState } from '@marram/api-contract/event-state'
import type { EventSummary } from '@marram/api-contract/event-summary'
import type { Form, FormEvent } from '@marram/api-contract/forms'
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

/** Of a course, as if it took one day: the one on which it begins. */
const courseSummary = ({ date, ...row }: typeof courses.$inferSelect) => ({
  ...row,
  changed_at: row.changed_at.toISOString(),
  ...{ date_from: date, date_to: date, open: row.form !== null },
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
    const taught = gte(courses.date, today())
    const [[row], [course]] = await Promise.all([
      db.select().from(events).where(coming).orderBy(asc(events.date_from), asc(events.slug)).limit(1),
      db.select().from(courses).where(taught).orderBy(asc(courses.date), asc(courses.slug)).limit(1),
    ])
    if (course && !(row && row.date_from <= course.date))
      return { ...courseSummary(course), url: urlOf.course(course.slug) }
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
      ...taught.map((row) => ({ ...courseSummary(row), kind: 'course' as const })),
    ]
    return all
      .toSorted((a, b) => (a.date_from < b.date_from ? -1 : Number(a.date_from > b.date_from)))
      .slice(0, MOST_COMING)
  },

  async getForm(context, { params, query }) {
    const form = await findForm(context, params.id)
    const { notice, requires_login } = withoutNulls(form)
    const keep_days = form.keep_days ?? KEEP_DAYS
    const all = await eventsOf(context, form.slug)
    const asked = all.filter(({ slug }) => slug === query.event)
    const candidates = asked.length > 0 ? asked : all
    const [event, closed] = [eventOf(candidates), closedBy(candidates)]
    return { ...form, notice, requires_login, keep_days, idempotent: true, event, closed }
  },
} satisfies Partial<Handlers>

type Found = { slug: string; state: EventState; event: FormEvent }

/** The event of a form: the only one that is not over, else undefined, because a guess would sometimes be wrong. */
const eventOf = (all: Found[]) => only(all.filter(({ state }) => state !== 'over')) ?? only(all)

const only = ([first, ...others]: Found[]) => (others.length === 0 ? first?.event : undefined)

/** Why nobody can register for any of these events. A form without an event is always open. */
function closedBy(all: Found[]): Form['closed'] {
  if (all.length === 0 || all.some(({ state }) => state === 'open')) return undefined
  return all.every(({ state }) => state === 'over') ? 'over' : 'closed'
}

/** The same for all events of a form. */
export const whyClosed = async (context: Context, form: string): Promise<Form['closed']> =>
  closedBy(await eventsOf(context, form))

async function eventsOf({ db, today }: Context, form: string): Promise<Found[]> {
  const day = today()
  const [dated, taught] = await Promise.all([
    db.select().from(events).where(eq(events.form, form)),
    db.select().from(courses).where(eq(courses.form, form)),
  ])
  return [
    ...dated.map((row) => {
      const { kind, slug, title, image, date_from, date_to } = row
      const state = eventState(row, { first: date_from, last: date_to }, day)
      return { slug, state, event: { title, image, date_from, date_to, url: urlOf[kind](slug), ...known(row) } }
    }),
    ...taught.map(({ slug, title, image, date }) => ({
      slug,
      state: eventState({ open: true, form }, { first: date, last: date }, day),
      event: { title, image, date_from: date, date_to: date, url: urlOf.course(slug) },
    })),
  ]
}
