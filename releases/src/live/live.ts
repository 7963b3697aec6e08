import { REHEARSAL } from '@marram/release-contract/calls/rehearsals'
import type { ReleaseManifest } from '@marram/release-contract/release'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Db, ReleasesTransaction } from '../database'
import { Refusal } from '../refusal'
import { environment, event, isPublished, release, rollout } from '../schema'
import type { States } from './states'

export type EnvironmentRow = typeof environment.$inferSelect
export type Rollout = typeof rollout.$inferSelect
export type Version = { part: string; version: string }
export type KnownRelease = { id: string; manifest: ReleaseManifest; integrity: string }

/** Complete releases by `part@version`. */
export type KnownReleases = Map<string, KnownRelease>
export const releaseKey = ({ part, version }: Version) => `${part}@${version}`

/** Live states, and those that a rollback of the environment removed. */
export const rolloutRows = (db: Db, name: string): Promise<Rollout[]> =>
  db.select().from(rollout).where(eq(rollout.environment, name)).orderBy(rollout.part)

export const rolloutsOf = async (db: Db, name: string): Promise<Rollout[]> =>
  (await rolloutRows(db, name)).filter(({ live }) => live)

/** What is live in all environments. */
export const liveRollouts = (db: Db): Promise<Rollout[]> =>
  db.select().from(rollout).where(eq(rollout.live, true)).orderBy(rollout.environment, rollout.part)

/** The same without what a rehearsal of a rollback left, which no visitor gets. */
export const liveForVisitors = async (db: Db): Promise<Rollout[]> =>
  (await liveRollouts(db)).filter(({ environment }) => environment !== REHEARSAL)

/** What is live of one part; undefined if nothing is. */
export async function findRollout(db: Db, name: string, part: string): Promise<Rollout | undefined> {
  await revisionOf(db, name)
  return (await rolloutsOf(db, name)).find((row) => row.part === part)
}

/** Which of these parts were retired in one of the environments, and have not come back. */
export function retiredIn(db: Db, environments: string[], parts: string[]) {
  const { environment, part, at, actor: by, reason } = event
  const isGone = and(eq(rollout.environment, environment), eq(rollout.part, part), eq(rollout.live, false))
  return db
    .selectDistinctOn([environment, part], { environment: rollout.environment, part: rollout.part, at, by, reason })
    .from(event)
    .innerJoin(rollout, isGone)
    .where(
      and(
        eq(event.action, 'retire'),
        eq(event.refused, false),
        inArray(environment, environments),
        inArray(part, parts),
      ),
    )
    .orderBy(environment, part, desc(event.id))
}

export const statesOf = (rollouts: Rollout[]): States =>
  Object.fromEntries(
    rollouts.map(({ part, stable, candidate, traffic, salt, group, strategy, candidateSince, history }) => [
      part,
      { stable, candidate, traffic, salt, group, strategy, candidateSince, history },
    ]),
  )

/** Everything that is live in an environment must be compatible, so its changes run one after the other. */
export async function lockEnvironment(tx: ReleasesTransaction, name: string): Promise<EnvironmentRow> {
  const [row] = await tx.select().from(environment).where(eq(environment.name, name)).for('update')
  return row ?? refuseUnknown(name)
}

/** Grows whenever something changes in an environment. */
export async function revisionOf(db: Db, name: string): Promise<number> {
  const [row] = await db.select({ revision: environment.revision }).from(environment).where(eq(environment.name, name))
  return (row ?? refuseUnknown(name)).revision
}

function refuseUnknown(name: string): never {
  throw new Refusal('not-found', `There is no environment ${name}.`)
}

/** The releases that `wanted` names, as far as they are complete. */
export async function readReleases(db: Db, wanted: Version[]): Promise<KnownReleases> {
  if (wanted.length === 0) return new Map()
  const { id, part, version, manifest, integrity } = release
  const parts = wanted.map((each) => each.part)
  const versions = wanted.map((each) => each.version)
  const rows = await db
    .select({ id, part, version, manifest, integrity })
    .from(release)
    .where(and(inArray(part, parts), inArray(version, versions), isPublished))
  return new Map(rows.map(({ part, version, ...known }) => [releaseKey({ part, version }), known]))
}

/** One of these releases. Throws a refusal if it is not among them. */
export function getRelease(releases: KnownReleases, wanted: Version): KnownRelease {
  const found = releases.get(releaseKey(wanted))
  if (found) return found
  throw new Refusal('not-found', `There is no complete release ${wanted.part} ${wanted.version}. Publish it first.`)
}
