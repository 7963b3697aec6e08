import type { States } from '../live/states'

const isStable = (states: States, id: string) => {
  const at = id.lastIndexOf('@')
  return states[id.slice(0, at)]?.stable === id.slice(at + 1)
}

/**
 * Whether these releases, as `part@version`, are live for everybody whom no rollout is about, before and after: nobody
 * gets anything by them that was not there, so what is wrong with them must not stand in the way of its own cure.
 */
export const staysLive = (before: States, after: States, releases: string[]): boolean =>
  releases.every((id) => isStable(before, id) && isStable(after, id))
