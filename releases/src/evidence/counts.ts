import type { Counted, Metric } from '@marram/release-contract/evidence'
import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { ReleasesDatabase, ReleasesTransaction } from '../database'
import { readReleases, releaseKey, revisionOf } from '../live/live'
import type { State, States } from '../live/states'
import { evidence } from '../schema'
import { forgetOldNetworks, onceForEachNetwork } from './failing-networks'
import type { Sample } from './fisher'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const KEPT_DAYS = 30

export const minuteOf = (moment: Date): Date => new Date(Math.floor(moment.getTime() / MINUTE_MS) * MINUTE_MS)
export const minuteAfter = (moment: Date): Date => new Date(minuteOf(moment).getTime() + MINUTE_MS)

/** Adds what an edge counted. What is about no release is left out. */
export async function addCounts(db: ReleasesDatabase, { environment, counts, now }: Told): Promise<{ taken: number }> {
  await revisionOf(db, environment)
  const known = await readReleases(db, counts)
  const ours = counts.filter(({ part, version }) => known.has(releaseKey(part, version)))
  return db.transaction(async (tx) => ({
    taken: await addKnown(tx, {
      environment,
      now,
      counts: await onceForEachNetwork(tx, { environment, counts: ours, now }),
    }),
  }))
}

type Told = { environment: string; counts: Counted[]; now: Date }

async function addKnown(tx: ReleasesTransaction, { environment, counts, now }: Told): Promise<number> {
  const minute = minuteOf(now)
  // Twice in one statement no row may be changed.
  const rows = new Map<string, typeof evidence.$inferInsert>()
  for (const { count, networks: _, ...about } of counts) {
    const key = JSON.stringify(about)
    rows.set(key, { environment, minute, ...about, count: (rows.get(key)?.count ?? 0) + count })
  }
  if (rows.size === 0) return 0
  await tx
    .insert(evidence)
    // Always in one order, so that two registries do not wait for each other.
    .values([...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row))
    .onConflictDoUpdate({
      target: [
        evidence.environment,
        evidence.part,
        evidence.version,
        evidence.composition,
        evidence.minute,
        evidence.metric,
      ],
      set: { count: sql`${evidence.count} + excluded.count` },
    })
  return rows.size
}

export type VersionCounts = { version: string; minute: Date; metric: Metric; count: number }

/** What was counted of a part's versions since then, by minute. */
export async function countsSince(
  db: ReleasesDatabase,
  { environment, part, versions, since }: { environment: string; part: string; versions: string[]; since: Date },
): Promise<VersionCounts[]> {
  const rows = await db
    .select({
      version: evidence.version,
      minute: evidence.minute,
      metric: evidence.metric,
      count: sql<number>`sum(${evidence.count})`.mapWith(Number),
    })
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
  return rows as VersionCounts[]
}

/** The same, minute for minute in their order. */
export function byMinute(counts: VersionCounts[]): VersionCounts[][] {
  const minutes = new Map<number, VersionCounts[]>()
  for (const each of counts) {
    const known = minutes.get(each.minute.getTime())
    if (known) known.push(each)
    else minutes.set(each.minute.getTime(), [each])
  }
  return [...minutes.values()]
}

/** Loads and failures of a version, as edges saw them and documents reported. */
export function sampleOf(counts: VersionCounts[], version: string): Sample {
  const sum = (matches: (metric: Metric) => boolean) =>
    counts.filter((each) => each.version === version && matches(each.metric)).reduce((all, { count }) => all + count, 0)
  const loads = sum((metric) => metric.endsWith('.loads'))
  return {
    loads,
    failures: Math.min(
      loads,
      sum((metric) => metric.includes('.failures.')),
    ),
  }
}

export async function forgetOldCounts(db: ReleasesDatabase, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS)
  await db.delete(evidence).where(lt(evidence.minute, before))
  await forgetOldNetworks(db, before)
}

/**
 * Counts are kept by the minute. A candidate that is given again in a minute that already has counts of it would be
 * judged by what happened before, so what is counted for it begins with the next one.
 */
export async function withoutEarlierCounts(
  tx: ReleasesTransaction,
  environment: string,
  before: States,
  after: States,
): Promise<States> {
  let begun = after
  for (const [part, state] of Object.entries(after)) {
    const { candidate, candidateSince } = state
    if (candidate === null || candidateSince === null || candidateSince === before[part]?.candidateSince) continue
    const since = new Date(candidateSince)
    if (await hasCounts(tx, { environment, part, version: candidate, minute: minuteOf(since) }))
      begun = { ...begun, [part]: { ...state, candidateSince: minuteAfter(since).toISOString() } satisfies State }
  }
  return begun
}

type Minute = { environment: string; part: string; version: string; minute: Date }

async function hasCounts(tx: ReleasesTransaction, { environment, part, version, minute }: Minute): Promise<boolean> {
  const [row] = await tx
    .select({ count: evidence.count })
    .from(evidence)
    .where(
      and(
        eq(evidence.environment, environment),
        eq(evidence.part, part),
        eq(evidence.version, version),
        eq(evidence.minute, minute),
      ),
    )
    .limit(1)
  return row !== undefined
}
