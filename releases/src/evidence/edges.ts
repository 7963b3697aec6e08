import type { ToldEdge } from '@marram/release-contract/facts'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { ReleasesDatabase } from '../database'
import { currentDocument } from '../discovery/current-document'
import { edge } from '../schema'

/** An edge that has said nothing for so long is none any more. */
const SILENT_MS = 60_000
/** Of one environment; more are not told apart. */
const MOST = 500

type Told = { environment: string; told: ToldEdge; now: Date }

/** Keeps what an edge said of itself last. */
export async function noteEdge(db: ReleasesDatabase, { environment, told, now }: Told): Promise<void> {
  await db.delete(edge).where(lt(edge.at, silentSince(now)))
  const { id, served = null, latest = null, reason = null, since } = told
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
