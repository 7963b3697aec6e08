import { and, eq, sql } from 'drizzle-orm'
import type { ReleasesDatabase } from '../database'
import { composition, isPublished, isVersion, liveComposition, release } from '../schema'

/**
 * Whether the release was ever live, in one environment or in any. Such a release stays public, since an open tab still
 * has its composition.
 */
export async function wasEverLive(db: ReleasesDatabase, part: string, version: string, environment?: string) {
  // An index first: guessed versions must not cause a search of every composition.
  const published = and(isVersion({ part, version }), isPublished)
  if ((await db.$count(release, published)) === 0) return false
  const [found] = await db
    .select({ id: composition.id })
    .from(composition)
    .innerJoin(liveComposition, eq(liveComposition.composition, composition.id))
    .where(
      and(
        // In this form the index on the versions is used.
        sql`${composition.versions} @> ${JSON.stringify({ [part]: version })}::jsonb`,
        environment === undefined ? undefined : eq(liveComposition.environment, environment),
      ),
    )
    .limit(1)
  return found !== undefined
}
