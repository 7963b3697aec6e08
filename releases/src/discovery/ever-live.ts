import { and, eq, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { ReleasesDatabase } from '../database'
import { releaseKey } from '../live/live'
import { composition, isPublished, isVersion, liveComposition, release } from '../schema'

const MOST_KNOWN = 10_000

/** What some visitor was given stays public: a tab that is open keeps its composition. So a yes never changes. */
export class EverLive {
  private readonly known = new LRUCache<string, true>({ max: MOST_KNOWN })

  constructor(private readonly db: ReleasesDatabase) {}

  /** Whether visitors had the release at any time: those of one environment, or of any. */
  async has(part: string, version: string, environment?: string): Promise<boolean> {
    const key = `${environment ?? ''} ${releaseKey({ part, version })}`
    if (!this.known.has(key) && (await this.wasLive(part, version, environment))) this.known.set(key, true)
    return this.known.has(key)
  }

  private async wasLive(part: string, version: string, environment: string | undefined): Promise<boolean> {
    // First by an index: guesses of versions must not make it search every composition.
    const published = and(isVersion({ part, version }), isPublished)
    if ((await this.db.$count(release, published)) === 0) return false
    const [found] = await this.db
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
}
