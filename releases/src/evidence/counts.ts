import type { Sample } from '@marram/release-contract/calls/evidence'
import { type Counted, isOwnFailure, type Metric } from '@marram/release-contract/evidence'
import { SHELL } from '@marram/release-contract/release-files'
import { and, eq, getTableColumns, gte, inArray, type SQL, sql } from 'drizzle-orm'
import type { ReleasesDatabase, ReleasesTransaction } from '../database'
import { type Rollout, readReleases, releaseKey, revisionOf } from '../live/live'
import type { States } from '../live/states'
import { composition, evidence, opened } from '../schema'
import { onceForEachNetwork } from './failing-networks'

const MINUTE_MS = 60_000

export const minuteOf = (moment: Date): Date => new Date(Math.floor(moment.getTime() / MINUTE_MS) * MINUTE_MS)
export const minuteAfter = (moment: Date): Date => new Date(minuteOf(moment).getTime() + MINUTE_MS)

type Reported = { environment: string; counts: Counted[]; now: Date }

/** Adds the counts of an edge. Counts of unknown releases are ignored. */
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
    // Always in one order, so that two registries do not deadlock.
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

type Wanted = { environment: string; part: string; versions: string[]; since: Date; together?: string[] }

/**
 * Counts of a part's versions since then, by minute and by the other versions of the page, which can cause failures: the
 * shell for a section, and every section for the shell, but not parts that change together with it.
 */
export function countsSince(
  db: ReleasesDatabase,
  { environment, part, versions, since, together = [part] }: Wanted,
): Promise<(VersionCounts & { beside: string | null })[]> {
  // Compositions that edges put together themselves are known from their reports, in their own environment.
  const made = sql`coalesce(${composition.versions}, ${opened.versions})`
  const others =
    part === SHELL
      ? sql`(${made}${sql.join(together.map((each) => sql` - ${each}::text`))})::text`
      : together.includes(SHELL)
        ? sql`null::text`
        : sql`${made} ->> ${SHELL}`
  const { version, minute, metric } = evidence
  return db
    .select({ version, minute, metric, beside: sql<string | null>`${others}`.as('beside'), count: summed })
    .from(evidence)
    .leftJoin(composition, eq(composition.id, evidence.composition))
    .leftJoin(opened, and(eq(opened.composition, evidence.composition), eq(opened.environment, evidence.environment)))
    .where(
      and(
        eq(evidence.environment, environment),
        eq(evidence.part, part),
        inArray(version, versions),
        gte(minute, minuteOf(since)),
      ),
    )
    .groupBy(version, minute, metric, sql`beside`)
    .orderBy(minute, version, metric)
}

/** Counts of a candidate during its current canary only: a version that is rolled out again has earlier counts. */
export async function canaryCounts(db: ReleasesDatabase, row: Rollout, from: Date) {
  const { environment, part, candidate, candidateSince } = row
  if (candidate === null || candidateSince === null) return []
  const since = new Date(Math.max(from.getTime(), Date.parse(candidateSince)))
  return countsSince(db, { environment, part, versions: [candidate], since })
}

export const byMinute = <Each extends VersionCounts>(counts: Each[]): Each[][] =>
  groupedBy(counts, ({ minute }) => minute.getTime())

/** In the order in which each key comes first. */
export function groupedBy<Each>(all: Each[], keyOf: (each: Each) => unknown): Each[][] {
  const groups = new Map<unknown, Each[]>()
  for (const each of all) {
    const group = groups.get(keyOf(each))
    if (group) group.push(each)
    else groups.set(keyOf(each), [each])
  }
  return [...groups.values()]
}

/** Loads and failures of a version, as seen by edges and reported by documents; `isFailure` can select other failures. */
export function sampleOf(
  counts: Pick<VersionCounts, 'version' | 'metric' | 'count'>[],
  version: string,
  isFailure = isOwnFailure,
): Sample {
  const sum = (is: (metric: string) => boolean) =>
    counts.filter((each) => each.version === version && is(each.metric)).reduce((all, { count }) => all + count, 0)
  const loads = sum((metric) => metric.endsWith('.loads'))
  return { loads, failures: Math.min(loads, sum(isFailure)) }
}

/** A candidate that is rolled out again within a minute counts from the next minute: this one has earlier counts. */
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
