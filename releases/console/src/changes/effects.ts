import { percent } from '../page/words'
import type { EnvironmentShown, State } from '../shapes'

type Parts = EnvironmentShown['parts']

export const NEXT = 'with their next page load'

/** The other parts whose candidates are rolled out to the same visitors. */
export const companions = (parts: Parts, part: string): string[] => {
  const group = parts[part]?.group ?? null
  return group === null ? [] : membersOf(parts, group, part)
}

const membersOf = (parts: Parts, group: string, part: string): string[] =>
  Object.keys(parts).filter((other) => other !== part && parts[other]?.group === group)

/** Who gets what when a version goes live for everyone. */
export function effectsOfPromotion(parts: Parts, part: string, version: string): string[] {
  const state = parts[part]
  if (!state) return [`${part} ${version} begins to be live here, for all visitors (100 %), ${NEXT}.`]
  const { stable, candidate, traffic } = state
  const others = candidate === version ? companions(parts, part) : []
  const own = [part, ...others].map((each) => {
    const { stable: from, candidate: to } = parts[each] as State
    return `${percent(100 - traffic)} of visitors change from ${each} ${from} to ${to} ${NEXT}; ${percent(traffic)} have it already.`
  })
  if (candidate === version) return own
  const rest = candidate === null ? 0 : traffic
  return [
    ...(stable === version
      ? [`${percent(100 - rest)} of visitors have ${part} ${version} already.`]
      : [`${percent(100 - rest)} of visitors change from ${part} ${stable} to ${version} ${NEXT}.`]),
    ...(candidate === null
      ? []
      : [`${percent(rest)} change from the candidate ${candidate} to ${version}, and its rollout ends.`]),
  ]
}

type Share = {
  version: string
  traffic: number
  group?: string | undefined
  /** By a strategy that begins with this share. */
  grows?: boolean
}

/** Who gets what when a version is given to a share of the visitors; a group that it joins gets the same share. */
export function effectsOfShare(
  parts: Parts,
  part: string,
  { version, traffic, group: wanted, grows = false }: Share,
): string[] {
  const { stable, candidate, traffic: now, ...state } = parts[part] as State
  const same = candidate === version
  const group = wanted ?? (same ? state.group : null)
  const others = group === null ? [] : membersOf(parts, group, part)
  const joins = [...effectsOfJoining(parts, others, { traffic, group }), ...endsOfStrategies(parts, others, grows)]
  if (!same)
    return [
      `${percent(traffic)} of visitors, chosen at random and always the same ones, change from ${part} ${stable} to ${version} ${NEXT}.`,
      `${percent(100 - traffic)} keep ${stable}.`,
      ...(candidate === null ? [] : [`${percent(now)} lose the candidate ${candidate}: its rollout ends.`]),
      ...joins,
    ]
  const together = state.group === group
  const too = others.length === 0 || !together ? '' : `, together with ${others.join(', ')} (group ${group})`
  const own = effectsOfOwnShare(parts[part] as State, `${part} ${version}`, { part, traffic, too })
  return together
    ? [...own, ...endsOfStrategies(parts, [part, ...others], grows)]
    : [...own, ...endsOfStrategies(parts, [part], grows), ...joins]
}

/** Whoever sets a share takes over from the strategies of all that it is about. */
const endsOfStrategies = (parts: Parts, names: string[], grows: boolean): string[] =>
  names
    .filter((name) => parts[name]?.strategy)
    .map((name) =>
      grows ? `The strategy by which ${name} grows now ends; this one begins.` : `${name} grows by itself no more.`,
    )

function effectsOfOwnShare(
  { stable, candidate, traffic: now }: State,
  what: string,
  { part, traffic, too }: { part: string; traffic: number; too: string },
): string[] {
  if (traffic === now) return [`${percent(now)} of visitors have ${what}; that stays as it is.`]
  return traffic > now
    ? [
        `${percent(traffic - now)} more of the visitors change to ${what}${too} ${NEXT}: ${percent(traffic)} instead of ${percent(now)}.`,
      ]
    : [
        `${percent(now - traffic)} of visitors go back to ${part} ${stable}${too} ${NEXT}: ${percent(traffic)} have ${candidate} instead of ${percent(now)}.`,
      ]
}

