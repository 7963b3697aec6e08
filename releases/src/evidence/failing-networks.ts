import type { Counted } from '@marram/contracts/evidence'
import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import type { ReleasesDatabase, ReleasesTransaction } from '../database'
import { releaseKey } from '../live'
import { failingNetwork, rollout } from '../schema'

/**
 * Of the failures that browsers tell of a candidate, only the first of each network counts while it is one: anybody can
 * tell anything, and nobody alone may take a candidate's visitors away. What live versions are told of stays as it is:
 * the more they fail, the better a candidate looks.
 */
export async function onceForEachNetwork(
  tx: ReleasesTransaction,
  { environment, counts, now }: { environment: string; counts: Counted[]; now: Date },
): Promise<Counted[]> {
  if (!counts.some(isTold)) return counts
  const candidates = await candidatesOf(tx, environment)
  const counted: Counted[] = []
  // Always in one order, so that two registries do not wait for each other.
  for (const each of [...counts].sort((a, b) => (key(a) < key(b) ? -1 : 1))) {
    const since = isTold(each) ? candidates.get(key(each)) : undefined
    if (since === undefined) counted.push(each)
    else {
      const count = Math.min(each.count, await newOnes(tx, environment, each, { since, now }))
      if (count > 0) counted.push({ ...each, count })
    }
  }
  return counted
}

const key = ({ part, version }: Counted): string => releaseKey(part, version)
const isTold = ({ metric }: Counted): boolean => metric.startsWith('browser.failures.')

/** Since when each has visitors. */
async function candidatesOf(tx: ReleasesTransaction, environment: string): Promise<Map<string, Date>> {
  const rows = await tx
    .select()
    .from(rollout)
    .where(and(eq(rollout.environment, environment), isNotNull(rollout.candidate), isNotNull(rollout.candidateSince)))
  return new Map(
    rows.map(({ part, candidate, candidateSince }) => [
      releaseKey(part, String(candidate)),
      new Date(String(candidateSince)),
    ]),
  )
}

/** How many networks tell of a failure for the first time. */
async function newOnes(
  tx: ReleasesTransaction,
  environment: string,
  { part, version, networks = [] }: Counted,
  { since, now }: { since: Date; now: Date },
): Promise<number> {
  const numbers = [...new Set(networks)].sort((a, b) => a - b)
  if (numbers.length === 0) return 0
  const told = await tx
    .insert(failingNetwork)
    .values(numbers.map((number) => ({ environment, part, version, number, at: now })))
    .onConflictDoUpdate({
      target: [failingNetwork.environment, failingNetwork.part, failingNetwork.version, failingNetwork.number],
      set: { at: sql`excluded.at` },
      setWhere: lt(failingNetwork.at, since),
    })
    .returning({ number: failingNetwork.number })
  return told.length
}

export async function forgetOldNetworks(db: ReleasesDatabase, before: Date): Promise<void> {
  await db.delete(failingNetwork).where(lt(failingNetwork.at, before))
}
