import { timing } from '@marram/api-contract/event-state'
import type { FormEvent } from '@marram/api-contract/forms'
import { eq } from 'drizzle-orm'
import { urlOf } from '../content/item-urls'
import { findForm } from '../forms/handlers'
import type { Context, Handlers } from '../http/call'
import { courses, events } from './tables'

/** A form together with its event. */
export const eventFormHandlers: Handlers<'getForm'> = {
  async getForm(context, { params, query }) {
    const form = await findForm(context, params.id)
    return { ...form, idempotent: true, event: await eventOfForm(context, form.slug, query.event) }
  },
}

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
      event: {
        ...{ title, date_from, date_to, url: urlOf[kind](slug) },
        ...{ place: place ?? undefined, time: time ?? undefined, fee: fee ?? undefined },
      },
    })),
    ...taught.map(({ slug, title, date }) => ({
      slug,
      event: { title, date_from: date, date_to: date, url: urlOf.course(slug) },
    })),
  ]
}
