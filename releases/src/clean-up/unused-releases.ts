import type { Unused } from '@marram/release-contract/calls/clean-up'
import { and, count, isNull, lt, max, or, sql } from 'drizzle-orm'
import type { Db, ReleasesTransaction } from '../database'
import { earlierVersions } from '../discovery/discovery'
import { liveRollouts, type Rollout, releaseKey, type Version } from '../live/live'
import { isPublished, isVersion, release, releaseFile } from '../schema'

const DAY_MS = 86_400_000

type Why = Unused['kept'][number]['why'][number]

/** Notes that a document names these, or recently did; a link names them until it expires. */
export async function noteNamed(tx: ReleasesTransaction, versions: Version[], until: Date): Promise<void> {
  if (versions.length === 0) return
  await lockNamed(tx, versions)
  await tx
    .update(release)
    .set({ lastNamedAt: until })
    .where(and(isNamed(versions), or(isNull(release.lastNamedAt), lt(release.lastNamedAt, until))))
}

const isNamed = (versions: Version[]) => or(...versions.map(isVersion))

/** Locks these, so that nothing else names or deletes them. In one order, to avoid deadlocks. */
export async function lockNamed(tx: ReleasesTransaction, versions: Version[]): Promise<void> {
  if (versions.length === 0) return
  await tx.select({ id: release.id }).from(release).where(isNamed(versions)).orderBy(release.id).for('no key update')
}

/** All releases, the oldest use first: those that no document has named for so long, and the others with the reason. */
export async function releasesByUse(db: Db, days: number, now: Date) {
  const inUse = usesOf(await liveRollouts(db))
  const stored = await storedByRelease(db)
  const { id, part, version, lastNamedAt, completedAt } = release
  const rows = await db
    .select({ id, part, version, lastNamedAt, completedAt })
    .from(release)
    .where(isPublished)
    .orderBy(part, version)
  const all = rows
    .map((row) => {
      const { files, bytes } = stored.get(row.id) ?? NOTHING
      const lastUse = new Date(Math.max(Number(row.lastNamedAt), Number(row.completedAt)))
      const keptUntil = new Date(lastUse.getTime() + days * DAY_MS)
      const uses = inUse.get(releaseKey(row)) ?? []
      const why = keptUntil < now ? uses : [...uses, recentUse(row, { days, now })]
      const { id, part, version } = row
      return { id, part, version, lastUse, files, bytes, why, keptUntil: uses.length > 0 ? null : keptUntil }
    })
    .sort((a, b) => Number(a.lastUse) - Number(b.lastUse))
  return { unused: all.filter(({ why }) => why.length === 0), kept: all.filter(({ why }) => why.length > 0) }
}

/** Releases that documents name, by `part@version`, with the purpose. */
function usesOf(rollouts: Rollout[]): Map<string, Why[]> {
  const uses = new Map<string, Why[]>()
  const note = (part: string, version: string, why: Why) => {
    const key = releaseKey({ part, version })
    uses.set(key, [...(uses.get(key) ?? []), why])
  }
  for (const row of rollouts) {
    const { environment, part, stable, candidate } = row
    note(part, stable, { reason: 'live', message: `It is live in ${environment}.` })
    if (candidate !== null)
      note(part, candidate, { reason: 'rollout', message: `It is being rolled out in ${environment}.` })
    for (const version of earlierVersions(row))
      note(part, version, { reason: 'fallback', message: `${environment} could fall back to it.` })
  }
  return uses
}

type Moments = { lastNamedAt: Date | null; completedAt: Date | null }

function recentUse({ lastNamedAt, completedAt }: Moments, { days, now }: { days: number; now: Date }): Why {
  if (lastNamedAt === null || lastNamedAt < (completedAt as Date))
    return { reason: 'new', message: `It was published within ${days} days.` }
  if (lastNamedAt > now) return { reason: 'link', message: 'A link to a preview shows it.' }
  return { reason: 'named', message: `Pages named it within ${days} days: tabs that are open may need its files.` }
}

type Stored = { files: number; ofFiles: number; bytes: number; lastAt: Date | null }

const NOTHING: Stored = { files: 0, ofFiles: 0, bytes: 0, lastAt: null }

/** Stored files and bytes of each release and upload, by id. */
async function storedByRelease(db: Db): Promise<Map<string, Stored>> {
  const { release, size, brotliSize, storedAt } = releaseFile
  const bytes = sql<number>`coalesce(sum(${size} + coalesce(${brotliSize}, 0)) filter (where ${storedAt} is not null), 0)`
  const rows = await db
    .select({
      id: release,
      files: count(storedAt),
      ofFiles: count(),
      bytes: bytes.mapWith(Number),
      lastAt: max(storedAt),
    })
    .from(releaseFile)
    .groupBy(release)
  return new Map(rows.map(({ id, ...stored }) => [id, stored]))
}

/** Begun, not completed, and not deleted. */
export const isUpload = and(isNull(release.completedAt), isNull(release.removedAt))

/** Uploads without a new file for so long, the longest first. */
export async function abandonedUploads(db: Db, seconds: number, now: Date) {
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
