import type { ReleaseManifest } from '@marram/release-contract/release'
import { and, eq, inArray } from 'drizzle-orm'
import type { ReleasesDatabase, ReleasesTransaction } from '../database'
import { Refusal } from '../refusal'
import { environment, isPublished, release, rollout } from '../schema'
import type { States } from './states'

export type EnvironmentRow = typeof environment.$inferSelect
export type Rollout = typeof rollout.$inferSelect
export type KnownRelease = { id: string; manifest: ReleaseManifest; integrity: string }

/** Complete releases by `part@version`. */
export type KnownReleases = Map<string, KnownRelease>
export const releaseKey = (part: string, version: string) => `${part}@${version}`

/** What is live in an environment. */
export const rolloutsOf = async (db: ReleasesDatabase | ReleasesTransaction, environment: string): Promise<Rollout[]> =>
  (await rolloutRows(db, environment)).filter(({ live }) => live)

/** What is live and what was, as far as a rollback of the environment took it away. */
export const rolloutRows = (db: ReleasesDatabase | ReleasesTransaction, environment: string): Promise<Rollout[]> =>
  db.select().from(rollout).where(eq(rollout.environment, environment)).orderBy(rollout.part)

export const statesOf = (rollouts: Rollout[]): States =>
  Object.fromEntries(
    rollouts.map(({ part, stable, candidate, traffic, salt, group, strategy, candidateSince, history }) => [
      part,
      { stable, candidate, traffic, salt, group, strategy, candidateSince, history },
    ]),
  )

/** Everything that is live in an environment must go together, so its changes run one after the other. */
export async function lockEnvironment(tx: ReleasesTransaction, name: string): Promise<EnvironmentRow> {
  const [row] = await tx.select().from(environment).where(eq(environment.name, name)).for('update')
  if (!row) throw noEnvironment(name)
  return row
}

const noEnvironment = (name: string) => new Refusal('not-found', `There is no environment ${name}.`)

/** The releases that `wanted` names, as far as they are complete. */
export async function readReleases(
  db: ReleasesDatabase | ReleasesTransaction,
  wanted: { part: string; version: string }[],
): Promise<KnownReleases> {
  if (wanted.length === 0) return new Map()
  const parts = wanted.map(({ part }) => part)
  const versions = wanted.map(({ version }) => version)
  const rows = await db
    .select({
      id: release.id,
      part: release.part,
      version: release.version,
      manifest: release.manifest,
      integrity: release.integrity,
    })
    .from(release)
    .where(and(inArray(release.part, parts), inArray(release.version, versions), isPublished))
  return new Map(rows.map(({ part, version, ...known }) => [releaseKey(part, version), known]))
}

/** Grows whenever something changes in an environment. */
export async function revisionOf(db: ReleasesDatabase | ReleasesTransaction, name: string): Promise<number> {
  const [row] = await db.select({ revision: environment.revision }).from(environment).where(eq(environment.name, name))
  if (!row) throw noEnvironment(name)
  return row.revision
}
