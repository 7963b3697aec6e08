import { compositionIdPattern } from '@marram/release-contract/composition-id'
import type { Metric } from '@marram/release-contract/evidence'
import { eq } from 'drizzle-orm'
import type { RegistryContext } from '../context'
import type { ReleasesDatabase } from '../database'
import type { Handlers, Input } from '../handler'
import { findComposition, neverLive, showComposition } from '../live/compositions'
import { findRollout, retiredIn } from '../live/live'
import { Refusal } from '../refusal'
import { evidence } from '../schema'
import { addCounts, byMinute, canaryCounts, countsSince, countsWhere, sampleOf, type VersionCounts } from './counts'
import { addDiagnostics, findReport, openedAs } from './diagnostics'
import { listFaults } from './faults'
import { courseOn, poorerVitals, verdictOn } from './verdict-on'
import { poorerText } from './verdict-text'

export const evidenceHandlers = {
  showEvidence,
  addEvidence: ({ db, now }, input) => addCounts(db, { ...input, now: now() }),
  addDiagnostics,
  listFaults,
  why: ({ db }, { id }) => why(db, id.replace('#', '')),
} satisfies Partial<Handlers>

const HOUR_MS = 3_600_000

/** Evidence for the live versions of a part: sums, counts by minute, and the verdict on the candidate. */
async function showEvidence({ db, now }: RegistryContext, { environment, part, hours }: Input<'showEvidence'>) {
  const row = await findRollout(db, environment, part)
  if (!row) throw new Refusal('not-found', `${part} is not live in ${environment}.`)
  const since = new Date(now().getTime() - hours * HOUR_MS)
  const live = row.candidate === null ? [row.stable] : [row.stable, row.candidate]
  const ofStable = await countsSince(db, { environment, part, versions: [row.stable], since })
  const counts = [...ofStable, ...(await canaryCounts(db, row, since))]
  const versions = live.map((version) => {
    const own = counts.filter((each) => each.version === version)
    const minutes = byMinute(own).map((each) => ({
      minute: (each[0] as VersionCounts).minute,
      ...sampleOf(each, version),
    }))
    return { version, candidate: version === row.candidate, ...sampleOf(own, version), counts: sums(own), minutes }
  })
  const { stable, candidate } = row
  const poorer =
    candidate === null ? [] : (await poorerVitals(db, row)).map((each) => poorerText(part, { stable, candidate }, each))
  return {
    environment,
    part,
    since,
    versions,
    poorer,
    verdict: await verdictOn(db, row),
    course: await courseOn(db, row),
  }
}

function sums(counts: VersionCounts[]): Partial<Record<Metric, number>> {
  const all: Partial<Record<Metric, number>> = {}
  for (const { metric, count } of counts) all[metric] = (all[metric] ?? 0) + count
  return all
}

type Edge = Awaited<ReturnType<typeof openedAs>>[number]

const isComposition = (id: string) => compositionIdPattern.test(id)
/** A composition's first digits, which could also be the id of a report: a report is looked up first. */
const mayBegin = (id: string) => /^[0-9a-f]{4,32}$/.test(id)

function unknown(id: string): Refusal {
  if (isComposition(id)) return neverLive(id)
  const neither = mayBegin(id) ? ', nor a composition whose id begins so' : ''
  return new Refusal('not-found', `There is no report ${id}, or it is older than 30 days${neither}.`)
}

/** Everything known about a composition, or about the report that a failure panel shows. */
async function why(db: ReleasesDatabase, id: string) {
  const found = isComposition(id) ? undefined : await findReport(db, id)
  const composition = found ? found.about.composition?.replace(/^preview-/, '') : id
  // A report is shown even if its composition is unknown here.
  const isOne = found ? isComposition : mayBegin
  const where = found?.environment
  const known = composition && isOne(composition) ? ((await findComposition(db, composition, where))?.id ?? null) : null
  if (!found && known === null) throw unknown(id)
  const { versions, environments } =
    known === null ? { versions: {}, environments: [] } : await showComposition(db, known, where)
  const edges = known === null ? [] : await openedAs(db, known)
  return {
    id,
    composition: known,
    versions,
    environments,
    report: found ? { at: found.at, environment: found.environment, ...found.about } : null,
    retired: await retiredIn(
      db,
      environments.map(({ environment }) => environment),
      Object.keys(versions),
    ),
    notUsed: edges.flatMap(({ environment, parts }) =>
      Object.entries(parts).map(([part, { wanted, reason }]) => ({ environment, part, wanted, reason })),
    ),
    digests: edges.flatMap(digestsOf),
    outcomes: known === null ? [] : await countsWhere(db, eq(evidence.composition, known)),
  }
}

/** An edge serves a version only once all its files are stored with the right digest. */
function digestsOf({ environment, versions, parts }: Edge) {
  const used = Object.entries(versions).map(([part, version]) => ({ environment, part, version, right: true }))
  const wrong = Object.entries(parts).filter(([, { reason }]) => reason.startsWith('digest of '))
  return [...used, ...wrong.map(([part, { wanted }]) => ({ environment, part, version: wanted, right: false }))]
}
