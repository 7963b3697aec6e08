import type { Strategy, StrategyStep, StrategyWanted } from '@marram/release-contract/calls/rollouts'
import { Refusal } from '../refusal'

const EVERYBODY = 100

/** The strategy at its first step. Throws a refusal where its steps do not grow. */
export function begun(wanted: StrategyWanted, now: Date): Strategy {
  const steps = wanted.kind === 'linear' ? linear(wanted) : wanted.steps
  const grows = steps.every(({ traffic }, i) => traffic > (steps[i - 1]?.traffic ?? 0) && traffic <= EVERYBODY)
  if (steps.length === 0 || !grows)
    throw new Refusal('invalid', 'Each step of a strategy gives the candidate to more visitors than the one before it.')
  const needsEvidence = wanted.needsEvidence ?? true
  if (needsEvidence && steps[0]?.traffic === EVERYBODY)
    throw new Refusal(
      'invalid',
      'A strategy that needs evidence compares the candidate with what is live now: its first step must leave that to some visitors, so give less than 100 %, or let it grow by time alone.',
    )
  return atStep({ kind: wanted.kind, steps, needsEvidence }, 0, now)
}

function linear({ percent, seconds }: { percent: number; seconds: number }): StrategyStep[] {
  const count = Math.ceil(EVERYBODY / percent) - 1
  return Array.from({ length: Math.max(1, count) }, (_, i) => ({ traffic: percent * (i + 1), seconds }))
}

export const trafficOf = ({ steps, step }: Strategy): number => (steps[step] as StrategyStep).traffic

/** When the step of a strategy that is due at `due` began, at the latest. */
export const begunAt = ({ began, steps, step }: Strategy, due: string): Date =>
  new Date(began ?? new Date(due).getTime() - (steps[step]?.seconds ?? 0) * 1000)

export const isDue = ({ due, paused }: Strategy, now: Date): boolean =>
  paused === null && due !== null && new Date(due).getTime() <= now.getTime()

/** The same at its next step; undefined after the last, when the candidate is for everybody. */
export const next = (strategy: Strategy, now: Date): Strategy | undefined =>
  strategy.step + 1 < strategy.steps.length ? atStep(strategy, strategy.step + 1, now) : undefined

export function paused(strategy: Strategy, by: string, now: Date): Strategy {
  if (strategy.paused) return strategy
  const { seconds } = strategy.steps[strategy.step] as StrategyStep
  // Never more than the step lasts, even where the clock was set back.
  const longest = (seconds ?? 0) * 1000
  const left =
    strategy.due === null ? null : Math.min(longest, Math.max(0, new Date(strategy.due).getTime() - now.getTime()))
  return { ...strategy, due: null, paused: { by, left } }
}

/** Continues with what was left of the step; a step that waits for somebody ends. */
export function resumed(strategy: Strategy, now: Date): Strategy {
  if (strategy.due !== null) return strategy
  return { ...strategy, paused: null, due: new Date(now.getTime() + (strategy.paused?.left ?? 0)).toISOString() }
}

function atStep(rest: Omit<Strategy, 'step' | 'began' | 'due' | 'paused'>, step: number, now: Date): Strategy {
  const { kind, steps, needsEvidence, override } = rest
  const { seconds } = steps[step] as StrategyStep
  const due = seconds === null ? null : new Date(now.getTime() + seconds * 1000).toISOString()
  const began = now.toISOString()
  return { kind, steps, needsEvidence, ...(override && { override }), step, began, due, paused: null }
}
