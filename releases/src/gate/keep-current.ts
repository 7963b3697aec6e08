import { SHELL } from '@marram/release-contract/release-files'
import type { RegistryContext } from '../context'
import { earlierVersions } from '../discovery/discovery'
import { liveForVisitors, type Rollout, readReleases, rolloutsOf, statesOf, type Version } from '../live/live'
import { variantsOf } from '../live/variants'
import { comparisonsWithLive } from './pictures'
import { pairsBeside, subjectsBeside } from './results'

/** How many earlier versions of each section a new shell is tried with. */
const EARLIER = 2

/** The versions of sections that rollbacks would bring back first. */
export const comingBack = (rollouts: Rollout[]): Version[] =>
  rollouts
    .filter(({ part }) => part !== SHELL)
    .flatMap((row) =>
      earlierVersions(row)
        .slice(0, EARLIER)
        .map((version) => ({ part: row.part, version })),
    )

/**
 * Checks a release as soon as it is published, so that its promotion does not wait; one at a time for each part. A shell
 * is also tried with what a rollback would bring back, which no promotion waits for.
 */
export function lookAtNew({ db, gate }: RegistryContext, version: Version): void {
  const subjects = async () => {
    const live = (await liveForVisitors(db)).flatMap(({ part, stable, candidate }) =>
      [stable, candidate].flatMap((each) => (each === null ? [] : { part, version: each })),
    )
    return subjectsBeside([version], live, await readReleases(db, [version, ...live]))
  }
  gate.keepNewest(version.part, subjects, { pictures: () => comparisonsWithLive(db, version) })
  if (version.part !== SHELL) return
  const earlier = async () => {
    const sections = comingBack(await liveForVisitors(db))
    return pairsBeside(version, sections, await readReleases(db, [version, ...sections]))
  }
  gate.keepNewest('earlier', earlier, { oneByOne: true })
}

/**
 * Checks, in the background, all versions that an environment could go back to, so that a rollback only reads results;
 * and opens in a browser live versions that no browser has opened yet.
 */
export function keepCurrent({ db, gate }: RegistryContext, environment: string): void {
  const read = async () => {
    const rollouts = await rolloutsOf(db, environment)
    const live = variantsOf(statesOf(rollouts))
    const earlier = rollouts.flatMap((row) => earlierVersions(row).map((version) => ({ part: row.part, version })))
    return { live, earlier, releases: await readReleases(db, [...live, ...earlier]) }
  }
  gate.keep(() => read().then(({ live, earlier, releases }) => subjectsBeside(earlier, live, releases)), {
    open: false,
  })
  gate.keep(() => read().then(({ live, releases }) => subjectsBeside(live, live, releases)), { look: false })
}
