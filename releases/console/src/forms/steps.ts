import type { StrategyStep } from '@marram/release-contract/calls/rollouts'
import { YES } from './form'

/** A step of a strategy as it is typed; `waits` is `YES` for one that ends when somebody resumes the strategy. */
export type TypedStep = { traffic: string; minutes: string; waits: string }

export const LONGEST_MINUTES = 31 * 1440
const MOST_STEPS = 50

export const textOfSteps = (steps: TypedStep[]): string => JSON.stringify(steps)
export const stepsOfText = (value: string): TypedStep[] => JSON.parse(value) as TypedStep[]

export const typedStep = ({ traffic, seconds }: StrategyStep): TypedStep => ({
  traffic: String(traffic),
  minutes: seconds === null ? '30' : String(seconds / 60),
  waits: seconds === null ? YES : '',
})

/** Twice as many visitors as the step before, for as long. */
export function nextStep(steps: TypedStep[]): TypedStep {
  const last = steps.at(-1)
  const traffic = Math.min(100, Number(last?.traffic ?? 0) * 2 || 5)
  return { traffic: String(traffic), minutes: last?.minutes ?? '30', waits: '' }
}

/** The steps as the registry takes them, or what is wrong with the first one that it would refuse. */
export function readSteps(steps: TypedStep[]): StrategyStep[] | string {
  if (steps.length > MOST_STEPS) return `A strategy has ${MOST_STEPS} steps at most.`
  const read: StrategyStep[] = []
  for (const [i, { traffic, minutes, waits }] of steps.entries()) {
    const name = `Step ${i + 1}`
    const share = Number(traffic)
    const before = read.at(-1)?.traffic ?? 0
    if (traffic.trim() === '' || !(share > 0 && share <= 100)) return `${name}: enter how many per cent, up to 100.`
    if (share <= before) return `${name}: give it to more visitors than the step before, so more than ${before} %.`
    const seconds = waits === YES ? null : secondsOf(minutes)
    if (seconds === undefined) return `${name}: enter how many minutes it lasts, up to ${LONGEST_MINUTES} (31 days).`
    read.push({ traffic: share, seconds })
  }
  return read
}

/** Undefined if it is not a time from one second to 31 days. */
export function secondsOf(minutes: string): number | undefined {
  const seconds = Math.round(Number(minutes) * 60)
  return seconds >= 1 && seconds <= LONGEST_MINUTES * 60 ? seconds : undefined
}
