import { and, eq } from 'drizzle-orm'
import type { ReleasesTransaction } from '../database'
import type { State, States } from '../live/states'
import { evidence } from '../schema'
import { minuteAfter, minuteOf } from './counts'

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
