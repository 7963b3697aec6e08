import { type Counted, NETWORK_NUMBERS } from '@marram/release-contract/evidence'
import { and, eq, gte, isNotNull, lt, sql } from 'drizzle-orm'
import type { ReleasesDatabase, ReleasesTransaction } from '../database'
import { releaseKey } from '../live/live'
import { failingNetwork, rollout } from '../schema'

/**
 * Notes which networks met failures of a candidate while it is one: no single network may take its visitors away. Of the
 * failures that browsers report, only the first of each network counts, since anybody can report anything; what edges saw
 * themselves is counted whole. What is reported of live versions stays as it is: the more they fail, the better a candidate
 * looks.
 */
export async function onceForEachNetwork(
  tx: ReleasesTransaction,
  { environment, counts, now }: { environment: string; counts: Counted[]; now: Date },
): Promise<Counted[]> {
  const failures = counts.filter(({ metric }) => metric.includes('.failures.'))
  if (failures.length === 0) return counts
  const firstTold = new Map<string, Set<number>>()
  for (const candidate of await candidatesOf(tx, environment)) {
    const own = failures.filter((each) => key(each) === key(candidate))
    firstTold.set(key(candidate), await noteNew(tx, candidate, own, now))
  }
  return counts.flatMap((each) => {
    const first = isTold(each) ? firstTold.get(key(each)) : undefined
    if (first === undefined) return [each]
    const count = Math.min(each.count, (each.networks ?? []).filter((number) => first.delete(number)).length)
    return count > 0 ? [{ ...each, count }] : []
  })
}

/** How many networks met failures of a candidate since then. */
export async function networksSince(db: ReleasesDatabase, { since, ...about }: Candidate): Promise<number> {
  const [row] = await db
    .select({
      count: sql<number>`count(distinct ${failingNetwork.number} % ${NETWORK_NUMBERS})`.mapWith(Number),
    })
    .from(failingNetwork)
    .where(
      and(
        eq(failingNetwork.environment, about.environment),
        eq(failingNetwork.part, about.part),
        eq(failingNetwork.version, about.version),
        gte(failingNetwork.at, since),
      ),
    )
  return row?.count ?? 0
}

/** With visitors since then. */
type Candidate = { environment: string; part: string; version: string; since: Date }

const key = ({ part, version }: { part: string; version: string }): string => releaseKey(part, version)
const isTold = ({ metric }: Counted): boolean => metric.startsWith('browser.failures.')
/** Networks of failures that edges saw are kept apart from those that browsers reported: a visitor who is put off can report something else. */
const noted = (each: Counted): number[] =>
  (each.networks ?? []).map((number) => (isTold(each) ? number : number + NETWORK_NUMBERS))

/** Always in one order, so that two registries do not wait for each other. */
async function candidatesOf(tx: ReleasesTransaction, environment: string): Promise<Candidate[]> {
  const rows = await tx
    .select()
    .from(rollout)
    .where(and(eq(rollout.environment, environment), isNotNull(rollout.candidate), isNotNull(rollout.candidateSince)))
  return rows
    .map(({ part, candidate, candidateSince }) => ({
      ...{ environment, part, version: String(candidate) },
      since: new Date(String(candidateSince)),
    }))
    .sort((a, b) => (key(a) < key(b) ? -1 : 1))
}

/** Numbers that nobody noted yet while it is the candidate. */
async function noteNew(
  tx: ReleasesTransaction,
  { since, ...about }: Candidate,
  failures: Counted[],
  now: Date,
): Promise<Set<number>> {
  const numbers = [...new Set(failures.flatMap(noted))].sort((a, b) => a - b)
  if (numbers.length === 0) return new Set()
  const rows = await tx
    .insert(failingNetwork)
    .values(numbers.map((number) => ({ ...about, number, at: now })))
    .onConflictDoUpdate({
      target: [failingNetwork.environment, failingNetwork.part, failingNetwork.version, failingNetwork.number],
      set: { at: sql`excluded.at` },
      setWhere: lt(failingNetwork.at, since),
    })
    .returning({ number: failingNetwork.number })
  return new Set(rows.map(({ number }) => number))
}

export async function forgetOldNetworks(db: ReleasesDatabase, before: Date): Promise<void> {
  await db.delete(failingNetwork).where(lt(failingNetwork.at, before))
}
