import { SHELL } from '@marram/release-contract/release'
import { eq } from 'drizzle-orm'
import type { RegistryContext } from '../context'
import { earlierVersions } from '../discovery/discovery'
import { type KnownReleases, readReleases, releaseKey, rolloutsOf, statesOf, type Version } from '../live/live'
import { variantsOf } from '../live/variants'
import { rollout } from '../schema'
import type { Subject } from './results'

/** Every section of `some` beside every shell of `others`. */
function pairs(releases: KnownReleases, some: Version[], others: Version[]): Subject[] {
  const known = (all: Version[], isShell: boolean) =>
    all
      .filter(({ part }) => (part === SHELL) === isShell)
      .flatMap(({ part, version }) => releases.get(releaseKey(part, version)) ?? [])
  return known(some, false).flatMap((release) => known(others, true).map((beside) => ({ release, beside })))
}

const alone = (releases: KnownReleases, versions: Version[]): Subject[] =>
  versions
    .flatMap(({ part, version }) => releases.get(releaseKey(part, version)) ?? [])
    .map((release) => ({ release, beside: release }))

/** Looks at a release as soon as it is published, so that its promotion does not wait. */
export const lookAtNew = ({ db, gate }: RegistryContext, version: Version): void =>
  gate.keep(async () => {
    const rows = await db.select().from(rollout).where(eq(rollout.live, true))
    const live = rows.flatMap(({ part, stable, candidate }) =>
      [stable, candidate].flatMap((each) => (each === null ? [] : { part, version: each })),
    )
    const releases = await readReleases(db, [version, ...live])
    return [...alone(releases, [version]), ...pairs(releases, [version], live), ...pairs(releases, live, [version])]
  })

/** Looks, in the background, at all that an environment could go back to, so that a rollback only reads. */
export const keepCurrent = ({ db, gate }: RegistryContext, environment: string): void =>
  gate.keep(async () => {
    const rollouts = await rolloutsOf(db, environment)
    const live = variantsOf(statesOf(rollouts))
    const earlier = rollouts.flatMap((row) => earlierVersions(row).map((version) => ({ part: row.part, version })))
    const releases = await readReleases(db, [...live, ...earlier])
    return [...alone(releases, earlier), ...pairs(releases, earlier, live), ...pairs(releases, live, earlier)]
  })
