import { and, desc, eq, gte, lt } from 'drizzle-orm'
import type { ReleasesDatabase } from '../database'
import type { Handlers } from '../handler'
import { event } from '../schema'

type EventsWanted = {
  limit: number
  /** Events before this id. */
  before?: number | undefined
  environment?: string | undefined
  part?: string | undefined
  actor?: string | undefined
  action?: string | undefined
  refused?: boolean | undefined
  since?: Date | undefined
  until?: Date | undefined
}

/** The audit log, newest first; `next` is where the following page begins. */
export async function listEvents(db: ReleasesDatabase, wanted: EventsWanted) {
  const { limit, before, environment, part, actor, action, refused, since, until } = wanted
  const rows = await db
    .select()
    .from(event)
    .where(
      and(
        before === undefined ? undefined : lt(event.id, before),
        environment === undefined ? undefined : eq(event.environment, environment),
        part === undefined ? undefined : eq(event.part, part),
        actor === undefined ? undefined : eq(event.actor, actor),
        action === undefined ? undefined : eq(event.action, action),
        refused === undefined ? undefined : eq(event.refused, refused),
        since === undefined ? undefined : gte(event.at, since),
        until === undefined ? undefined : lt(event.at, until),
      ),
    )
    .orderBy(desc(event.id))
    .limit(limit + 1)
  const events = rows.slice(0, limit)
  return { events, next: rows.length > limit ? (events.at(-1)?.id ?? null) : null }
}

const dateOf = (moment: string | undefined) => (moment === undefined ? undefined : new Date(moment))

export const auditHandlers = {
  listEvents: ({ db }, { refused, since, until, ...wanted }) =>
    listEvents(db, {
      ...wanted,
      since: dateOf(since),
      until: dateOf(until),
      refused: refused === undefined ? undefined : refused === 'true',
    }),
} satisfies Partial<Handlers>
