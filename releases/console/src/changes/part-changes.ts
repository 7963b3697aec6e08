import type { Strategy, StrategyWanted } from '@marram/release-contract/calls/rollouts'
import { duration } from '@marram/releases/duration'
import { killedOf, killedWords } from '@marram/releases/evidence/edge-text'
import { begun, trafficOf } from '@marram/releases/strategy'
import { percent, some, when } from '../page/words'
import type { BoardEnvironment } from '../shapes'
import type { Change } from './change'
import * as effects from './effects'

type Where = Pick<BoardEnvironment, 'environment' | 'parts'> & Partial<Pick<BoardEnvironment, 'stops'>>

/** With the revision that is shown: the registry refuses the change if somebody else changed the part since then. */
const seen = ({ environment, parts }: Where, part: string) => ({
  environment,
  part,
  revision: parts[part]?.revision ?? 0,
})

const killed = ({ stops = [] }: Where, parts: string[]): string[] => killedOf(stops, parts).map(killedWords)

type Wanted = { version: string; group?: string | undefined }

/** The part and those that change with it: where a version is `wanted`, the parts of the group that has it. */
function together({ parts }: Where, part: string, wanted?: Wanted): string[] {
  const state = parts[part]
  return [part, ...effects.companions(parts, part, state && wanted && effects.groupOf(state, wanted))]
}

/** Promotes a version; `from` is another environment, where the version must be live. */
export const promotion = (where: Where, part: string, version: string, from?: string): Change => ({
  call: 'promote',
  verb: 'Promote',
  title: `Promote ${part} ${version} ${from ? `from ${from} to` : 'in'} ${where.environment}`,
  effects: [
    ...effects.effectsOfPromotion(where.parts, part, version),
    ...killed(where, together(where, part, { version })),
  ],
  input: { version, ...(from && { from }), ...seen(where, part) },
  gated: { environment: where.environment, part, version },
  done: `${part} ${version} is live for everybody in ${where.environment}.`,
})

export const share = (where: Where, part: string, wanted: Wanted & { traffic: number }) => {
  const { version, traffic, group } = wanted
  return {
    call: 'canary',
    verb: `Give it to ${traffic} %`,
    title: `Roll out ${part} ${version} in ${where.environment}`,
    effects: [
      ...effects.effectsOfShare(where.parts, part, wanted),
      ...killed(where, together(where, part, { version, group })),
    ],
    input: { version, traffic, ...(group && { group }), ...seen(where, part) },
    gated: { environment: where.environment, part, version },
    done: `${traffic} % of visitors get ${part} ${version} in ${where.environment}.`,
  } satisfies Change
}

/** A share that grows by a strategy. Throws a `Refusal` if its steps are not valid. */
export const growing = (where: Where, part: string, wanted: Wanted & { strategy: StrategyWanted }): Change => {
  const { version, strategy, group } = wanted
  const now = new Date()
  const begins = begun(strategy, now)
  const first = { version, traffic: trafficOf(begins), group }
  return {
    ...share(where, part, first),
    verb: 'Begin',
    effects: [
      ...effects.effectsOfShare(where.parts, part, { ...first, grows: true }),
      ...scheduleOf(begins, { what: `${part} ${version}`, now }),
      ...killed(where, together(where, part, { version, group })),
    ],
    input: { version, strategy, ...(group && { group }), ...seen(where, part) },
    done: `${part} ${version} grows by itself in ${where.environment}.`,
  }
}

export const abortion = (where: Where, part: string): Change => ({
  call: 'abort',
  verb: 'Abort the rollout',
  title: `Abort the rollout of ${part} ${where.parts[part]?.candidate} in ${where.environment}`,
  effects: [...effects.effectsOfAbort(where.parts, part), ...killed(where, together(where, part))],
  input: seen(where, part),
  danger: true,
  done: `Everybody has ${part} ${where.parts[part]?.stable} in ${where.environment} again.`,
})

