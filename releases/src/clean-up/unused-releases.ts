import { and, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { record } from '../audit'
import type { ReleasesDatabase, ReleasesTransaction } from '../database'
import type { Desk } from '../desk'
import { releasesBehind } from '../discovery'
import { releaseKey } from '../live'
import { Refusal } from '../refusal'
import { environment, isPublished, release, releaseFile, rollout } from '../schema'

const DAY_MS = 86_400_000

type Version = { part: string; version: string }

/** Remembers that a document names these, or did until a moment ago; a link names them until it expires. */
export async function noteNamed(
  db: ReleasesDatabase | ReleasesTransaction,
  versions: Version[],
  until: Date,
): Promise<void> {
  if (versions.length === 0) return
  const named = versions.map((one) => and(eq(release.part, one.part), eq(release.version, one.version)))
  await db
    .update(release)
    .set({ lastNamedAt: until })
    .where(and(or(...named), or(isNull(release.lastNamedAt), lt(release.lastNamedAt, until))))
}

/** Releases that no document has named for so many days, the oldest first: no tab can want a file of them. */
export async function unusedReleases(db: ReleasesDatabase | ReleasesTransaction, days: number, now: Date) {
  const before = new Date(now.getTime() - days * DAY_MS)
  const rollouts = (await db.select().from(rollout)).filter(({ live }) => live)
  const named = new Set(releasesBehind(rollouts).map(({ part, version }) => releaseKey(part, version)))
  const lastUse = sql<Date>`greatest(${release.lastNamedAt}, ${release.completedAt})`.mapWith(release.completedAt)
  const rows = await db
    .select({ id: release.id, part: release.part, version: release.version, manifest: release.manifest, lastUse })
    .from(release)
    .where(and(isPublished, lt(lastUse, before)))
    .orderBy(lastUse, release.part, release.version)
  return rows
    .filter(({ part, version }) => !named.has(releaseKey(part, version)))
    .map(({ manifest, ...row }) => {
      const sizes = Object.values(manifest.files).map(({ size }) => size)
      return { ...row, files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
    })
}

type Deletion = { releases: Version[]; days: number; by: string; reason?: string | undefined }

/** Deletes the files of exactly these releases, or of none where one of them is in use again. */
export async function deleteReleases(
  desk: Desk & { files: { deleteAll(prefix: string): Promise<unknown> } },
  { releases, days, by, reason }: Deletion,
): Promise<{ deleted: number }> {
  const { db, files, now } = desk
  const removed = await db.transaction(async (tx) => {
    // Nothing goes live meanwhile.
    await tx.select().from(environment).orderBy(environment.name).for('update')
    const unused = new Map(
      (await unusedReleases(tx, days, now())).map((one) => [releaseKey(one.part, one.version), one]),
    )
    const used = releases.find(({ part, version }) => !unused.has(releaseKey(part, version)))
    if (used)
      throw new Refusal('conflict', `${used.part} ${used.version} was in use within ${days} days. Nothing was deleted.`)
    const found = releases.flatMap(({ part, version }) => unused.get(releaseKey(part, version)) ?? [])
    if (found.length > 0)
      await tx
        .update(release)
        .set({ removedAt: now() })
        .where(
          inArray(
            release.id,
            found.map(({ id }) => id),
          ),
        )
    for (const { part, version } of found)
      await record(tx, { action: 'clean-up', actor: by, part, version, reason, from: { version }, to: null })
    return found.length
  })
  await deleteFiles(desk.db, files)
  return { deleted: removed }
}

/**
 * A release that was removed keeps its rows until its files are gone: a registry that ended in between goes on here.
 * Whoever publishes the same bytes again waits meanwhile, and then begins with nothing.
 */
async function deleteFiles(
  db: ReleasesDatabase,
  files: { deleteAll(prefix: string): Promise<unknown> },
): Promise<void> {
  const left = await db
    .selectDistinct({ id: release.id })
    .from(release)
    .innerJoin(releaseFile, eq(releaseFile.release, release.id))
    .where(isNotNull(release.removedAt))
  for (const { id } of left) {
    await db.transaction(async (tx) => {
      const removed = and(eq(release.id, id), isNotNull(release.removedAt))
      const [still] = await tx.select({ id: release.id }).from(release).where(removed).for('update')
      if (!still) return
      await files.deleteAll(id)
      await tx.delete(releaseFile).where(eq(releaseFile.release, id))
    })
  }
}
