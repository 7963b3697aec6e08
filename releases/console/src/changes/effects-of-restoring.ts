import { percent } from '../page/words'
import type { EnvironmentShown, State } from '../shapes'
import { NEXT } from './effects'

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