export const rollback = (where: Where, part: string, version?: string): Change => {
  const state = where.parts[part]
  const candidateGoes = state?.candidate != null && (version === undefined || version === state.stable)
  const target = candidateGoes ? state.stable : (version ?? (state && effects.previousOf(state)))
  return {
    call: 'rollback',
    verb: 'Roll back',
    title: `Roll ${part} back to ${target} in ${where.environment}`,
    effects: [...effects.effectsOfRollback(where.parts, part, version), ...killed(where, together(where, part))],
    input: { ...(version && { version }), ...seen(where, part) },
    danger: true,
    done: `Everybody has ${part} ${target} in ${where.environment}.`,
  }
}

export const retirement = (where: Where, part: string): Change => ({
  call: 'retire',
  verb: 'Retire it',
  title: `Retire ${part} in ${where.environment} for good`,
  effects: [...effects.effectsOfRetiring(where.parts, part), ...killed(where, effects.companions(where.parts, part))],
  input: seen(where, part),
  needsReason: true,
  danger: true,
  done: `${part} is retired in ${where.environment}.`,
})

export const pausing = (where: Where, part: string): Change => ({
  call: 'pause',
  verb: 'Pause',
  title: `Pause the rollout of ${part} in ${where.environment}`,
  effects: [
    `It stays at ${where.parts[part]?.traffic} % of visitors until somebody resumes it. Nobody's version changes.`,
  ],
  input: seen(where, part),
  done: `The rollout of ${part} waits.`,
})

export const resuming = (where: Where, part: string): Change => ({
  call: 'resume',
  verb: 'Resume',
  title: `Resume the rollout of ${part} in ${where.environment}`,
  effects: [...effectsOfResuming(where, part), ...killed(where, together(where, part))],
  input: seen(where, part),
  done: `The rollout of ${part} goes on.`,
})

function effectsOfResuming({ parts }: Where, part: string): string[] {
  const { candidate, strategy } = parts[part] ?? {}
  if (!strategy) return ['No strategy is under way: nobody has a different version.']
  const next = strategy.steps[strategy.step + 1]?.traffic ?? EVERYBODY
  const left = strategy.paused?.left ?? 0
  const moment = left > 0 ? `${duration(left / 1000)} after that` : 'At once'
  return [
    `${moment}: ${growth(trafficOf(strategy), next, `${part} ${candidate}`)}.`,
    'From there it goes on by its steps.',
  ]
}

const MOST_LINES = 8
const EVERYBODY = 100

/** What a strategy does by itself after its first step: when, and to how many visitors. */
export function scheduleOf({ steps, needsEvidence }: Strategy, { what, now }: { what: string; now: Date }): string[] {
  const lines: string[] = []
  let passed: number | null = 0
  for (const [i, { traffic, seconds }] of steps.entries()) {
    const then = growth(traffic, steps[i + 1]?.traffic ?? EVERYBODY, what)
    if (seconds === null) lines.push(`At ${percent(traffic)} it waits until somebody resumes it. Then ${then}.`)
    else if (passed === null) lines.push(`${duration(seconds)} later: ${then}.`)
    else {
      const moment = when(now.getTime() + (passed + seconds) * 1000)
      lines.push(`After ${duration(passed + seconds)}, ${moment}: ${then}.`)
    }
    // The times of all that follows a step that waits are unknown.
    passed = seconds === null || passed === null ? null : passed + seconds
  }
  const omitted = lines.length - MOST_LINES + 1
  if (lines.length > MOST_LINES) lines.splice(MOST_LINES - 2, omitted, `And so on, ${some(omitted, 'step')} more.`)
  if (needsEvidence)
    lines.push('Each step waits until enough loads of its own say that it is no worse than what is live.')
  return lines
}

/** Who gets a new version by a step, as a part of a sentence. */
function growth(from: number, to: number, what: string): string {
  if (from === EVERYBODY) return `it is promoted: everybody (100 %) keeps ${what}`
  const more = percent(to - from)
  return to === EVERYBODY
    ? `${more} more of the visitors change, so that everybody (100 %) has ${what}, and it is promoted`
    : `${more} more of the visitors change: ${percent(to)} have ${what}`
}
