import { and, desc, eq, gte, lt } from 'drizzle-orm'
import type { ReleasesDatabase } from '../database'
import type { Handlers, Input } from '../handler'
import { event } from '../schema'

/** The audit log, newest first; `next` is where the following page begins. */
async function listEvents(db: ReleasesDatabase, { limit, ...wanted }: Input<'listEvents'>) {
  const { before, environment, part, actor, action, refused, since, until } = wanted
  const conditions = [
    before !== undefined && lt(event.id, before),
    environment !== undefined && eq(event.environment, environment),
    part !== undefined && eq(event.part, part),
    actor !== undefined && eq(event.actor, actor),
    action !== undefined && eq(event.action, action),
    refused !== undefined && eq(event.refused, refused === 'true'),
    since !== undefined && gte(event.at, new Date(since)),
    until !== undefined && lt(event.at, new Date(until)),
  ]
  const rows = await db
    .select()
    .from(event)
    .where(and(...conditions.filter((condition) => condition !== false)))
    .orderBy(desc(event.id))
    .limit(limit + 1)
  const events = rows.slice(0, limit)
  return { events, next: rows.length > limit ? (events.at(-1)?.id ?? null) : null }
}

export const auditHandlers = { listEvents: ({ db }, wanted) => listEvents(db, wanted) } satisfies Partial<Handlers>
