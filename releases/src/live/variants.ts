import { compositionId } from '@marram/release-contract/resolve'
import type { States } from './states'

/** A version that some visitors have. */
export type Variant = { part: string; version: string; unit: string; isCandidate: boolean }

/** Every version that some visitor may have, now or after a rollout is aborted. */
export function variantsOf(states: States): Variant[] {
  return Object.entries(states).flatMap(([part, { stable, candidate, traffic, group }]) => {
    // Parts that are rolled out together to the same visitors.
    const unit = group === null ? `part ${part}` : `group ${group}`
    const live = { part, version: stable, unit, isCandidate: false }
    return candidate !== null && traffic > 0 ? [live, { part, version: candidate, unit, isCandidate: true }] : [live]
  })
}

/** Whether a visitor may have both: not two versions of one part, nor only some candidates of a group. */
export const meet = (one: Variant, other: Variant): boolean =>
  one.part !== other.part && (one.unit !== other.unit || one.isCandidate === other.isCandidate)

/** Rollouts at a time in one environment: each doubles the number of compositions. */
export const MOST_ROLLOUTS = 6

const candidatesOf = (states: States) => variantsOf(states).filter(({ isCandidate }) => isCandidate)

export const runningUnits = (states: States) => [...new Set(candidatesOf(states).map(({ unit }) => unit))]

export const stableVersions = (states: States): Record<string, string> =>
  Object.fromEntries(Object.entries(states).map(([part, { stable }]) => [part, stable]))

/** Every set of versions that some visitor gets; the first is that of the stable versions. */
export function compositionsOf(states: States) {
  let chosen = [{ versions: stableVersions(states), partial: false }]
  for (const unit of runningUnits(states)) {
    const own = candidatesOf(states).filter((candidate) => candidate.unit === unit)
    const candidates = Object.fromEntries(own.map(({ part, version }) => [part, version]))
    chosen = chosen.flatMap((one) => [one, { versions: { ...one.versions, ...candidates }, partial: true }])
  }
  // The same set from several rollouts counts once.
  const all = chosen.map((one) => ({ id: compositionId(one.versions), ...one }))
  return all.filter(({ id }, i) => all.findIndex((other) => other.id === id) === i)
}
