import { and, eq, isNotNull, isNull, or } from 'drizzle-orm'
import type { ReleasesDatabase } from '../database'
import { release, releaseFile } from '../schema'

export type Files = { deleteAll(prefix: string): Promise<unknown> }

/**
 * What was removed keeps its rows until its files are gone: a registry that ended in between goes on here. Whoever
 * publishes the same bytes again waits meanwhile, and then begins with nothing.
 */
export async function deleteFiles(db: ReleasesDatabase, files: Files): Promise<void> {
  const left = await db
    .selectDistinct({ id: release.id })
    .from(release)
    .leftJoin(releaseFile, eq(releaseFile.release, release.id))
    .where(and(isNotNull(release.removedAt), or(isNotNull(releaseFile.release), isNull(release.completedAt))))
  for (const { id } of left) await deleteFilesOf(db, files, id)
}

/** Of one that was removed; of every other one nothing. */
export async function deleteFilesOf(db: ReleasesDatabase, files: Files, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const removed = and(eq(release.id, id), isNotNull(release.removedAt))
    const [still] = await tx.select({ completedAt: release.completedAt }).from(release).where(removed).for('update')
    if (!still) return
    await files.deleteAll(id)
    // Of an upload that was never published nobody needs to know its bytes.
    if (still.completedAt === null) await tx.delete(release).where(eq(release.id, id))
    else await tx.delete(releaseFile).where(eq(releaseFile.release, id))
  })
}
