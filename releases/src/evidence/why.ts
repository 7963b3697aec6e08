import type { Metric } from '@marram/release-contract/evidence'
import { eq, sql } from 'drizzle-orm'
import type { ReleasesDatabase } from '../database'
import { findComposition, showComposition } from '../live/compositions'
import { Refusal } from '../refusal'
import { evidence } from '../schema'
import { findReport, openedAs } from './diagnostics'

type Edge = Awaited<ReturnType<typeof openedAs>>[number]

const isComposition = (id: string) => /^[0-9a-f]{12}$/.test(id)
/** A composition's first digits, which could be the id of a report too: that one is looked for first. */
const mayBegin = (id: string) => /^[0-9a-f]{4,12}$/.test(id)

function unknown(id: string): Refusal {
  if (isComposition(id)) return new Refusal('not-found', `There was never a composition ${id}.`)
  const neither = mayBegin(id) ? ', nor a composition whose id begins so' : ''
  return new Refusal('not-found', `There is no report ${id}, or it is older than 30 days${neither}.`)
}

/** Everything that is known of a composition, or of the report that a failure panel shows. */
export async function why(db: ReleasesDatabase, id: string) {
  const found = isComposition(id) ? undefined : await findReport(db, id)
  const composition = found ? found.about.composition?.replace(/^preview-/, '') : id
  // A report says what it says, whether or not its composition is known here.
  const isOne = found ? isComposition : mayBegin
  const known = composition && isOne(composition) ? ((await findComposition(db, composition)) ?? null) : null
  if (!found && known === null) throw unknown(id)
  const shown = known === null ? null : await showComposition(db, known)
  const edges = known === null ? [] : await openedAs(db, known)
  const versions = shown?.versions ?? {}
  return {
    id,
    composition: known,
    versions,
    environments: shown?.environments ?? [],
    report: found ? { at: found.at, environment: found.environment, ...found.about } : null,
    notUsed: edges.flatMap(({ environment, parts }) =>
      Object.entries(parts).map(([part, { wanted, reason }]) => ({ environment, part, wanted, reason })),
    ),
    digests: edges.flatMap((edge) => digestsOf(edge, versions)),
    outcomes: known === null ? [] : await outcomesOf(db, known),
  }
}

/** An edge gives nobody a version before all its files are there with the right digest. */
function digestsOf({ environment, parts }: Edge, versions: Record<string, string>) {
  const used = Object.entries(versions).map(([part, version]) => ({ environment, part, version, right: true }))
  const wrong = Object.entries(parts).filter(([, { reason }]) => reason.startsWith('digest of '))
  return [...used, ...wrong.map(([part, { wanted }]) => ({ environment, part, version: wanted, right: false }))]
}

/** How the parts of a composition fared. */
const outcomesOf = (db: ReleasesDatabase, composition: string) =>
  db
    .select({
      environment: evidence.environment,
      part: evidence.part,
      version: evidence.version,
      metric: sql<Metric>`${evidence.metric}`,
      count: sql<number>`sum(${evidence.count})`.mapWith(Number),
    })
    .from(evidence)
    .where(eq(evidence.composition, composition))
    .groupBy(evidence.environment, evidence.part, evidence.version, evidence.metric)
    .orderBy(evidence.environment, evidence.part, evidence.metric)
