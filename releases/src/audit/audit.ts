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

const MINUTE = 60_000

/**
 * Whether a refusal of somebody without a token may still be written: anyone can cause those,
 * and the log of the managers must not be filled by strangers.
 */
export function strangerAllowance(perMinute = 30, now: () => number = () => performance.now()): () => boolean {
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
