import { and, eq, isNotNull, isNull, or } from 'drizzle-orm'
import type { ReleasesDatabase } from '../database'
import { release, releaseFile } from '../schema'
import type { ReleaseFiles } from '../storage'

type Files = Pick<ReleaseFiles, 'deleteAll'>

/**
 * What was removed keeps its rows until its files are gone, so that the next call goes on where a registry ended in
 * between. An upload of the same bytes waits meanwhile, and then begins with nothing.
 */
export async function deleteFiles(db: ReleasesDatabase, files: Files): Promise<void> {
  const left = await db
    .selectDistinct({ id: release.id })
    .from(release)
    .leftJoin(releaseFile, eq(releaseFile.release, release.id))
    .where(and(isNotNull(release.removedAt), or(isNotNull(releaseFile.release), isNull(release.completedAt))))
  for (const { id } of left) await deleteFilesOf(db, files, id)
}

/** Deletes nothing of a release that was not removed. */
export async function deleteFilesOf(db: ReleasesDatabase, files: Files, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const removed = and(eq(release.id, id), isNotNull(release.removedAt))
    const [still] = await tx.select({ completedAt: release.completedAt }).from(release).where(removed).for('update')
    if (!still) return
    await files.deleteAll(id)
    // The digest of an upload that was never published is of no use.
    if (still.completedAt === null) await tx.delete(release).where(eq(release.id, id))
    else await tx.delete(releaseFile).where(eq(releaseFile.release, id))
  })
}
