import { sql } from 'drizzle-orm'
import type { ReleasesDatabase, ReleasesTransaction } from '../database'
import { releaseFile } from '../schema'

export type Stored = { files: number; ofFiles: number; bytes: number; lastAt: Date | null }

export const NOTHING: Stored = { files: 0, ofFiles: 0, bytes: 0, lastAt: null }

/** What is stored of each release and upload, by its id. */
export async function storedByRelease(db: ReleasesDatabase | ReleasesTransaction): Promise<Map<string, Stored>> {
  const { release, size, brotliSize, storedAt } = releaseFile
  const rows = await db
    .select({
      id: release,
      files: sql<number>`count(${storedAt})`.mapWith(Number),
      ofFiles: sql<number>`count(*)`.mapWith(Number),
      bytes:
        sql<number>`coalesce(sum(${size} + coalesce(${brotliSize}, 0)) filter (where ${storedAt} is not null), 0)`.mapWith(
          Number,
        ),
      lastAt: sql<Date | null>`max(${storedAt})`.mapWith(storedAt),
    })
    .from(releaseFile)
    .groupBy(release)
  return new Map(rows.map(({ id, ...stored }) => [id, stored]))
}
