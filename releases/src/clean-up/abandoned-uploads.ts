import { and, isNull, sql } from 'drizzle-orm'
import type { ReleasesDatabase, ReleasesTransaction } from '../database'
import { release, releaseFile } from '../schema'

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

/** Begun and not completed; one that was taken away is no upload any more. */
export const isUpload = and(isNull(release.completedAt), isNull(release.removedAt))

/** Uploads of which nothing has arrived for so long, the one that stands still longest first. */
export async function abandonedUploads(db: ReleasesDatabase | ReleasesTransaction, seconds: number, now: Date) {
  const before = now.getTime() - seconds * 1000
  const stored = await storedByRelease(db)
  const { id, part, version, publishedBy: by, startedAt } = release
  const rows = await db.select({ id, part, version, by, startedAt }).from(release).where(isUpload)
  return rows
    .map(({ startedAt: begunAt, ...row }) => {
      const { lastAt, ...amount } = stored.get(row.id) ?? NOTHING
      return { ...row, ...amount, lastAt: lastAt !== null && lastAt > begunAt ? lastAt : begunAt }
    })
    .filter(({ lastAt }) => lastAt.getTime() < before)
    .sort((a, b) => a.lastAt.getTime() - b.lastAt.getTime())
}
