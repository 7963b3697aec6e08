import { and, eq, sql } from 'drizzle-orm'
import type { ReleasesDatabase } from '../database'
import { composition, isPublished, isVersion, liveComposition, release } from '../schema'

/**
 * Whether visitors had the release at any time: those of one environment, or of any. What some visitor was given stays
 * public, as a tab that is open keeps its composition.
 */
export async function wasEverLive(db: ReleasesDatabase, part: string, version: string, environment?: string) {
  // First by an index: guesses of versions must not make it search every composition.
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
