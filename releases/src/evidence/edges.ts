import { type EdgeState, NOT_READY } from '@marram/release-contract/diagnostics'
import type { Metrics } from '@marram/server/metrics'
import { and, eq, gt, lt, ne } from 'drizzle-orm'
import { Gauge } from 'prom-client'
import type { Db, ReleasesDatabase } from '../database'
import { currentDocument } from '../discovery/discovery'
import { edge, environment } from '../schema'

/** More than twice as long as an edge takes for its next report. */
const SILENT_MS = 50_000
const KEPT_MS = 3_600_000
/** Limit for one environment; more edges are not distinguished. */
const MOST_EDGES = 500

type Row = typeof edge.$inferSelect

/** Stores the state of an edge until its next report. */
export async function noteEdge(db: ReleasesDatabase, name: string, state: EdgeState, at: Date): Promise<void> {
  await db.delete(edge).where(lt(edge.at, new Date(at.getTime() - KEPT_MS)))
  const { id, since, ended, ...rest } = state
  const own = and(eq(edge.environment, name), eq(edge.id, id))
  if (ended) return void (await db.delete(edge).where(own))
  if ((await db.$count(edge, and(eq(edge.environment, name), ne(edge.id, id)))) >= MOST_EDGES) return
  const nothing = {
    served: null,
    latest: null,
    reason: null,
    name: null,
    revision: null,
    composition: null,
    unusable: {},
  }
  const row = { ...nothing, ...rest, since: since === undefined ? null : new Date(since), at }
  await db
    .insert(edge)
    .values({ environment: name, id, ...row })
    .onConflictDoUpdate({ target: [edge.environment, edge.id], set: row })
}

/** What each edge serves, and whether that is live now. */
export async function edgesOf(db: ReleasesDatabase, name: string, now: Date) {
  const rows = await db.select().from(edge).where(eq(edge.environment, name)).orderBy(edge.name, edge.id)
  const { etag } = await currentDocument(db, name)
  // The document is served, but not all parts of it yet: visitors still have the previous version.
  const isWaiting = ({ unusable }: Pick<Row, 'unusable'>) =>
    Object.values(unusable).some(({ reason }) => reason === NOT_READY)
  const isSilent = ({ at }: Row) => at.getTime() <= now.getTime() - SILENT_MS
  // It was restarted after a kill.
  const isReplaced = (row: Row) =>
    rows.some((other) => row.name !== null && other.name === row.name && !isSilent(other))
  return rows
    .filter((row) => !isSilent(row) || !isReplaced(row))
    .map(({ environment: _, served, latest, at, ...row }) => {
      const follows = served === etag && !isWaiting(row)
      const state = isSilent({ at } as Row) ? 'silent' : follows ? 'current' : 'behind'
      const age = Math.round((now.getTime() - at.getTime()) / 1000)
      const reason = state === 'behind' && served !== etag ? reasonOf({ ...row, served, latest }, etag) : null
      return { ...row, name: row.name ?? row.id, state, reason, age } as const
    })
}

/** Whether a known edge serves the environment, so that there may be visitors. */
export const isServed = async (db: Db, name: string, now: Date): Promise<boolean> =>
  (await db.$count(edge, and(eq(edge.environment, name), gt(edge.at, new Date(now.getTime() - SILENT_MS))))) > 0

function reasonOf({ served, latest, reason }: Pick<Row, 'served' | 'latest' | 'reason'>, newest: string): string {
  if (latest === newest) return reason ?? 'it is taking the newest document'
  return served === null && latest === null
    ? 'it has no document of this registry'
    : 'it has not received the newest document'
}

const states = ['current', 'behind', 'silent'] as const

/** Edges by state, and how many of them cannot use a part; computed whenever the metrics are read. */
export const measureEdges = (metrics: Metrics, db: ReleasesDatabase, now = () => new Date()) =>
  new Gauge({
    name: 'marram_edges',
    help: 'Edges that serve the live versions (current), older ones (behind), or stopped reporting (silent); of all these, edges that cannot use a part (unable).',
    registers: [metrics],
    labelNames: ['environment', 'state'],
    async collect() {
      this.reset()
      for (const { name } of await db.select({ name: environment.name }).from(environment)) {
        const edges = await edgesOf(db, name, now())
        for (const wanted of states)
          this.set({ environment: name, state: wanted }, edges.filter(({ state }) => state === wanted).length)
        const unable = edges.filter(({ unusable }) => Object.keys(unusable).length > 0)
        this.set({ environment: name, state: 'unable' }, unable.length)
      }
    },
  })
