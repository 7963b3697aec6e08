import type { Sample } from '@marram/release-contract/calls/evidence'
import type { ReleasesDatabase } from '../database'
import { type Rollout, rolloutsOf, statesOf } from '../live/live'
import { companions } from '../live/states'
import { byMinute, countsSince, groupedBy, sampleOf, type VersionCounts } from './counts'
import { networksSince } from './failing-networks'
import { courseOf, FEWEST, type Minute, marginOf, verdictOf } from './verdict'

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

/** How probable its counts since then are if it fails by the margin that a strategy tolerates; null without a candidate. */
export async function marginOn(db: ReleasesDatabase, row: Rollout, since: Date): Promise<number | null> {
  if (row.candidate === null) return null
  return marginOf(strataOf(await countsOfBoth(db, row, since), row))
}

/** How the `p` of that verdict came to be; empty without a candidate. */
export async function courseOn(db: ReleasesDatabase, row: Rollout) {
  if (row.candidate === null || row.candidateSince === null) return []
  return courseOf(strataOf(await countsOfBoth(db, row, new Date(row.candidateSince)), row))
}

const vitals = ['lcp', 'inp', 'cls'] as const

/**
 * The web vitals that are poor more often with the candidate than with the live version, compared as failures are. Browsers
 * report them, and one of them can report anything: they take no candidate away.
 */
export async function poorerVitals(db: ReleasesDatabase, row: Rollout, from?: Date) {
  const { candidate, candidateSince } = row
  if (candidate === null || candidateSince === null) return []
  const counts = await countsOfBoth(db, row, from ?? new Date(candidateSince))
  return vitals
    .map((vital) => {
      const sample: Sampling = (each, version) => vitalOf(each, version, vital)
      return { vital, ...verdictOf(strataOf(counts, row, sample), { networks: FEWEST, unusable: 0 }) }
    })
    .filter(({ verdict }) => verdict === 'worse')
}

function vitalOf(counts: VersionCounts[], version: string, vital: string): Sample {
  const of = (...metrics: string[]) =>
    counts
      .filter((each) => each.version === version && metrics.includes(each.metric))
      .reduce((sum, { count }) => sum + count, 0)
  const poor = `${vital}.poor`
  return { loads: of(`${vital}.good`, `${vital}.fair`, poor), failures: of(poor) }
}

async function countsOfBoth(db: ReleasesDatabase, { environment, part, stable, candidate }: Rollout, since: Date) {
  const together = companions(statesOf(await rolloutsOf(db, environment)), part)
  const versions = [stable, ...(candidate === null ? [] : [candidate])]
  return countsSince(db, { environment, part, versions, since, together })
}

type Sampling = (counts: VersionCounts[], version: string) => Sample
const anyFailures: Sampling = (counts, version) => sampleOf(counts, version, isAnyFailure)

const strataOf = (
  counts: (VersionCounts & { beside: string | null })[],
  { stable, candidate }: Rollout,
  sample = anyFailures,
): Minute[][] =>
  groupedBy(counts, ({ beside }) => beside).map((stratum) =>
    byMinute(stratum).map((each) => ({
      candidate: sample(each, String(candidate)),
      stable: sample(each, stable),
      minute: (each[0] as VersionCounts).minute,
    })),
  )
