import type { ReleasesDatabase } from '../database'
import { type Rollout, rolloutsOf, statesOf } from '../live/live'
import { companions } from '../live/states'
import { byMinute, countsSince, groupedBy, sampleOf, type VersionCounts } from './counts'
import { networksSince } from './failing-networks'
import { courseOf, type Minute, verdictOf } from './verdict'

/** Failures thrown in files of other parts are included: a shell may cause sections to throw. */
const isAnyFailure = (metric: string) => metric.includes('.failures.')

/** How the candidate compares with the live version, since it has visitors, or from a later time on; null without one. */
export async function verdictOn(db: ReleasesDatabase, row: Rollout, from?: Date) {
  const { environment, part, candidate, candidateSince } = row
  if (candidate === null || candidateSince === null) return null
  const counts = await countsOfBoth(db, row, from ?? new Date(candidateSince))
  const unusable = counts
    .filter(({ version, metric }) => version === candidate && metric === 'edge.failures.use')
    .reduce((sum, { count }) => sum + count, 0)
  // A network is noted once, at its first failure, which also counts for later ones.
  const since = new Date(candidateSince)
  const networks = await networksSince(db, { environment, part, version: candidate, since })
  return { since: candidateSince, ...verdictOf(strataOf(counts, row), { networks, unusable }) }
}

/** How the `p` of that verdict came to be; empty without a candidate. */
export async function courseOn(db: ReleasesDatabase, row: Rollout) {
  if (row.candidate === null || row.candidateSince === null) return []
  return courseOf(strataOf(await countsOfBoth(db, row, new Date(row.candidateSince)), row))
}

async function countsOfBoth(db: ReleasesDatabase, { environment, part, stable, candidate }: Rollout, since: Date) {
  const together = companions(statesOf(await rolloutsOf(db, environment)), part)
  const versions = [stable, ...(candidate === null ? [] : [candidate])]
  return countsSince(db, { environment, part, versions, since, together })
}

const strataOf = (counts: (VersionCounts & { beside: string | null })[], { stable, candidate }: Rollout): Minute[][] =>
  groupedBy(counts, ({ beside }) => beside).map((stratum) =>
    byMinute(stratum).map((each) => ({
      candidate: sampleOf(each, String(candidate), isAnyFailure),
      stable: sampleOf(each, stable, isAnyFailure),
      minute: (each[0] as VersionCounts).minute,
    })),
  )
