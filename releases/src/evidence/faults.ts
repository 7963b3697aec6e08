import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Handlers } from '../handler'
import { revisionOf } from '../live/live'
import { report } from '../schema'
import { KEPT_MS } from './diagnostics'

const MOST = 100

const { about, at, id, environment: where } = report
const field = (name: string) => sql<string | null>`${about} ->> ${sql.raw(`'${name}'`)}`
const part = field('part')
const kind = field('kind') as SQL<string>
const place = field('place')
/** Without the id that the visitor saw, and without numbers, which differ from one to the next. */
const what = sql<string>`coalesce(${place}, regexp_replace(regexp_replace(${about} ->> 'message', '^#[a-z0-9]+ ', ''), '[0-9]+', '0', 'g'))`
const last = (column: typeof about | typeof id, of = sql`${column}`) =>
  sql<string>`(array_agg(${of} order by ${at} desc))[1]`

/** Reports of one place, or without a place of one message, are the same fault. */
export const listFaults: Handlers['listFaults'] = async ({ db, now }, { environment, part: wanted }) => {
  await revisionOf(db, environment)
  const version = field('version')
  const faults = await db
    .select({
      part,
      kind,
      place,
      message: last(about, sql`${about} ->> 'message'`),
      count: sql<number>`count(*)::int`,
      firstVersion: sql<string | null>`(array_agg(${version} order by ${at}))[1]`,
      versions: sql<(string | null)[]>`array_agg(distinct ${version})`,
      firstAt: sql`min(${at})`.mapWith(at),
      lastAt: sql`max(${at})`.mapWith(at),
      lastReport: last(id),
    })
    .from(report)
    .where(
      and(
        eq(where, environment),
        gt(at, new Date(now().getTime() - KEPT_MS)),
        sql`not (${about} ->> 'preview')::boolean`,
        wanted === undefined ? undefined : eq(part, wanted),
      ),
    )
    .groupBy(part, kind, place, what)
    .orderBy(desc(sql`max(${at})`))
    .limit(MOST)
  return {
    environment,
    faults: faults.map(({ message, versions, ...each }) => ({
      ...each,
      message: message.replace(/^#[a-z0-9]+ /, ''),
      versions: versions.filter((version) => version !== null),
    })),
  }
}
