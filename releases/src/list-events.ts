import { and, desc, eq, lt } from 'drizzle-orm'
import type { ReleasesDatabase } from './database'
import { event } from './schema'

type Wanted = {
  limit: number
  before?: number | undefined
  environment?: string | undefined
  part?: string | undefined
}

/** The audit log, newest first. */
export const listEvents = (db: ReleasesDatabase, { limit, before, environment, part }: Wanted) =>
  db
    .select()
    .from(event)
    .where(
      and(
        before === undefined ? undefined : lt(event.id, before),
        environment === undefined ? undefined : eq(event.environment, environment),
        part === undefined ? undefined : eq(event.part, part),
      ),
    )
    .orderBy(desc(event.id))
    .limit(limit)
