import { and, desc, eq } from 'drizzle-orm'
import type { ReleasesDatabase, ReleasesTransaction } from '../database'
import { event } from '../schema'

export type AuditEntry = Omit<typeof event.$inferInsert, 'id' | 'at'>

/** With a transaction where something changes, so that nothing happens without its entry. */
export async function record(db: ReleasesDatabase | ReleasesTransaction, entry: AuditEntry): Promise<void> {
  await db.insert(event).values(storable(entry))
}

/** A refused call may hold what PostgreSQL keeps in no text; it must still leave its entry. */
const storable = (entry: AuditEntry): AuditEntry =>
  JSON.parse(JSON.stringify(entry), (_, value) =>
    typeof value === 'string' ? value.replace(/\0|\p{Surrogate}/gu, '\ufffd') : value,
  )

/**
 * When this version was published last, whatever became of it; null for never. Its row does not say so while the same
 * bytes are sent a second time, and the audit log forgets nothing.
 */
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

const MINUTE = 60_000

/**
 * Whether a refusal of somebody without a token may still be written: anyone can cause those,
 * and the log of the managers must not be filled by anonymous clients.
 */
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
