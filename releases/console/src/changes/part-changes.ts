import type { BoardEnvironment } from '../shapes'
import type { Change } from './change'
import * as effects from './effects'

type Where = Pick<BoardEnvironment, 'environment' | 'parts'>

const pathOf = (environment: string, part: string, action: string) =>
  `/releases/environments/${environment}/parts/${part}/${action}`

/** What somebody sees is what they change: where somebody was faster, nothing happens and both are told. */
const seen = ({ parts }: Where, part: string) => ({ revision: parts[part]?.revision ?? 0 })

const base = (where: Where, part: string, action: Change['action']) => ({
  action,
  environment: where.environment,
  part,
  path: pathOf(where.environment, part, action),
})

export const promotion = (where: Where, part: string, version: string): Change => ({
  ...base(where, part, 'promote'),
  verb: 'Promote',
  doing: 'Promoting',
  title: `Promote ${part} ${version} in ${where.environment}`,
  effects: effects.effectsOfPromotion(where.parts, part, version),
  body: { version, ...seen(where, part) },
  gated: version,
  done: `${part} ${version} is live for everybody in ${where.environment}.`,
})

/** Exactly what another environment has. */
export const promotionFrom = (
  where: Where,
  part: string,
  { from, version }: { from: string; version: string },
): Change => ({
  ...promotion(where, part, version),
  title: `Promote ${part} ${version} from ${from} to ${where.environment}`,
  body: { version, from, ...seen(where, part) },
})

export type ShareWanted = { version: string; traffic: number; group?: string | undefined }

export const share = (where: Where, part: string, { version, traffic, group }: ShareWanted): Change => ({
  ...base(where, part, 'canary'),
  verb: `Give it to ${traffic} %`,
  doing: 'Changing the share',
  title: `Roll out ${part} ${version} in ${where.environment}`,
  effects: effects.effectsOfShare(where.parts, part, { version, traffic, group }),
  body: { version, traffic, ...(group && { group }), ...seen(where, part) },
  gated: version,
  done: `${traffic} % of visitors get ${part} ${version} in ${where.environment}.`,
})

export type StrategyWanted = { version: string; percent: number; minutes: number; needsEvidence: boolean }

export const growing = (where: Where, part: string, wanted: StrategyWanted): Change => {
  const { version, percent, minutes, needsEvidence } = wanted
  const rest = `Then ${percent} % more every ${minutes} min, until everybody has it${needsEvidence ? '; only while evidence says that it is no worse' : ''}.`
  return {
    ...share(where, part, { version, traffic: percent }),
    verb: 'Begin',
    doing: 'Beginning',
    effects: [...effects.effectsOfShare(where.parts, part, { version, traffic: percent }), rest],
    body: {
      version,
      strategy: { kind: 'linear', percent, seconds: minutes * 60, needsEvidence },
      ...seen(where, part),
    },
    done: `${part} ${version} grows by itself in ${where.environment}.`,
  }
}

export const abortion = (where: Where, part: string): Change => ({
  ...base(where, part, 'abort'),
  verb: 'Abort the rollout',
  doing: 'Aborting',
  title: `Abort the rollout of ${part} ${where.parts[part]?.candidate} in ${where.environment}`,
  effects: effects.effectsOfAbort(where.parts, part),
  body: seen(where, part),
  danger: true,
  done: `Everybody has ${part} ${where.parts[part]?.stable} in ${where.environment} again.`,
})

export const rollback = (where: Where, part: string, version?: string): Change => {
  const state = where.parts[part]
  const candidateGoes = state?.candidate != null && (version === undefined || version === state.stable)
  const target = candidateGoes ? state.stable : (version ?? (state && effects.previousOf(state)))
  return {
    ...base(where, part, 'rollback'),
    verb: 'Roll back',
    doing: 'Rolling back',
    title: `Roll ${part} back to ${target} in ${where.environment}`,
    effects: effects.effectsOfRollback(where.parts, part, version),
    body: { ...(version && { version }), ...seen(where, part) },
    danger: true,
    done: `Everybody has ${part} ${target} in ${where.environment}.`,
  }
}

export const pausing = (where: Where, part: string): Change => ({
  ...base(where, part, 'pause'),
  verb: 'Pause',
  doing: 'Pausing',
  title: `Pause the rollout of ${part} in ${where.environment}`,
  effects: [
    `It stays at ${where.parts[part]?.traffic} % of visitors until somebody resumes it. Nobody's version changes.`,
  ],
  body: seen(where, part),
  done: `The rollout of ${part} waits.`,
})

export const resuming = (where: Where, part: string): Change => ({
  ...base(where, part, 'resume'),
  verb: 'Resume',
  doing: 'Resuming',
  title: `Resume the rollout of ${part} in ${where.environment}`,
  effects: [`It goes on growing from ${where.parts[part]?.traffic} % of visitors, by its steps.`],
  body: seen(where, part),
  done: `The rollout of ${part} goes on.`,
})
