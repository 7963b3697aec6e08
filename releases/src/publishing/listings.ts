import { compareVersions } from '@marram/release-contract/version'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { ReleasesDatabase } from '../database'
import { Refusal } from '../refusal'
import { isPublished, release, rollout } from '../schema'

const liveVersions = (db: ReleasesDatabase) =>
  db
    .select({
      environment: rollout.environment,
      part: rollout.part,
      version: rollout.stable,
      candidate: rollout.candidate,
    })
    .from(rollout)
    .where(eq(rollout.live, true))
    .orderBy(rollout.environment)

/** Every part that has a complete release, with what is live of it; the latest is the highest one. */
export async function listParts(db: ReleasesDatabase) {
  const live = await liveVersions(db)
  const releases = await db
    .select({
      part: release.part,
      version: release.version,
      kind: sql<string>`${release.manifest} ->> 'kind'`,
      title: sql<string | null>`${release.manifest} ->> 'title'`,
    })
    .from(release)
    .where(isPublished)
    .orderBy(release.part, desc(release.completedAt))
  const latest = new Map<string, (typeof releases)[number]>()
  for (const one of releases) {
    const known = latest.get(one.part)
    // Of those that differ in words alone the one that was published last, which comes first.
    if (!known || compareVersions(one.version, known.version) > 0) latest.set(one.part, one)
  }
  return [...latest.values()].map(({ part, version, kind, title }) => ({
    part,
    kind,
    title: title ?? part,
    latest: version,
    versions: releases.filter((one) => one.part === part).length,
    live: Object.fromEntries(live.filter((one) => one.part === part).map((one) => [one.environment, one.version])),
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
  const live = await liveVersions(db)
  return releases.map(({ manifest, version, integrity, publishedBy, completedAt }) => ({
    version,
    integrity,
    publishedBy,
    publishedAt: completedAt as Date,
    host: manifest.host,
    source: manifest.revision,
    files: Object.keys(manifest.files).length,
    bytes: Object.values(manifest.files).reduce((sum, { size }) => sum + size, 0),
    live: live.filter((one) => one.part === part && one.version === version).map((one) => one.environment),
    candidate: live.filter((one) => one.part === part && one.candidate === version).map((one) => one.environment),
  }))
}
