import type { EdgeState } from '@marram/release-contract/diagnostics'
import { and, desc, eq, gt, lt, ne } from 'drizzle-orm'
import type { ReleasesDatabase } from '../database'
import { currentDocument } from '../discovery/discovery'
import type { Handlers } from '../handler'
import { revisionOf } from '../live/live'
import { composition, edge, evidence, failingNetwork, opened, report } from '../schema'

const KEPT_MS = 30 * 86_400_000
/** Of one environment and minute: browsers can report anything, as often as they like. */
const MOST_REPORTS = 500
/** An edge that has sent nothing for so long is not counted any more. */
const SILENT_MS = 60_000
/** Of one environment; more are not distinguished. */
const MOST_EDGES = 500

/** Stores what an edge opened, also because a release could not be used, what browsers reported, and its own state. */
export const addDiagnostics: Handlers['addDiagnostics'] = async ({ db, now }, input) => {
  const { environment, opened: compositions = [], reports = [], edge: state } = input
  const at = now()
  await revisionOf(db, environment)
  for (const { id, versions, parts } of compositions) {
    await db.insert(composition).values({ id, versions }).onConflictDoNothing()
    const row = { environment, composition: id, parts, at }
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

async function noteEdge(db: ReleasesDatabase, environment: string, state: EdgeState, at: Date): Promise<void> {
  await db.delete(edge).where(lt(edge.at, silentSince(at)))
  const { id, served = null, latest = null, reason = null, since } = state
  const row = { served, latest, reason, since: since === undefined ? null : new Date(since), at }
  if ((await db.$count(edge, and(eq(edge.environment, environment), ne(edge.id, id)))) >= MOST_EDGES) return
  await db
    .insert(edge)
    .values({ environment, id, ...row })
    .onConflictDoUpdate({ target: [edge.environment, edge.id], set: row })
}

export const findReport = async (db: ReleasesDatabase, id: string) =>
  (await db.select().from(report).where(eq(report.id, id)).orderBy(desc(report.at)).limit(1))[0]

export const openedAs = (db: ReleasesDatabase, id: string) =>
  db.select().from(opened).where(eq(opened.composition, id)).orderBy(opened.environment)

/** Counts, networks and reports are kept for 30 days. */
export async function forgetOld(db: ReleasesDatabase, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS)
  await db.delete(evidence).where(lt(evidence.minute, before))
  await db.delete(failingNetwork).where(lt(failingNetwork.at, before))
  await db.delete(report).where(lt(report.at, before))
}

/** How many edges serve what they should, and why the others do not. */
export async function edgesOf(db: ReleasesDatabase, environment: string, now: Date) {
  const rows = await db
    .select()
    .from(edge)
    .where(and(eq(edge.environment, environment), gt(edge.at, silentSince(now))))
    .orderBy(edge.id)
  const { etag } = await currentDocument(db, environment)
  const behind = rows
    .filter(({ served }) => served !== etag)
    .map((row) => ({ id: row.id, since: row.since, reason: reasonOf(row, etag), heardAt: row.at }))
  return { current: rows.length - behind.length, behind }
}

function reasonOf({ served, latest, reason }: typeof edge.$inferSelect, newest: string): string {
  if (latest === newest) return reason ?? 'it is taking the newest document'
  return served === null && latest === null
    ? 'it has no document of this registry'
    : 'it has not received the newest document'
}

const silentSince = (now: Date) => new Date(now.getTime() - SILENT_MS)
