import type { ReleasesDatabase } from '../database'
import { type Rollout, rolloutsOf, statesOf } from '../live/live'
import { companions } from '../live/states'
import { byMinute, countsSince, groupedBy, sampleOf } from './counts'
import { networksSince } from './failing-networks'
import { verdictOf } from './verdict'

/** Failures thrown in files of other parts are included: a shell may cause sections to throw. */
const isAnyFailure = (metric: string) => metric.includes('.failures.')

/** How the candidate compares with the live version, since it has visitors, or from a later time on; null without one. */
export async function verdictOn(db: ReleasesDatabase, row: Rollout, from?: Date) {
  const { environment, part, stable, candidate, candidateSince } = row
  if (candidate === null || candidateSince === null) return null
  const since = new Date(candidateSince)
  const together = companions(statesOf(await rolloutsOf(db, environment)), part)
  const versions = [stable, candidate]
  const counts = await countsSince(db, { environment, part, versions, since: from ?? since, together })
  const strata = groupedBy(counts, ({ beside }) => beside).map((stratum) =>
    byMinute(stratum).map((each) => ({
      candidate: sampleOf(each, candidate, isAnyFailure),
      stable: sampleOf(each, stable, isAnyFailure),
    })),
  )
  const unusable = counts
    .filter(({ version, metric }) => version === candidate && metric === 'edge.failures.use')
    .reduce((sum, { count }) => sum + count, 0)
  // A network is noted once, at its first failure, which also counts for later ones.
  const networks = await networksSince(db, { environment, part, version: candidate, since })
  return { since: candidateSince, ...verdictOf(strata, { networks, unusable }) }
}
