import { killedOf, killedWords } from '@marram/releases/evidence/edge-text'
import { percent } from '../page/words'
import type { EnvironmentShown, State } from '../shapes'

type Parts = EnvironmentShown['parts']

export const NEXT = 'with their next page load'

/** The other parts of a group: their candidates are rolled out to the same visitors. */
export const companions = (parts: Parts, part: string, group = parts[part]?.group ?? null): string[] =>
  group === null ? [] : Object.keys(parts).filter((other) => other !== part && parts[other]?.group === group)

/** Who gets what when a version goes live for everyone. */
export function effectsOfPromotion(parts: Parts, part: string, version: string): string[] {
  const state = parts[part]
  if (!state) return [`${part} ${version} begins to be live here, for all visitors (100 %), ${NEXT}.`]
  const { stable, candidate, traffic } = state
  if (candidate === version)
    return [part, ...companions(parts, part)].map((each) => {
      const { stable: from, candidate: to } = parts[each] as State
      return `${percent(100 - traffic)} of visitors change from ${each} ${from} to ${to} ${NEXT}; ${percent(traffic)} have it already.`
    })
  const others = `${percent(100 - traffic)} of visitors`
  const effect =
    stable === version
      ? `${others} have ${part} ${version} already.`
      : `${others} change from ${part} ${stable} to ${version} ${NEXT}.`
  if (candidate === null) return [effect]
  return [effect, `${percent(traffic)} change from the candidate ${candidate} to ${version}, and its rollout ends.`]
}

type Share = {
  version: string
  traffic: number
  group?: string | undefined
  /** Whether a strategy begins with this share. */
  grows?: boolean
}

/** In which group a version is once it has a share. */
export const groupOf = ({ candidate, group }: State, wanted: Pick<Share, 'version' | 'group'>): string | null =>
  wanted.group ?? (candidate === wanted.version ? group : null)

/** Who gets what when a version is given to a share of the visitors; a group that it joins gets the same share. */
export function effectsOfShare(parts: Parts, part: string, { version, traffic, grows, ...wanted }: Share): string[] {
  const state = parts[part] as State
  const { stable, candidate, traffic: now } = state
  const same = candidate === version
  const group = groupOf(state, { version, group: wanted.group })
  const others = companions(parts, part, group)
  const names = others.map((each) => `${each} ${parts[each]?.candidate}`).join(', ')
  const joins = [
    ...(others.length > 0 ? [`They are the visitors who get ${names} too (group ${group}).`] : []),
    ...others.map((each) => effectOfOwnShare(parts[each] as State, each, traffic)),
  ]
  // A new share ends the strategies of all parts that get it.
  const ends = (...names: string[]) =>
    names
      .filter((name) => parts[name]?.strategy)
      .map((name) =>
        grows ? `The strategy by which ${name} grows now ends; this one begins.` : `${name} no longer grows by itself.`,
      )
  if (!same)
    return [
      `${percent(traffic)} of visitors, chosen at random and always the same ones, change from ${part} ${stable} to ${version} ${NEXT}.`,
      `${percent(100 - traffic)} keep ${stable}.`,
      ...(candidate === null ? [] : [`${percent(now)} lose the candidate ${candidate}: its rollout ends.`]),
      ...joins,
      ...ends(...others),
    ]
  if (state.group !== group)
    return [effectOfOwnShare(state, part, traffic), ...ends(part), ...joins, ...ends(...others)]
  const too = others.length === 0 ? '' : `, together with ${others.join(', ')} (group ${group})`
  return [effectOfOwnShare(state, part, traffic, too), ...ends(part, ...others)]
}

function effectOfOwnShare({ stable, candidate, traffic: now }: State, part: string, traffic: number, too = ''): string {
  if (traffic === now) return `${percent(now)} of visitors have ${part} ${candidate}; that stays as it is.`
  return traffic > now
    ? `${percent(traffic - now)} more of the visitors change to ${part} ${candidate}${too} ${NEXT}: ${percent(traffic)} instead of ${percent(now)}.`
    : `${percent(now - traffic)} of visitors go back to ${part} ${stable}${too} ${NEXT}: ${percent(traffic)} have ${candidate} instead of ${percent(now)}.`
}

