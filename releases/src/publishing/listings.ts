import { compareVersions } from '@marram/release-contract/version'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { ReleasesDatabase } from '../database'
import { liveForVisitors } from '../live/live'
import { Refusal } from '../refusal'
import { isPublished, release } from '../schema'

/** Every part that has a complete release, with its live versions; the latest is the highest one. */
export async function listParts(db: ReleasesDatabase) {
  const live = await liveForVisitors(db)
  const { part, version, manifest, completedAt } = release
  const [kind, title] = [sql<string>`${manifest} ->> 'kind'`, sql<string | null>`${manifest} ->> 'title'`]
  const releases = await db
    .select({ part, version, kind, title })
    .from(release)
    .where(isPublished)
    .orderBy(part, desc(completedAt))
  const latest = new Map<string, (typeof releases)[number]>()
  for (const one of releases) {
    const known = latest.get(one.part)
    if (!known || compareVersions(one.version, known.version) > 0) latest.set(one.part, one)
  }
  return [...latest.values()].map(({ part, version, kind, title }) => ({
    part,
    kind,
    title: title ?? part,
    latest: version,
    versions: releases.filter((one) => one.part === part).length,
    live: Object.fromEntries(live.filter((one) => one.part === part).map((one) => [one.environment, one.stable])),
  }))
}

/** Complete versions of a part, newest first. */
export async function listVersions(db: ReleasesDatabase, part: string) {
  const releases = await db
    .select()
    .from(release)
    .where(and(eq(release.part, part), isPublished))
    .orderBy(desc(release.completedAt))
  if (releases.length === 0) throw new Refusal('not-found', `Nothing of ${part} is published.`)
  const live = (await liveForVisitors(db)).filter((one) => one.part === part)
  return releases.map(({ manifest, version, integrity, publishedBy, completedAt }) => ({
    version,
    integrity,
    publishedBy,
    publishedAt: completedAt as Date,
    host: manifest.host,
    source: manifest.revision,
    files: Object.keys(manifest.files).length,
    bytes: Object.values(manifest.files).reduce((sum, { size }) => sum + size, 0),
    live: live.filter(({ stable }) => stable === version).map(({ environment }) => environment),
    candidate: live.filter(({ candidate }) => candidate === version).map(({ environment }) => environment),
  }))
}
