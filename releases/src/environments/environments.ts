import { compositionId } from '@marram/release-contract/resolve'
import { record } from '../audit/audit'
import type { RegistryContext } from '../context'
import type { ReleasesDatabase } from '../database'
import { edgesOf } from '../evidence/diagnostics'
import { revisionOf, rolloutsOf, statesOf } from '../live/live'
import { stopsOf } from '../live/stops'
import { stableVersions } from '../live/variants'
import { Refusal } from '../refusal'
import { lackingEvidence } from '../rollouts/lacking-evidence'
import { environment, rollout } from '../schema'

/** All that there are, the oldest first. */
export async function listEnvironments(db: ReleasesDatabase) {
  const rows = await db.select().from(environment).orderBy(environment.createdAt, environment.name)
  const live = (await db.select().from(rollout)).filter((one) => one.live)
  return rows.map(({ name, revision, createdAt }) => {
    const own = live.filter((one) => one.environment === name)
    const composition = own.length > 0 ? compositionId(stableVersions(statesOf(own))) : null
    return { environment: name, revision, createdAt, composition, parts: own.length }
  })
}

/** One more environment, with nothing in it: its discovery document is there at once. */
export async function createEnvironment(
  db: ReleasesDatabase,
  { name, by, reason }: { name: string; by: string; reason?: string | undefined },
) {
  return db.transaction(async (tx) => {
    const [made] = await tx.insert(environment).values({ name }).onConflictDoNothing().returning()
    if (!made) throw new Refusal('conflict', `There is an environment ${name} already.`)
    await record(tx, { action: 'environment', actor: by, environment: name, reason, from: null, to: { name } })
    return { environment: name, revision: made.revision, createdAt: made.createdAt, composition: null, parts: 0 }
  })
}

/** What an environment serves and served, what is stopped in it, and which edges have it. */
export async function showEnvironment({ db, now }: RegistryContext, name: string) {
  const revision = await revisionOf(db, name)
  const rollouts = await rolloutsOf(db, name)
  const parts = []
  for (const { part, ...rest } of rollouts) {
    const waitsFor = await lackingEvidence(db, { part, ...rest }, rollouts)
    parts.push([part, { ...rest, waitsFor }] as const)
  }
  return {
    environment: name,
    revision,
    composition: rollouts.length > 0 ? compositionId(stableVersions(statesOf(rollouts))) : null,
    stops: (await stopsOf(db, name)).map((stop) => ({ ...stop, part: stop.part || null })),
    parts: Object.fromEntries(parts),
    edges: await edgesOf(db, name, now()),
  }
}
