import { cursorPattern } from '@marram/release-contract/calls/environments'
import { and, desc, eq, gt, like, lt, or, type SQL } from 'drizzle-orm'
import type { ReleasesDatabase } from '../database'
import { Refusal } from '../refusal'
import { composition, liveComposition } from '../schema'
import { revisionOf, rolloutsOf, statesOf } from './live'
import { compositionsOf } from './variants'

/**
 * Where a page of compositions ended. One change makes several, all of the same moment, so the moment alone would lose
 * those of them that stood on the other side of the border.
 */
type Cursor = { lastAt: Date; partial: boolean; id: string }

const cursorText = ({ lastAt, partial, id }: Cursor): string => `${lastAt.toISOString()}_${partial ? 1 : 0}_${id}`

/** Also a moment alone, for what was live last before it. */
export function readCursor(text: string): Cursor | Date {
  const [, moment, partial, id] = cursorPattern.exec(text) ?? []
  const lastAt = new Date(moment ?? text)
  return id === undefined ? lastAt : { lastAt, partial: partial === '1', id }
}

/** What comes after it: latest first, of one moment those of everybody first. */
function beyond(cursor: Cursor | Date): SQL | undefined {
  const { lastAt, partial, composition: id } = liveComposition
  if (cursor instanceof Date) return lt(lastAt, cursor)
  const sameMoment = or(gt(partial, cursor.partial), and(eq(partial, cursor.partial), gt(id, cursor.id)))
  return or(lt(lastAt, cursor.lastAt), and(eq(lastAt, cursor.lastAt), sameMoment))
}

type Wanted = { environment: string; limit: number; before?: Cursor | Date | undefined }

/** What was live in an environment, latest first; `next` is where the following page begins. */
export async function listCompositions(db: ReleasesDatabase, { environment, limit, before }: Wanted) {
  await revisionOf(db, environment)
  const now = new Set(compositionsOf(statesOf(await rolloutsOf(db, environment))).map(({ id }) => id))
  const rows = await db
    .select({
      id: composition.id,
      versions: composition.versions,
      partial: liveComposition.partial,
      firstAt: liveComposition.firstAt,
      lastAt: liveComposition.lastAt,
    })
    .from(liveComposition)
    .innerJoin(composition, eq(composition.id, liveComposition.composition))
    .where(and(eq(liveComposition.environment, environment), before === undefined ? undefined : beyond(before)))
    .orderBy(desc(liveComposition.lastAt), liveComposition.partial, liveComposition.composition)
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    compositions: page.map((row) => ({ ...row, live: now.has(row.id) })),
    next: rows.length > limit && last ? cursorText(last) : null,
  }
}

/** The first digits of an id are enough where they are clear. */
const beginsWith = (id: string) => like(composition.id, `${id}%`)

function onlyOne<Row>([only, ...others]: Row[], id: string): Row | undefined {
  if (others.length === 0) return only
  throw new Refusal('invalid', `The composition ${id} is the beginning of several ids.`)
}

/** Undefined where there was never one whose id begins so. */
export async function findComposition(db: ReleasesDatabase, id: string): Promise<string | undefined> {
  const found = await db.select({ id: composition.id }).from(composition).where(beginsWith(id)).limit(2)
  return onlyOne(found, id)?.id
}

/** The versions behind the id that stands in pages, headers and reports, and where they were live. */
export async function showComposition(db: ReleasesDatabase, wanted: string) {
  const found = onlyOne(await db.select().from(composition).where(beginsWith(wanted)).limit(2), wanted)
  if (!found) throw new Refusal('not-found', `There was never a composition ${wanted}.`)
  const { id } = found
  const environments = await db
    .select({
      environment: liveComposition.environment,
      partial: liveComposition.partial,
      firstAt: liveComposition.firstAt,
      lastAt: liveComposition.lastAt,
    })
    .from(liveComposition)
    .where(eq(liveComposition.composition, id))
    .orderBy(liveComposition.environment)
  return { id, versions: found.versions, environments }
}

/** A composition that was live in the environment. */
export async function compositionLiveIn(db: ReleasesDatabase, environment: string, id: string) {
  const found = await db
    .select({ id: composition.id, versions: composition.versions })
    .from(liveComposition)
    .innerJoin(composition, eq(composition.id, liveComposition.composition))
    .where(and(eq(liveComposition.environment, environment), beginsWith(id)))
    .limit(2)
  const only = onlyOne(found, id)
  if (only) return only
  throw new Refusal('not-found', `The composition ${id} was never live in ${environment}.`)
}
