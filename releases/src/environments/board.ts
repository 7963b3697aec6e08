import { gte, sql } from 'drizzle-orm'
import type { RegistryContext } from '../context'
import type { ReleasesDatabase } from '../database'
import { minuteOf, sampleOf, type VersionCounts } from '../evidence/counts'
import { verdictOn } from '../evidence/verdict-on'
import { type Rollout, rolloutsOf } from '../live/live'
import { listParts } from '../publishing/listings'
import { evidence } from '../schema'
import { listEnvironments, showEnvironment } from './environments'

const PERIOD_MS = 3_600_000

/** Environments by parts: what is live, for how many, how it fares and what is stopped. */
export async function boardOf(context: RegistryContext) {
  const { db, now } = context
  const since = minuteOf(new Date(now().getTime() - PERIOD_MS))
  const counts = await countsOf(db, since)
  const environments = []
  for (const { environment } of await listEnvironments(db)) {
    const rows = await rolloutsOf(db, environment)
    const health = []
    for (const row of rows) health.push([row.part, await healthOf(db, row, counts)] as const)
    environments.push({ ...(await showEnvironment(context, environment)), health: Object.fromEntries(health) })
  }
  const parts = (await listParts(db)).map(({ part, kind, title, latest }) => ({ part, kind, title, latest }))
  return { since, parts, environments }
}

type Counts = VersionCounts & { environment: string; part: string }

async function healthOf(db: ReleasesDatabase, row: Rollout, counts: Counts[]) {
  const own = counts.filter(({ environment, part }) => environment === row.environment && part === row.part)
  const found = await verdictOn(db, row)
  return {
    stable: sampleOf(own, row.stable),
    candidate: row.candidate === null ? null : sampleOf(own, row.candidate),
    verdict: found ? { since: row.candidateSince, ...found } : null,
  }
}

async function countsOf(db: ReleasesDatabase, since: Date): Promise<Counts[]> {
  const rows = await db
    .select({
      environment: evidence.environment,
      part: evidence.part,
      version: evidence.version,
      metric: evidence.metric,
      count: sql<number>`sum(${evidence.count})`.mapWith(Number),
    })
    .from(evidence)
    .where(gte(evidence.minute, since))
    .groupBy(evidence.environment, evidence.part, evidence.version, evidence.metric)
  return rows.map((row) => ({ ...row, minute: since })) as Counts[]
}
