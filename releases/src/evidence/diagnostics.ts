import { desc, eq, lt } from 'drizzle-orm'
import type { ReleasesDatabase } from '../database'
import type { Handlers } from '../handler'
import { revisionOf } from '../live/live'
import { evidence, failingNetwork, opened, previewLink, report } from '../schema'
import { noteEdge } from './edges'

export const KEPT_MS = 30 * 86_400_000
/** Limit for one environment and minute: browsers can report anything, as often as they like. */
const MOST_REPORTS = 500

/** Stores an edge's state, the compositions it opened, including those without an unusable release, and reports of browsers. */
export const addDiagnostics: Handlers['addDiagnostics'] = async ({ db, now }, input) => {
  const { environment, opened: compositions = [], reports = [], edge: state } = input
  const at = now()
  await revisionOf(db, environment)
  for (const { id, versions, parts } of compositions) {
    const row = { environment, composition: id, versions, parts, at }
    await db
      .insert(opened)
      .values(row)
      .onConflictDoUpdate({ target: [opened.environment, opened.composition], set: row })
  }
  const rows = reports.slice(0, MOST_REPORTS).map(({ id, ...about }) => ({ id, environment, at, about }))
  if (rows.length > 0) await db.insert(report).values(rows).onConflictDoNothing()
  if (state) await noteEdge(db, environment, state, at)
  return {}
}

export const findReport = async (db: ReleasesDatabase, id: string) =>
  (await db.select().from(report).where(eq(report.id, id)).orderBy(desc(report.at)).limit(1))[0]

export const openedAs = (db: ReleasesDatabase, id: string) =>
  db.select().from(opened).where(eq(opened.composition, id)).orderBy(opened.environment)

/** Counts, networks and reports are stored for 30 days, preview links until they have expired. */
export async function forgetOld(db: ReleasesDatabase, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS)
  await db.delete(evidence).where(lt(evidence.minute, before))
  await db.delete(failingNetwork).where(lt(failingNetwork.at, before))
  await db.delete(report).where(lt(report.at, before))
  await db.delete(previewLink).where(lt(previewLink.expiresAt, before))
}
