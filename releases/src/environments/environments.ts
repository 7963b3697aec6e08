import { REHEARSAL } from '@marram/release-contract/calls/rehearsals'
import { compositionId } from '@marram/release-contract/resolve'
import { gte } from 'drizzle-orm'
import { record } from '../audit/audit'
import type { RegistryContext } from '../context'
import type { ReleasesDatabase } from '../database'
import { canaryCounts, countsWhere, minuteOf, sampleOf } from '../evidence/counts'
import { edgesOf } from '../evidence/edges'
import { verdictOn } from '../evidence/verdict-on'
import type { Handlers } from '../handler'
import { listCompositions, showComposition } from '../live/compositions'
import { type Rollout, revisionOf, rolloutsOf, statesOf } from '../live/live'
import { shownStop, stopsOf } from '../live/stops'
import { stableVersions } from '../live/variants'
import { listParts } from '../publishing/listings'
import { Refusal } from '../refusal'
import { lackingEvidence } from '../rollouts/lacking-evidence'
import { scheduledIn } from '../schedule/schedule'
import { environment, evidence } from '../schema'

const PERIOD_MS = 3_600_000

export const environmentHandlers = {
  listEnvironments: async ({ db }) => ({ environments: await listEnvironments(db) }),
  /** Creates an empty environment, whose discovery document exists at once. */
  createEnvironment: ({ db }, { name, by, reason }) =>
    db.transaction(async (tx) => {
      const [created] = await tx.insert(environment).values({ name }).onConflictDoNothing().returning()
      if (!created) throw new Refusal('conflict', `There is an environment ${name} already.`)
      await record(tx, { action: 'environment', actor: by, environment: name, reason, from: null, to: { name } })
      const { revision, createdAt } = created
      return { environment: name, revision, createdAt, composition: null, parts: 0 }
    }),
  showEnvironment,
  showBoard,
  listCompositions: ({ db }, wanted) => listCompositions(db, wanted),
  showComposition: ({ db }, { composition }) => showComposition(db, composition),
} satisfies Partial<Handlers>

export async function listEnvironments(db: ReleasesDatabase) {
  const rows = await db.select().from(environment).orderBy(environment.createdAt, environment.name)
  return Promise.all(
    rows.map(async ({ name, revision, createdAt }) => {
      const live = await rolloutsOf(db, name)
      return { environment: name, revision, createdAt, composition: idOf(live), parts: live.length }
    }),
  )
}

const idOf = (live: Rollout[]) => (live.length > 0 ? compositionId(stableVersions(statesOf(live))) : null)

/** Live and previous versions of an environment, its stops, and the edges that serve it. */
async function showEnvironment({ db, now }: RegistryContext, { environment: name }: { environment: string }) {
  const revision = await revisionOf(db, name)
  const rollouts = await rolloutsOf(db, name)
  const parts = []
  for (const { part, ...rest } of rollouts)
    parts.push([part, { ...rest, waitsFor: await lackingEvidence(db, { part, ...rest }, rollouts) }] as const)
  return {
    environment: name,
    revision,
    composition: idOf(rollouts),
    stops: (await stopsOf(db, name)).map(shownStop),
    parts: Object.fromEntries(parts),
    edges: await edgesOf(db, name, now()),
    scheduled: await scheduledIn(db, name, now()),
  }
}

async function showBoard(context: RegistryContext) {
  const { db, now } = context
  const since = minuteOf(new Date(now().getTime() - PERIOD_MS))
  const counts = await countsWhere(db, gte(evidence.minute, since))
  const healthOf = async (row: Rollout) => {
    const own = counts.filter((each) => each.environment === row.environment && each.part === row.part)
    return {
      stable: sampleOf(own, row.stable),
      candidate: row.candidate === null ? null : sampleOf(await canaryCounts(db, row, since), row.candidate),
      verdict: await verdictOn(db, row),
    }
  }
  const environments = []
  // What rollbacks are rehearsed in has no visitors.
  const shown = (await listEnvironments(db)).filter(({ environment }) => environment !== REHEARSAL)
  for (const each of shown) {
    const health = []
    for (const row of await rolloutsOf(db, each.environment)) health.push([row.part, await healthOf(row)] as const)
    environments.push({ ...(await showEnvironment(context, each)), health: Object.fromEntries(health) })
  }
  return { since, parts: await listParts(db), environments }
}
