import { eventState, timing } from '@marram/api-contract/event-state'
import type { EventSummary } from '@marram/api-contract/event-summary'
import type { FormEvent } from '@marram/api-contract/forms'
import { and, asc, desc, eq, gte, lt } from 'drizzle-orm'
import { urlOf } from '../content/item-urls'
import { findForm } from '../forms/handlers'
import type { Context, Handlers } from '../http/call'
import { found } from '../http/refusal'
import { courses, type EventKind, events } from './tables'

type Row = typeof events.$inferSelect

const known = ({ place, time, fee }: Pick<Row, 'place' | 'time' | 'fee'>) => ({
  place: place ?? undefined,
  time: time ?? undefined,
  fee: fee ?? undefined,
})

/** Whether one can register comes from the dates and the form, whatever the record says. */
const summary =
  (today: string) =>
  ({ place, time, fee, ...row }: Row): EventSummary => ({
    ...row,
    ...known({ place, time, fee }),
    open: eventState(row, { first: row.date_from, last: row.date_to }, today) === 'open',
  })

/** Those that run or come, soonest first. */
async function currentEvents({ db, today }: Context, kind: EventKind): Promise<EventSummary[]> {
  const which = and(eq(events.kind, kind), gte(events.date_to, today()))
  const rows = await db.select().from(events).where(which).orderBy(asc(events.date_from), asc(events.slug))
  return rows.map(summary(today()))
}

/** Those that are over, latest first. */
async function pastEvents({ db, today }: Context, kind: EventKind): Promise<EventSummary[]> {
  const which = and(eq(events.kind, kind), lt(events.date_to, today()))
  const rows = await db.select().from(events).where(which).orderBy(desc(events.date_to), asc(events.slug))
  return rows.map(summary(today()))
}

const current = (kind: EventKind) => (context: Context) => currentEvents(context, kind)
const all = (kind: EventKind) => async (context: Context) => [
  ...(await currentEvents(context, kind)),
  ...(await pastEvents(context, kind)),
]
const one =
  (kind: EventKind): Handlers['getSport'] =>
  async ({ db, today }, { params: { slug = '' } }) => {
    const which = and(eq(events.kind, kind), eq(events.slug, slug))
    return summary(today())(found(await db.select().from(events).where(which), 'This event'))
  }

export const eventHandlers = {
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

  /** A form together with its event. */
  async getForm(context, { params, query }) {
    const form = await findForm(context, params.id)
    return { ...form, idempotent: true, event: await eventOfForm(context, form.slug, query.event) }
  },
} satisfies Partial<Handlers>

type Found = { slug: string; event: FormEvent }

/**
 * The event that a form belongs to. Where several have the same form it is the one that the visitor comes from, else
 * the only one that is not over; undefined where that is still none or several, since a guess would be wrong for some.
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
    ...dated.map(({ kind, slug, title, date_from, date_to, place, time, fee }) => ({
      slug,
      event: { title, date_from, date_to, url: urlOf[kind](slug), ...known({ place, time, fee }) },
    })),
    ...taught.map(({ slug, title, date }) => ({
      slug,
      event: { title, date_from: date, date_to: date, url: urlOf.course(slug) },
    })),
  ]
}
