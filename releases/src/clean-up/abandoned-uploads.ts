import { and, isNull } from 'drizzle-orm'
import type { ReleasesDatabase, ReleasesTransaction } from '../database'
import { release } from '../schema'
import { NOTHING, storedByRelease } from './stored'

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