/** Who goes back when the candidates of a rollout are taken away. */
export const effectsOfAbort = (parts: Parts, part: string): string[] =>
  effectsOfLosing(parts, [part, ...companions(parts, part)])

const effectsOfLosing = (parts: Parts, names: string[]) =>
  names.map((each) => {
    const { stable, candidate, traffic } = parts[each] as State
    return `${percent(traffic)} of visitors go back from ${each} ${candidate} to ${stable} ${NEXT}; ${percent(100 - traffic)} have it already.`
  })

/** Who goes back to which version. */
export function effectsOfRollback(parts: Parts, part: string, version?: string): string[] {
  const { stable, candidate, traffic } = parts[part] as State
  if (candidate !== null && (version === undefined || version === stable)) return effectsOfAbort(parts, part)
  const target = version ?? previousOf(parts[part] as State)
  return [
    `${percent(100 - traffic)} of visitors go back from ${part} ${stable} to ${target} ${NEXT}.`,
    ...(candidate === null ? [] : [`${percent(traffic)} go back from the candidate ${candidate}: its rollout ends.`]),
    ...effectsOfLosing(parts, companions(parts, part)),
  ]
}

/** Who loses what when a part is taken out for good. */
export const effectsOfRetiring = (parts: Parts, part: string): string[] => [
  ...effectsOfGoingTo(parts[part], part, undefined),
  ...effectsOfLosing(parts, companions(parts, part)),
  'Its addresses are not found (404) from their next page load on, its links leave the navigation, and other parts can have its addresses.',
  'To bring it back, promote one of its versions: that works as long as no other part has its addresses.',
]

/** What was live before the stable version; undefined if that is the first. */
export const previousOf = ({ history }: Pick<State, 'history'>): string | undefined => history.at(-2)?.version

type Restored = Pick<EnvironmentShown, 'parts' | 'stops'>

/** Who gets what when a whole environment goes back to a set of versions; every rollout ends with that. */
export function effectsOfRestoring({ parts, stops }: Restored, versions: Record<string, string>): string[] {
  const names = [...new Set([...Object.keys(parts), ...Object.keys(versions)])].sort()
  const effects = names.flatMap((part) => effectsOfGoingTo(parts[part], part, versions[part]))
  const killed = killedOf(stops, Object.keys(versions)).map(killedWords)
  return [...(effects.length > 0 ? effects : ['Exactly this is live for everybody: nothing changes.']), ...killed]
}

function effectsOfGoingTo(state: State | undefined, part: string, to: string | undefined): string[] {
  if (!state) return [`${part} ${to} is live again, for all visitors (100 %).`]
  const { stable, candidate, traffic } = state
  const [own, others] = [percent(traffic), percent(100 - traffic)]
  if (to === undefined)
    return [
      `${part} ${stable} is no longer live: all visitors (100 %) lose its pages.`,
      ...(candidate === null ? [] : [`The rollout of ${part} ${candidate} ends.`]),
    ]
  if (candidate === null)
    return to === stable ? [] : [`${part}: all visitors (100 %) get ${to} instead of ${stable} ${NEXT}.`]
  if (to === stable)
    return [
      `${part}: ${own} of visitors go back from the candidate ${candidate} to ${to} ${NEXT}, and its rollout ends; ${others} have ${to} already.`,
    ]
  const rest = `${part}: ${others} of visitors get ${to} instead of ${stable} ${NEXT}`
  if (to === candidate) return [`${rest}; ${own} have it already, and its rollout ends.`]
  return [`${rest}.`, `${part}: ${own} change from the candidate ${candidate} to ${to}, and its rollout ends.`]
}
