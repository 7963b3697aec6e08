import type { Opened, ToldReport } from '@marram/release-contract/facts'
import { and, desc, eq, lt } from 'drizzle-orm'
import type { ReleasesDatabase } from '../database'
import { revisionOf } from '../live/live'
import { composition, opened, report } from '../schema'

const DAY_MS = 86_400_000
const KEPT_DAYS = 30
/** Of one environment and minute: browsers can tell anything, as often as they like. */
const MOST_REPORTS = 500

type Facts = { environment: string; opened: Opened[]; reports: ToldReport[]; now: Date }

/** Keeps what an edge opened, also compositions that it made up because a release could not be used, and what browsers told. */
export async function addDiagnostics(
  db: ReleasesDatabase,
  { environment, opened: all, reports, now }: Facts,
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
  const told = reports.slice(0, MOST_REPORTS).map(({ id, ...about }) => ({ id, environment, at: now, about }))
  if (told.length > 0) await db.insert(report).values(told).onConflictDoNothing()
}

export const findReport = async (db: ReleasesDatabase, id: string) =>
  (await db.select().from(report).where(eq(report.id, id)).orderBy(desc(report.at)).limit(1))[0]

export const openedAs = (db: ReleasesDatabase, id: string) =>
  db.select().from(opened).where(eq(opened.composition, id)).orderBy(opened.environment)

export async function forgetOldFacts(db: ReleasesDatabase, now: Date): Promise<void> {
  await db.delete(report).where(and(lt(report.at, new Date(now.getTime() - KEPT_DAYS * DAY_MS))))
}
