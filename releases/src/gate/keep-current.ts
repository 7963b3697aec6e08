import type { RegistryContext } from '../context'
import { earlierVersions } from '../discovery/discovery'
import { liveRollouts, readReleases, rolloutsOf, statesOf, type Version } from '../live/live'
import { variantsOf } from '../live/variants'
import { subjectsBeside } from './results'

/** Looks at a release as soon as it is published, so that its promotion does not wait; of each part at one at a time. */
export const lookAtNew = ({ db, gate }: RegistryContext, version: Version): void =>
  gate.keepNewest(version.part, async () => {
    const live = (await liveRollouts(db)).flatMap(({ part, stable, candidate }) =>
      [stable, candidate].flatMap((each) => (each === null ? [] : { part, version: each })),
    )
    return subjectsBeside([version], live, await readReleases(db, [version, ...live]))
  })

/**
 * Looks, in the background, at all that an environment could go back to, so that a rollback only reads; and opens in a
 * browser what went live without that.
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
