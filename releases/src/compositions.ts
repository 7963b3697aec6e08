import { and, desc, eq, like } from 'drizzle-orm'
import { beyond, type Cursor, cursorText } from './composition-cursor'
import type { ReleasesDatabase } from './database'
import { revisionOf, rolloutsOf, statesOf } from './live'
import { Refusal } from './refusal'
import { composition, liveComposition } from './schema'
import { compositionsOf } from './variants'

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

/** The versions behind the id that stands in pages, headers and reports, and where they were live. */
export async function showComposition(db: ReleasesDatabase, id: string) {
  const [found] = await db.select().from(composition).where(eq(composition.id, id))
  if (!found) throw new Refusal('not-found', `There was never a composition ${id}.`)
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

/** A composition that was live in the environment; the first digits of its id are enough where they are clear. */
export async function compositionLiveIn(db: ReleasesDatabase, environment: string, id: string) {
  const found = await db
    .select({ id: composition.id, versions: composition.versions })
    .from(liveComposition)
    .innerJoin(composition, eq(composition.id, liveComposition.composition))
    .where(and(eq(liveComposition.environment, environment), like(composition.id, `${id}%`)))
    .limit(2)
  const [only] = found
  if (found.length === 1 && only) return only
  const problem = found.length === 0 ? `was never live in ${environment}` : 'is the beginning of several ids'
  throw new Refusal(found.length === 0 ? 'not-found' : 'invalid', `The composition ${id} ${problem}.`)
}
