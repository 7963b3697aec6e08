import type { Sample } from '@marram/release-contract/calls/evidence'
import type { Counted, Metric } from '@marram/release-contract/evidence'
import { and, eq, getTableColumns, gte, inArray, type SQL, sql } from 'drizzle-orm'
import type { ReleasesDatabase, ReleasesTransaction } from '../database'
import { readReleases, releaseKey, revisionOf } from '../live/live'
import type { States } from '../live/states'
import { evidence } from '../schema'
import { onceForEachNetwork } from './failing-networks'

const MINUTE_MS = 60_000

export const minuteOf = (moment: Date): Date => new Date(Math.floor(moment.getTime() / MINUTE_MS) * MINUTE_MS)
export const minuteAfter = (moment: Date): Date => new Date(minuteOf(moment).getTime() + MINUTE_MS)

type Reported = { environment: string; counts: Counted[]; now: Date }

/** Adds what an edge counted. What is about no release is left out. */
export async function addCounts(db: ReleasesDatabase, { environment, counts, now }: Reported) {
  await revisionOf(db, environment)
  const releases = await readReleases(db, counts)
  const ours = counts.filter((each) => releases.has(releaseKey(each)))
  return db.transaction(async (tx) => {
    const counted = await onceForEachNetwork(tx, { environment, counts: ours, now })
    return { taken: await addKnown(tx, { environment, now, counts: counted }) }
  })
}

const { count: _, ...about } = getTableColumns(evidence)

async function addKnown(tx: ReleasesTransaction, { environment, counts, now }: Reported): Promise<number> {
  // One statement may not change a row twice.
  const rows = new Map<string, typeof evidence.$inferInsert>()
  for (const { count, networks: _, ...what } of counts) {
    const key = JSON.stringify(what)
    rows.set(key, { environment, minute: minuteOf(now), ...what, count: (rows.get(key)?.count ?? 0) + count })
  }
  if (rows.size === 0) return 0
  await tx
    .insert(evidence)
    // Always in one order, so that two registries do not wait for each other.
    .values([...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row))
    .onConflictDoUpdate({ target: Object.values(about), set: { count: sql`${evidence.count} + excluded.count` } })
  return rows.size
}

export type VersionCounts = { version: string; minute: Date; metric: Metric; count: number }

const summed = sql<number>`sum(${evidence.count})`.mapWith(Number)

/** Sums of the counts for which the condition holds. */
export function countsWhere(db: ReleasesDatabase, condition: SQL) {
  const { environment, part, version, metric } = evidence
  return db
    .select({ environment, part, version, metric, count: summed })
    .from(evidence)
    .where(condition)
    .groupBy(environment, part, version, metric)
    .orderBy(environment, part, metric)
}

/** What was counted of a part's versions since then, by minute. */
export const countsSince = (
  db: ReleasesDatabase,
  { environment, part, versions, since }: { environment: string; part: string; versions: string[]; since: Date },
): Promise<VersionCounts[]> =>
  db
    .select({ version: evidence.version, minute: evidence.minute, metric: evidence.metric, count: summed })
    .from(evidence)
    .where(
      and(
        eq(evidence.environment, environment),
        eq(evidence.part, part),
        inArray(evidence.version, versions),
        gte(evidence.minute, minuteOf(since)),
      ),
    )
    .groupBy(evidence.version, evidence.minute, evidence.metric)
    .orderBy(evidence.minute, evidence.version, evidence.metric)

export function byMinute(counts: VersionCounts[]): VersionCounts[][] {
  const minutes = new Map<number, VersionCounts[]>()
  for (const each of counts) {
    const time = each.minute.getTime()
    minutes.set(time, [...(minutes.get(time) ?? []), each])
  }
  return [...minutes.values()]
}

/** Loads and failures of a version, as edges saw them and documents reported. */
export function sampleOf(counts: Pick<VersionCounts, 'version' | 'metric' | 'count'>[], version: string): Sample {
  const sum = (part: string) =>
    counts
      .filter((each) => each.version === version && each.metric.includes(part))
      .reduce((all, { count }) => all + count, 0)
  const loads = sum('.loads')
  return { loads, failures: Math.min(loads, sum('.failures.')) }
}

/** A candidate that is given again within a minute is counted from the next one: this one has its earlier counts. */
export async function withoutEarlierCounts(
  tx: ReleasesTransaction,
  environment: string,
  before: States,
  after: States,
): Promise<States> {
  const states = { ...after }
  for (const [part, state] of Object.entries(after)) {
    const { candidate: version, candidateSince } = state
    if (version === null || candidateSince === null || candidateSince === before[part]?.candidateSince) continue
    const since = new Date(candidateSince)
    const ofMinute = and(
      eq(evidence.environment, environment),
      eq(evidence.part, part),
      eq(evidence.version, version),
      eq(evidence.minute, minuteOf(since)),
    )
    if ((await tx.$count(evidence, ofMinute)) > 0)
      states[part] = { ...state, candidateSince: minuteAfter(since).toISOString() }
  }
  return states
}
