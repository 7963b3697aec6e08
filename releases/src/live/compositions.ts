import { cursorPattern } from '@marram/release-contract/calls/environments'
import { and, desc, eq, gt, isNull, like, lt, or, type SQL } from 'drizzle-orm'
import type { Db, ReleasesDatabase } from '../database'
import type { Input } from '../handler'
import { Refusal } from '../refusal'
import { composition, liveComposition, opened } from '../schema'
import { revisionOf, rolloutsOf, statesOf } from './live'
import { compositionsOf } from './variants'

const { environment, partial, firstAt, lastAt } = liveComposition

/** The entries after a cursor. One change creates several compositions at the same time, so it has `partial` and id too. */
function beyond(cursor: string): SQL | undefined {
  const [, moment, isPartial, id] = cursorPattern.exec(cursor) ?? []
  const at = new Date(moment ?? cursor)
  if (id === undefined) return lt(lastAt, at)
  const wasPartial = isPartial === '1'
  const sameMoment = or(gt(partial, wasPartial), and(eq(partial, wasPartial), gt(liveComposition.composition, id)))
  return or(lt(lastAt, at), and(eq(lastAt, at), sameMoment))
}

/** What was live in an environment, latest first; `next` is where the following page begins. */
export async function listCompositions(
  db: ReleasesDatabase,
  { environment: name, limit, before }: Input<'listCompositions'>,
) {
  await revisionOf(db, name)
  const now = compositionsOf(statesOf(await rolloutsOf(db, name))).map(({ id }) => id)
  const rows = await db
    .select({ id: composition.id, versions: composition.versions, partial, firstAt, lastAt })
    .from(liveComposition)
    .innerJoin(composition, eq(composition.id, liveComposition.composition))
    .where(and(eq(environment, name), before === undefined ? undefined : beyond(before)))
    .orderBy(desc(lastAt), partial, liveComposition.composition)
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    compositions: page.map((row) => ({ ...row, live: now.some((id) => id.startsWith(row.id)) })),
    next: last ? `${last.lastAt.toISOString()}_${last.partial ? 1 : 0}_${last.id}` : null,
  }
}

/** The first digits of an id are enough if they are unique. */
const beginsWith = (id: string) => like(composition.id, `${id}%`)

/** The whole id of twelve digits, as ids were earlier, is also the beginning of today's. */
function onlyOne<Row extends { id: string }>(rows: Row[], id: string): Row | undefined {
  const only = rows.find((row) => row.id === id) ?? rows[0]
  if (rows.length < 2 || only?.id === id) return only
  throw new Refusal('invalid', `The composition ${id} is the beginning of several ids.`)
}

export const neverLive = (id: string) => new Refusal('not-found', `There was never a composition ${id}.`)

/**
 * Undefined if there was never one with this prefix. One that was never live is known only from reports of edges, of the
 * given environment if there is one.
 */
export async function findComposition(db: Db, id: string, inEnvironment?: string) {
  const { id: key, versions } = composition
  const live = await db.select({ id: key, versions }).from(composition).where(beginsWith(id)).orderBy(key).limit(2)
  const ofEdges = await db
    .selectDistinctOn([opened.composition], { id: opened.composition, versions: opened.versions })
    .from(opened)
    .leftJoin(composition, eq(key, opened.composition))
    .where(
      and(
        like(opened.composition, `${id}%`),
        isNull(key),
        inEnvironment === undefined ? undefined : eq(opened.environment, inEnvironment),
      ),
    )
    .orderBy(opened.composition, opened.environment)
    .limit(2)
  // An earlier edge may name what is known here with its first twelve digits.
  const unknown = ofEdges.filter((reported) => !live.some((each) => each.id.startsWith(reported.id)))
  return onlyOne([...live, ...unknown], id)
}

/** The versions behind the id that stands in pages, headers and reports, and where they were live. */
export async function showComposition(db: ReleasesDatabase, wanted: string, inEnvironment?: string) {
  const found = await findComposition(db, wanted, inEnvironment)
  if (!found) throw neverLive(wanted)
  const { id, versions } = found
  const environments = await db
    .select({ environment, partial, firstAt, lastAt })
    .from(liveComposition)
    .where(eq(liveComposition.composition, id))
    .orderBy(environment)
  return { id, versions, environments }
}

export async function compositionLiveIn(db: ReleasesDatabase, name: string, id: string) {
  const found = await db
    .select({ id: composition.id, versions: composition.versions })
    .from(liveComposition)
    .innerJoin(composition, eq(composition.id, liveComposition.composition))
    .where(and(eq(environment, name), beginsWith(id)))
    .orderBy(composition.id)
    .limit(2)
  const only = onlyOne(found, id)
  if (only) return only
  throw new Refusal('not-found', `The composition ${id} was never live in ${name}.`)
}
