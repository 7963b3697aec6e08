import type { Role } from '@marram/release-contract/permissions'
import { and, desc, eq, getTableColumns, gte, lt, sql } from 'drizzle-orm'
import type { Db, ReleasesTransaction } from '../database'
import type { Handlers } from '../handler'
import { event, identity, token } from '../schema'

export type AuditEntry = Omit<typeof event.$inferInsert, 'id' | 'at'>

/** In the transaction of a change, so that no change is made without its entry. */
export async function record(db: Db, entry: AuditEntry): Promise<void> {
  await db.insert(event).values(storable(entry))
}

/** As JSON. A refused call may contain characters that PostgreSQL cannot store; it must still have an entry. */
const storable = (entry: AuditEntry): AuditEntry =>
  JSON.parse(JSON.stringify(entry), (_, value) =>
    typeof value === 'string' ? value.replace(/\0|\p{Surrogate}/gu, '\ufffd') : value,
  )

/** When this version was last published; null for never. The row of a release loses this while it is uploaded again. */
export async function lastPublished(
  tx: ReleasesTransaction,
  { part, version }: { part: string; version: string },
): Promise<Date | null> {
  const published = and(eq(event.part, part), eq(event.version, version), eq(event.action, 'publish'))
  const [last] = await tx
    .select({ at: event.at })
    .from(event)
    .where(and(published, eq(event.refused, false)))
    .orderBy(desc(event.id))
    .limit(1)
  return last?.at ?? null
}

/** A name belongs to one valid token: the last one that was created before the event. */
const roleOfActor = sql<Role | null>`coalesce((select ${token.role} from ${token}
  where ${token.name} = ${event.actor} and ${token.createdAt} <= ${event.at} order by ${token.createdAt} desc limit 1),
  (select ${identity.role} from ${identity} where ${identity.name} = ${event.actor} and ${identity.createdAt} <= ${event.at}))`

const MINUTE = 60_000

/** Whether another refusal of an anonymous client is written: anyone can cause those, and they must not fill the log. */
export function anonymousAllowance(perMinute = 30, now: () => number = () => performance.now()): () => boolean {
  let from = now()
  let used = 0
  return () => {
    if (now() - from >= MINUTE) {
      from = now()
      used = 0
    }
    used += 1
    return used <= perMinute
  }
}

export const auditHandlers = {
  /** The audit log, newest first; `next` is the cursor of the following page. */
  async listEvents({ db }, { limit, before, environment, part, actor, action, refused, since, until }) {
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
      .select({ ...getTableColumns(event), role: roleOfActor })
      .from(event)
      .where(and(...conditions.filter((condition) => condition !== false)))
      .orderBy(desc(event.id))
      .limit(limit + 1)
    const events = rows.slice(0, limit)
    return { events, next: rows.length > limit ? (events.at(-1)?.id ?? null) : null }
  },
} satisfies Partial<Handlers>
