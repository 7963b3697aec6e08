import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import { lastPublished, record } from '../audit/audit'
import type { RegistryContext } from '../context'
import type { ReleasesDatabase, ReleasesTransaction } from '../database'
import type { Handlers, InputBy } from '../handler'
import { releaseKey, type Version } from '../live/live'
import { Refusal } from '../refusal'
import { environment, pagePictures, release, releaseFile } from '../schema'
import type { ReleaseFiles } from '../storage'
import { abandonedUploads, isUpload, lockNamed, releasesByUse } from './unused-releases'

type Deletion = InputBy<'cleanUp'>

export const cleanUpHandlers = {
  listUnused: async ({ db, now }, { days, uploadSeconds }) => {
    const { unused: releases, kept } = await releasesByUse(db, days, now())
    return { days, uploadSeconds, releases, kept, uploads: await abandonedUploads(db, uploadSeconds, now()) }
  },
  cleanUp,
} satisfies Partial<Handlers>

/** Deletes exactly these releases and uploads, or nothing if one of them is in use again. */
async function cleanUp({ db, files, now }: RegistryContext, deletion: Deletion) {
  const deleted = await db.transaction(async (tx) => {
    // Nothing goes live meanwhile.
    await tx.select().from(environment).orderBy(environment.name).for('update')
    return {
      deleted: await removeReleases(tx, deletion, now()),
      deletedUploads: await removeUploads(tx, deletion, now()),
    }
  })
  await deleteFiles(db, files)
  return deleted
}

async function removeReleases(tx: ReleasesTransaction, { releases, days, by, reason }: Deletion, now: Date) {
  if (releases.length === 0) return 0
  // A concurrently created link to one of them is noted before this, or finds it deleted.
  await lockNamed(tx, releases)
  const { unused } = await releasesByUse(tx, days, now)
  const found = findAll(releases, unused, ({ part, version }) => `${part} ${version} was in use within ${days} days.`)
  const ids = found.map(({ id }) => id)
  await tx.update(release).set({ removedAt: now }).where(inArray(release.id, ids))
  for (const { part, version } of found)
    await record(tx, { action: 'clean-up', actor: by, part, version, reason, from: { version }, to: null })
  return found.length
}

async function removeUploads(tx: ReleasesTransaction, { uploads, uploadSeconds, by, reason }: Deletion, now: Date) {
  if (uploads.length === 0) return 0
  // A concurrently resumed upload is resumed before this, or finds itself deleted.
  await tx.select({ id: release.id }).from(release).where(isUpload).orderBy(release.id).for('update')
  const abandoned = await abandonedUploads(tx, uploadSeconds, now)
  const found = findAll(uploads, abandoned, ({ part, version }) => `The upload of ${part} ${version} went on or ended.`)
  for (const { id, part, version, files, ofFiles } of found) {
    // This version may only ever have the bytes that were published first, however often they are deleted and uploaded again.
    const completedAt = await lastPublished(tx, { part, version })
    await tx.update(release).set({ removedAt: now, completedAt }).where(eq(release.id, id))
    const from = { version, upload: `${files} of ${ofFiles} files` }
    await record(tx, { action: 'clean-up', actor: by, part, version, reason, from, to: null })
  }
  return found.length
}

function findAll<Known extends Version>(wanted: Version[], known: Known[], why: (version: Version) => string): Known[] {
  const byName = new Map(known.map((one) => [releaseKey(one), one]))
  const found = wanted.map((one) => {
    const row = byName.get(releaseKey(one))
    if (!row) throw new Refusal('conflict', `${why(one)} Nothing was deleted.`)
    return row
  })
  return [...new Set(found)]
}

type Files = Pick<ReleaseFiles, 'deleteAll'>

/** The rows of deleted releases stay until their files are deleted, so that the next run can continue after a crash. */
export async function deleteFiles(db: ReleasesDatabase, files: Files): Promise<void> {
  const left = await db
    .selectDistinct({ id: release.id })
    .from(release)
    .leftJoin(releaseFile, eq(releaseFile.release, release.id))
    .where(and(isNotNull(release.removedAt), or(isNotNull(releaseFile.release), isNull(release.completedAt))))
  for (const { id } of left) await deleteFilesOf(db, files, id)
}

/** Deletes no files of a release that was not deleted. */
export async function deleteFilesOf(db: ReleasesDatabase, files: Files, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const removed = and(eq(release.id, id), isNotNull(release.removedAt))
    const [still] = await tx.select({ completedAt: release.completedAt }).from(release).where(removed).for('update')
    if (!still) return
    // Pictures of its pages are below its files.
    await files.deleteAll(id)
    await tx.delete(pagePictures).where(eq(pagePictures.release, id))
    // The digest of an upload that was never published is not needed.
    if (still.completedAt === null) await tx.delete(release).where(eq(release.id, id))
    else await tx.delete(releaseFile).where(eq(releaseFile.release, id))
  })
}
