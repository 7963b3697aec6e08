import { and, desc, eq } from 'drizzle-orm'
import type { ReleasesTransaction } from '../database'
import { event } from '../schema'

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
