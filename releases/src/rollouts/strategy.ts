import type { Strategy, StrategyStep, StrategyWanted } from '@marram/release-contract/calls/rollouts'
import { Refusal } from '../refusal'

const EVERYBODY = 100

/** The strategy at its first step. Throws a refusal if its steps do not grow. */
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
  // Never more than the step lasts, even if the clock was set back.
  const longest = (seconds ?? 0) * 1000
  const left =
    strategy.due === null ? null : Math.min(longest, Math.max(0, new Date(strategy.due).getTime() - now.getTime()))
  return { ...strategy, due: null, paused: { by, left } }
}

/** Continues with the rest of the step; a step that waits for a person ends. */
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

const UNITS = { d: 86_400, h: 3600, m: 60, s: 1 } as const

/** The seconds of a time such as `30m`, `2h` or `7d`; undefined for anything else. */
export function readTime(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,4})([smhd])$/.exec(text.trim()) ?? []
  return amount && unit ? Number(amount) * UNITS[unit as keyof typeof UNITS] : undefined
}

export function timeText(seconds: number): string {
  const unit = (['d', 'h', 'm'] as const).find((each) => seconds % UNITS[each] === 0) ?? 's'
  return `${seconds / UNITS[unit]}${unit}`
}

/** From 0 to 100; undefined for anything else. */
export function readPercent(text: string): number | undefined {
  const percent = Number(text.replace(/%$/, ''))
  return /^\d+(\.\d+)?%?$/.test(text) && percent <= EVERYBODY ? percent : undefined
}

/** Steps such as `5@10m,25@1h,50@pause`; a text reports which one is invalid. */
export function readSteps(text: string): StrategyStep[] | string {
  const steps: StrategyStep[] = []
  for (const step of text.split(',').map((each) => each.trim())) {
    const [share = '', time = '', ...rest] = step.split('@')
    const traffic = readPercent(share)
    const seconds = time === 'pause' ? null : readTime(time)
    if (traffic === undefined || seconds === undefined || rest.length > 0)
      return `${step || 'Nothing'} is not a step such as 5@10m or 50@pause.`
    steps.push({ traffic, seconds })
  }
  return steps
}

export const stepsText = (steps: StrategyStep[]): string =>
  steps.map(({ traffic, seconds }) => `${traffic}@${seconds === null ? 'pause' : timeText(seconds)}`).join(',')
