import { compositionId } from '@marram/contracts/resolve'
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { ReleasesDatabase } from './database'
import { revisionOf, rolloutsOf } from './live'
import { Refusal } from './refusal'
import { release, rollout } from './schema'

const stableVersions = (db: ReleasesDatabase) =>
  db
    .select({ environment: rollout.environment, part: rollout.part, version: rollout.stable })
    .from(rollout)
    .orderBy(rollout.environment)

/** Every part that has a complete release, with what is live of it. */
export async function listParts(db: ReleasesDatabase) {
  const live = await stableVersions(db)
  const releases = await db
    .select({
      part: release.part,
      version: release.version,
      kind: sql<string>`${release.manifest} ->> 'kind'`,
      title: sql<string | null>`${release.manifest} ->> 'title'`,
    })
    .from(release)
    .where(isNotNull(release.completedAt))
    .orderBy(release.part, desc(release.completedAt))
  const latest = releases.filter(({ part }, i) => part !== releases[i - 1]?.part)
  return latest.map(({ part, version, kind, title }) => ({
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
    .where(and(eq(release.part, part), isNotNull(release.completedAt)))
    .orderBy(desc(release.completedAt))
  if (releases.length === 0) throw new Refusal('not-found', `Nothing of ${part} is published.`)
  const live = await stableVersions(db)
  return releases.map(({ manifest, version, integrity, publishedBy, completedAt }) => ({
    version,
    integrity,
    publishedBy,
    publishedAt: completedAt,
    host: manifest.host,
    source: manifest.revision,
    files: Object.keys(manifest.files).length,
    bytes: Object.values(manifest.files).reduce((sum, { size }) => sum + size, 0),
    live: live.filter((one) => one.part === part && one.version === version).map((one) => one.environment),
  }))
}

/** What an environment serves and served. */
export async function showEnvironment(db: ReleasesDatabase, name: string) {
  const revision = await revisionOf(db, name)
  const rollouts = await rolloutsOf(db, name)
  const stable = Object.fromEntries(rollouts.map(({ part, stable }) => [part, stable]))
  return {
    environment: name,
    revision,
    composition: rollouts.length > 0 ? compositionId(stable) : null,
    parts: Object.fromEntries(rollouts.map(({ part, environment: _, ...rest }) => [part, rest])),
  }
}
