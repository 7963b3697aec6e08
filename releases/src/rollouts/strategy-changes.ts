import type { Strategy } from '@marram/release-contract/calls/rollouts'
import { changed, companions, promoted, type State, type States } from '../live/states'
import { Refusal } from '../refusal'
import { isDue, next, paused, resumed, trafficOf } from './strategy'

type About = { part: string; environment: string; now: Date }

/** The next step of the part's strategy, if it is due; after the last step the candidate is for everybody. */
export function advanced(states: States, { part, by, now }: { part: string; by: string; now: Date }): States {
  const state = states[part]
  if (!state?.strategy || state.candidate === null || !isDue(state.strategy, now)) return states
  const strategy = next(state.strategy, now)
  if (!strategy) return promoted(states, { part, version: state.candidate, by })
  const traffic = trafficOf(strategy)
  const grown = changed(states, companions(states, part), (each) => ({ ...(each as State), traffic }))
  return { ...grown, [part]: { ...state, traffic, strategy } }
}

export const pausedIn = (states: States, { by, ...about }: About & { by: string }): States =>
  withStrategy(states, about, (strategy) => paused(strategy, by, about.now))

export const resumedIn = (states: States, about: About): States =>
  withStrategy(states, about, (strategy) => resumed(strategy, about.now))

function withStrategy(states: States, { part, environment }: About, change: (strategy: Strategy) => Strategy): States {
  const owner = companions(states, part).find((each) => states[each]?.strategy)
  const state = owner === undefined ? undefined : states[owner]
  if (owner === undefined || !state?.strategy)
    throw new Refusal('not-found', `No strategy is under way for ${part} in ${environment}.`)
  return { ...states, [owner]: { ...state, strategy: change(state.strategy) } }
}

/** The part's strategy continues in spite of these problems, which were overridden when it began. */
export function overriddenIn(states: States, part: string, override: NonNullable<Strategy['override']>): States {
  const state = states[part]
  return state?.strategy ? { ...states, [part]: { ...state, strategy: { ...state.strategy, override } } } : states
}
