import type { ReleaseManifest } from '@marram/contracts/release'
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { ReleasesDatabase, ReleasesTransaction } from './database'
import { Refusal } from './refusal'
import { environment, release, rollout } from './schema'

export type Rollout = typeof rollout.$inferSelect
export type KnownRelease = { manifest: ReleaseManifest; integrity: string }

/** Complete releases by `part@version`. */
export type KnownReleases = Map<string, KnownRelease>
export const releaseKey = (part: string, version: string) => `${part}@${version}`

export const rolloutsOf = (db: ReleasesDatabase | ReleasesTransaction, environment: string): Promise<Rollout[]> =>
  db.select().from(rollout).where(eq(rollout.environment, environment)).orderBy(rollout.part)

/** The releases that `wanted` names, as far as they are complete. */
export async function readReleases(
  db: ReleasesDatabase | ReleasesTransaction,
  wanted: { part: string; version: string }[],
): Promise<KnownReleases> {
  if (wanted.length === 0) return new Map()
  const parts = wanted.map(({ part }) => part)
  const versions = wanted.map(({ version }) => version)
  const rows = await db
    .select({ part: release.part, version: release.version, manifest: release.manifest, integrity: release.integrity })
    .from(release)
    .where(and(inArray(release.part, parts), inArray(release.version, versions), isNotNull(release.completedAt)))
  return new Map(rows.map(({ part, version, ...known }) => [releaseKey(part, version), known]))
}

/** Grows whenever something changes in an environment. */
export async function revisionOf(db: ReleasesDatabase, name: string): Promise<number> {
  const [row] = await db.select({ revision: environment.revision }).from(environment).where(eq(environment.name, name))
  if (!row) throw new Refusal('not-found', `There is no environment ${name}.`)
  return row.revision
}
