import { type Counted, NETWORK_NUMBERS } from '@marram/release-contract/evidence'
import { and, eq, getTableColumns, gte, isNotNull, lt, sql } from 'drizzle-orm'
import type { ReleasesDatabase, ReleasesTransaction } from '../database'
import { releaseKey } from '../live/live'
import { failingNetwork, rollout } from '../schema'

/**
 * Notes which networks saw failures of a candidate. Of reports from browsers, only the first of each network counts, as
 * any client can report anything; failures seen by edges all count, and so do reports about live versions.
 */
export async function onceForEachNetwork(
  tx: ReleasesTransaction,
  { environment, counts, now }: { environment: string; counts: Counted[]; now: Date },
): Promise<Counted[]> {
  const failures = counts.filter(({ metric }) => metric.includes('.failures.'))
  if (failures.length === 0) return counts
  const firstReported = new Map<string, Set<number>>()
  for (const candidate of await candidatesOf(tx, environment)) {
    const own = failures.filter((each) => releaseKey(each) === releaseKey(candidate))
    firstReported.set(releaseKey(candidate), await noteNew(tx, candidate, own, now))
  }
  return counts.flatMap((each) => {
    const first = isFromBrowsers(each) ? firstReported.get(releaseKey(each)) : undefined
    if (first === undefined) return [each]
    const count = Math.min(each.count, (each.networks ?? []).filter((number) => first.delete(number)).length)
    return count > 0 ? [{ ...each, count }] : []
  })
}

export async function networksSince(db: ReleasesDatabase, candidate: Candidate): Promise<number> {
  const { environment, part, version, number, at } = failingNetwork
  const isOf = and(
    eq(environment, candidate.environment),
    eq(part, candidate.part),
    eq(version, candidate.version),
    gte(at, candidate.since),
  )
  const count = sql<number>`count(distinct ${number} % ${NETWORK_NUMBERS})`.mapWith(Number)
  const [row] = await db.select({ count }).from(failingNetwork).where(isOf)
  return row?.count ?? 0
}

/** With visitors since then. */
type Candidate = { environment: string; part: string; version: string; since: Date }

const isFromBrowsers = ({ metric }: Counted): boolean => metric.startsWith('browser.failures.')
/** Failures seen by edges have other numbers: a visitor who got 503 could also report another failure. */
const noted = (each: Counted): number[] =>
  (each.networks ?? []).map((number) => (isFromBrowsers(each) ? number : number + NETWORK_NUMBERS))

/** Always in one order, so that two registries do not deadlock. */
async function candidatesOf(tx: ReleasesTransaction, environment: string): Promise<Candidate[]> {
  const rows = await tx
    .select()
    .from(rollout)
    .where(and(eq(rollout.environment, environment), isNotNull(rollout.candidate), isNotNull(rollout.candidateSince)))
    .orderBy(rollout.part)
  return rows.map(({ part, candidate, candidateSince }) => ({
    ...{ environment, part, version: String(candidate) },
    since: new Date(String(candidateSince)),
  }))
}

/** Numbers that are new since it is the candidate. */
async function noteNew(
  tx: ReleasesTransaction,
  { since, ...about }: Candidate,
  failures: Counted[],
  now: Date,
): Promise<Set<number>> {
  const numbers = [...new Set(failures.flatMap(noted))].sort((a, b) => a - b)
  if (numbers.length === 0) return new Set()
  const { at, ...target } = getTableColumns(failingNetwork)
  const rows = await tx
    .insert(failingNetwork)
    .values(numbers.map((number) => ({ ...about, number, at: now })))
    .onConflictDoUpdate({ target: Object.values(target), set: { at: sql`excluded.at` }, setWhere: lt(at, since) })
    .returning({ number: failingNetwork.number })
  return new Set(rows.map(({ number }) => number))
}