/** What the others of a group get by a part that joins it: a group has one share, for the same visitors. */
function effectsOfJoining(
  parts: Parts,
  members: string[],
  { traffic, group }: { traffic: number; group: string | null },
): string[] {
  const lines = members.flatMap((each) => {
    const state = parts[each] as State
    return effectsOfOwnShare(state, `${each} ${state.candidate}`, { part: each, traffic, too: '' })
  })
  const names = members.map((each) => `${each} ${parts[each]?.candidate}`).join(', ')
  return members.length === 0 ? [] : [`They are the visitors who get ${names} too (group ${group}).`, ...lines]
}

/** Who goes back when the candidates of a rollout are taken away. */
export function effectsOfAbort(parts: Parts, part: string): string[] {
  return effectsOn(parts, [part, ...companions(parts, part)])
}

const effectsOn = (parts: Parts, losing: string[]) =>
  losing.map((each) => {
    const { stable, candidate, traffic } = parts[each] as State
    return `${percent(traffic)} of visitors go back from ${each} ${candidate} to ${stable} ${NEXT}; ${percent(100 - traffic)} have it already.`
  })

/** Who goes back to which version. */
export function effectsOfRollback(parts: Parts, part: string, version?: string): string[] {
  const { stable, candidate, traffic } = parts[part] as State
  if (candidate !== null && (version === undefined || version === stable)) return effectsOfAbort(parts, part)
  const target = version ?? previousOf(parts[part] as State)
  const share = candidate === null ? 0 : traffic
  return [
    `${percent(100 - share)} of visitors go back from ${part} ${stable} to ${target} ${NEXT}.`,
    ...(candidate === null ? [] : [`${percent(share)} go back from the candidate ${candidate}: its rollout ends.`]),
    ...effectsOn(parts, companions(parts, part)),
  ]
}

/** What was live before what is live now; undefined where it is the first. */
export const previousOf = ({ history }: Pick<State, 'history'>): string | undefined => history.at(-2)?.version

/** Who gets what when a whole environment goes back to a set of versions; every rollout ends with that. */
export function effectsOfRestoring(parts: EnvironmentShown['parts'], versions: Record<string, string>): string[] {
  const names = [...new Set([...Object.keys(parts), ...Object.keys(versions)])].sort()
  const effects = names.flatMap((part) => {
    const state = parts[part]
    const to = versions[part]
    if (!state) return [`${part} ${to} is live again, for all visitors (100 %).`]
    if (to === undefined) return effectsOfLeaving(state, part)
    return effectsOfGoingTo(state, part, to)
  })
  return effects.length > 0 ? effects : ['Exactly this is live for everybody: nothing changes.']
}

const effectsOfLeaving = ({ stable, candidate }: State, part: string): string[] => [
  `${part} ${stable} is live no more: all visitors (100 %) lose its pages.`,
  ...(candidate === null ? [] : [`The rollout of ${part} ${candidate} ends.`]),
]

function effectsOfGoingTo({ stable, candidate, traffic }: State, part: string, to: string): string[] {
  const rest = 100 - traffic
  if (candidate === null)
    return to === stable ? [] : [`${part}: all visitors (100 %) get ${to} instead of ${stable} ${NEXT}.`]
  if (to === stable)
    return [
      `${part}: ${percent(traffic)} of visitors go back from the candidate ${candidate} to ${to} ${NEXT}, and its rollout ends; ${percent(rest)} have ${to} already.`,
    ]
  if (to === candidate)
    return [
      `${part}: ${percent(rest)} of visitors get ${to} instead of ${stable} ${NEXT}; ${percent(traffic)} have it already, and its rollout ends.`,
    ]
  return [
    `${part}: ${percent(rest)} of visitors get ${to} instead of ${stable} ${NEXT}.`,
    `${part}: ${percent(traffic)} change from the candidate ${candidate} to ${to}, and its rollout ends.`,
  ]
}
