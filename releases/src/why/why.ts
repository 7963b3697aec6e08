import type { Metric } from '@marram/contracts/evidence'
import { eq, sql } from 'drizzle-orm'
import { showComposition } from '../compositions'
import type { ReleasesDatabase } from '../database'
import { Refusal } from '../refusal'
import { evidence } from '../schema'
import { findReport, openedAs } from './facts'

const isComposition = (id: string) => /^[0-9a-f]{12}$/.test(id)

/** Everything that is known of a composition, or of the report that a failure panel shows. */
export async function why(db: ReleasesDatabase, id: string) {
  const found = isComposition(id) ? undefined : await findReport(db, id)
  const composition = isComposition(id) ? id : found?.about.composition?.replace(/^preview-/, '')
  if (!isComposition(id) && !found)
    throw new Refusal('not-found', `There is no report ${id}, or it is older than 30 days.`)
  const known = composition && isComposition(composition) ? composition : null
  const shown = known === null ? null : await showComposition(db, known)
  const edges = known === null ? [] : await openedAs(db, known)
  return {
    id,
    composition: known,
    versions: shown?.versions ?? {},
    environments: shown?.environments ?? [],
    report: found ? { at: found.at, environment: found.environment, ...found.about } : null,
    notUsed: edges.flatMap(({ environment, parts }) =>
      Object.entries(parts).map(([part, { wanted, reason }]) => ({ environment, part, wanted, reason })),
    ),
    outcomes: known === null ? [] : await outcomesOf(db, known),
  }
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
