import { eq, inArray } from 'drizzle-orm'
import { lastPublished, record } from '../audit/audit'
import type { RegistryContext } from '../context'
import type { ReleasesTransaction } from '../database'
import type { Handlers, Input } from '../handler'
import { releaseKey } from '../live/live'
import { Refusal } from '../refusal'
import { environment, release } from '../schema'
import { abandonedUploads, isUpload } from './abandoned-uploads'
import { deleteFiles, type Files } from './delete-files'
import { lockNamed, releasesByUse } from './unused-releases'

type Version = { part: string; version: string }
type Deletion = Input<'cleanUp'> & { by: string }

/** Deletes exactly these releases and uploads, or nothing where one of them is in use again. */
export async function cleanUp(context: RegistryContext & { files: Files }, deletion: Deletion) {
  const done = await context.db.transaction(async (tx) => {
    // Nothing goes live meanwhile.
    await tx.select().from(environment).orderBy(environment.name).for('update')
    const deleted = await removeReleases(tx, deletion, context.now())
    return { deleted, deletedUploads: await removeUploads(tx, deletion, context.now()) }
  })
  await deleteFiles(context.db, context.files)
  return done
}

async function removeReleases(tx: ReleasesTransaction, { releases, days, by, reason }: Deletion, now: Date) {
  if (releases.length === 0) return 0
  // A link to one of them that is being made is noted before, or finds it gone.
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
  // Whoever goes on with one of them at this moment does so before, or finds it gone.
  await tx.select({ id: release.id }).from(release).where(isUpload).orderBy(release.id).for('update')
  const abandoned = await abandonedUploads(tx, uploadSeconds, now)
  const found = findAll(uploads, abandoned, ({ part, version }) => `The upload of ${part} ${version} went on or ended.`)
  for (const { id, part, version, files, ofFiles } of found) {
    // Bytes that were published once are the only ones that may have this version, however often they come and go.
    const completedAt = await lastPublished(tx, { part, version })
    await tx.update(release).set({ removedAt: now, completedAt }).where(eq(release.id, id))
    const from = { version, upload: `${files} of ${ofFiles} files` }
    await record(tx, { action: 'clean-up', actor: by, part, version, reason, from, to: null })
  }
  return found.length
}

function findAll<Known extends Version>(wanted: Version[], known: Known[], why: (version: Version) => string): Known[] {
  const byName = new Map(known.map((one) => [releaseKey(one.part, one.version), one]))
  const names = new Set(wanted.map(({ part, version }) => releaseKey(part, version)))
  const missing = wanted.find(({ part, version }) => !byName.has(releaseKey(part, version)))
  if (missing) throw new Refusal('conflict', `${why(missing)} Nothing was deleted.`)
  return [...names].flatMap((name) => byName.get(name) ?? [])
}

export const cleanUpHandlers = {
  listUnused: async ({ db, now }, { days, uploadSeconds }) => {
    const { unused: releases, kept } = await releasesByUse(db, days, now())
    return { days, uploadSeconds, releases, kept, uploads: await abandonedUploads(db, uploadSeconds, now()) }
  },
  cleanUp: (context, input, { by }) => cleanUp(context, { ...input, by }),
} satisfies Partial<Handlers>
