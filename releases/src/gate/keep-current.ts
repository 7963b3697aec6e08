import { SHELL } from '@marram/release-contract/release'
import { eq } from 'drizzle-orm'
import type { RegistryContext } from '../context'
import { earlierVersions } from '../discovery/discovery'
import { readReleases, releaseKey, rolloutsOf, statesOf } from '../live/live'
import { variantsOf } from '../live/variants'
import { rollout } from '../schema'
import type { Subject } from './results'

/** Looks at a release as soon as it is published, so that its promotion does not wait. */
export const lookAtNew = (context: RegistryContext, version: Version): void =>
  context.gate.keep(() => subjectsOfNew(context, version))

async function subjectsOfNew({ db }: RegistryContext, version: Version): Promise<Subject[]> {
  const live = (await db.select().from(rollout).where(eq(rollout.live, true))).flatMap(({ part, stable, candidate }) =>
    [stable, candidate].flatMap((each) => (each === null ? [] : { part, version: each })),
  )
  const others = live.filter(({ part }) => (part === SHELL) !== (version.part === SHELL))
  const releases = await readReleases(db, [version, ...others])
  const release = releases.get(releaseKey(version.part, version.version))
  if (!release) return []
  const pairs = others
    .flatMap((other) => releases.get(releaseKey(other.part, other.version)) ?? [])
    .map((other) => (version.part === SHELL ? { release: other, beside: release } : { release, beside: other }))
  return [{ release, beside: release }, ...pairs]
}

type Version = { part: string; version: string }

/** Looks, in the background, at all that an environment could go back to, so that a rollback only reads. */
export const keepCurrent = (context: RegistryContext, environment: string): void =>
  context.gate.keep(() => possibleTargets(context, environment))

/** What was live before beside what is live now. */
async function possibleTargets({ db }: RegistryContext, environment: string): Promise<Subject[]> {
  const rollouts = await rolloutsOf(db, environment)
  const live: Version[] = variantsOf(statesOf(rollouts))
  const earlier: Version[] = rollouts.flatMap((rollout) =>
    earlierVersions(rollout).map((version) => ({ part: rollout.part, version })),
  )
  const releases = await readReleases(db, [...live, ...earlier])
  const known = (all: Version[], isShell: boolean) =>
    all
      .filter(({ part }) => (part === SHELL) === isShell)
      .flatMap(({ part, version }) => releases.get(releaseKey(part, version)) ?? [])
  const pairs = (sections: Version[], shells: Version[]) =>
    known(sections, false).flatMap((release) => known(shells, true).map((beside) => ({ release, beside })))
  const alone = [...known(earlier, true), ...known(earlier, false)].map((release) => ({ release, beside: release }))
  return [...alone, ...pairs(earlier, live), ...pairs(live, earlier)]
}
