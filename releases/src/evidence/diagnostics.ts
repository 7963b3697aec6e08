import type { EdgeState, Opened, ReportedFault } from '@marram/release-contract/diagnostics'
import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { ReleasesDatabase } from '../database'
import { currentDocument } from '../discovery/current-document'
import { revisionOf } from '../live/live'
import { composition, edge, opened, report } from '../schema'

const DAY_MS = 86_400_000
const KEPT_DAYS = 30
/** Of one environment and minute: browsers can report anything, as often as they like. */
const MOST_REPORTS = 500

type Diagnostics = { environment: string; opened: Opened[]; reports: ReportedFault[]; now: Date }

/** Keeps what an edge opened, also compositions that it made up because a release could not be used, and what browsers reported. */
export async function addDiagnostics(
  db: ReleasesDatabase,
  { environment, opened: all, reports, now }: Diagnostics,
): Promise<void> {
  await revisionOf(db, environment)
  for (const { id, versions, parts } of all) {
    await db.insert(composition).values({ id, versions }).onConflictDoNothing()
    const row = { environment, composition: id, parts, at: now }
    await db
      .insert(opened)
      .values(row)
      .onConflictDoUpdate({ target: [opened.environment, opened.composition], set: row })
  }
  const rows = reports.slice(0, MOST_REPORTS).map(({ id, ...about }) => ({ id, environment, at: now, about }))
  if (rows.length > 0) await db.insert(report).values(rows).onConflictDoNothing()
}

export const findReport = async (db: ReleasesDatabase, id: string) =>
  (await db.select().from(report).where(eq(report.id, id)).orderBy(desc(report.at)).limit(1))[0]

export const openedAs = (db: ReleasesDatabase, id: string) =>
  db.select().from(opened).where(eq(opened.composition, id)).orderBy(opened.environment)

export async function forgetOldDiagnostics(db: ReleasesDatabase, now: Date): Promise<void> {
  await db.delete(report).where(and(lt(report.at, new Date(now.getTime() - KEPT_DAYS * DAY_MS))))
}

/** An edge that has said nothing for so long is none any more. */
const SILENT_MS = 60_000
/** Of one environment; more are not distinguished. */
const MOST = 500

type Seen = { environment: string; seen: EdgeState; now: Date }

/** Keeps what an edge said of itself last. */
export async function noteEdge(db: ReleasesDatabase, { environment, seen, now }: Seen): Promise<void> {
  await db.delete(edge).where(lt(edge.at, silentSince(now)))
  const { id, served = null, latest = null, reason = null, since } = seen
  const row = { served, latest, reason, since: since === undefined ? null : new Date(since), at: now }
  const others = await db.$count(edge, and(eq(edge.environment, environment), sql`${edge.id} <> ${id}`))
  if (others >= MOST) return
  await db
    .insert(edge)
    .values({ environment, id, ...row })
    .onConflictDoUpdate({ target: [edge.environment, edge.id], set: row })
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
    : 'it has not heard of the newest document'
}

const silentSince = (now: Date) => new Date(now.getTime() - SILENT_MS)
