import type { StrategyWanted } from '@marram/release-contract/calls/rollouts'
import { Refusal } from '@marram/releases/refusal'
import type { Change, ChangeForm } from '../changes/change'
import { growing, share } from '../changes/part-changes'
import { type Field, type Values, YES } from '../forms/form'
import { readSteps, secondsOf, stepsOfText, textOfSteps, typed } from '../forms/steps'
import type { EnvironmentShown, State } from '../shapes'

const by = (strategy: string) => (values: Values) => values.strategy === strategy
const grows = (values: Values) => !by('none')(values)

const FIRST_STEPS = [
  { traffic: 5, seconds: 600 },
  { traffic: 25, seconds: 3600 },
  { traffic: 50, seconds: null },
]

/** `state` is that of a candidate whose share is changed; undefined for a new one. */
const fieldsFor = (state: State | undefined): Field[] => {
  const running = state?.strategy
  return [
    {
      kind: 'choice',
      name: 'strategy',
      label: 'Strategy',
      value: 'none',
      options: [
        ['none', 'None: a share that I choose'],
        ['linear', 'Linear: as many visitors more in each step'],
        ['canary', 'Canary: steps that I choose'],
      ],
    },
    {
      kind: 'number',
      name: 'traffic',
      label: 'Per cent of visitors',
      value: String(state?.traffic ?? 10),
      min: 0,
      max: 100,
      when: by('none'),
    },
    {
      kind: 'number',
      name: 'percent',
      label: 'Per cent of visitors more in each step',
      value: running?.kind === 'linear' ? String(running.steps[0]?.traffic) : '10',
      min: 1,
      max: 100,
      when: by('linear'),
    },
    {
      kind: 'number',
      name: 'minutes',
      label: 'Minutes between steps',
      value: running?.kind === 'linear' ? String((running.steps[0]?.seconds ?? 1800) / 60) : '30',
      min: 0,
      max: 44_640,
      when: by('linear'),
    },
    {
      kind: 'steps',
      name: 'steps',
      label: 'Steps',
      value: textOfSteps((running?.kind === 'canary' ? running.steps : FIRST_STEPS).map(typed)),
      hint: 'After the last one everybody gets it.',
      when: by('canary'),
    },
    {
      kind: 'yes-or-no',
      name: 'evidence',
      label: 'Grow only with enough evidence',
      value: !running || running.needsEvidence ? YES : '',
      when: grows,
    },
    {
      kind: 'text',
      name: 'group',
      label: 'Group (optional)',
      value: state?.group ?? '',
      max: 41,
      hint: 'Parts of one group go to the same visitors, together.',
    },
  ]
}

/** How many visitors a version is given to, at once or by a strategy. */
export function shareForm(where: EnvironmentShown, part: string, version: string): ChangeForm {
  const state = where.parts[part]
  return {
    fields: fieldsFor(state?.candidate === version ? state : undefined),
    change: (values) => {
      const group = values.group || undefined
      const { traffic = '' } = values
      if (grows(values))
        return grown(strategyOf(values), (strategy) => growing(where, part, { version, strategy, group }))
      if (traffic.trim() === '' || !(Number(traffic) >= 0 && Number(traffic) <= 100))
        return 'Say how many per cent: 0 to 100.'
      return share(where, part, { version, traffic: Number(traffic), group })
    },
  }
}

function strategyOf(values: Values): StrategyWanted | string {
  const { percent = '', minutes = '', steps = '[]' } = values
  const needsEvidence = values.evidence === YES
  if (values.strategy === 'canary') {
    const read = readSteps(stepsOfText(steps))
    return typeof read === 'string' ? read : { kind: 'canary', steps: read, needsEvidence }
  }
  const seconds = secondsOf(minutes)
  if (!(Number(percent) >= 1 && Number(percent) <= 100)) return 'Say how many per cent more in each step: 1 to 100.'
  if (seconds === undefined) return 'Say how many minutes each step lasts, up to 44640 (31 days).'
  return { kind: 'linear', percent: Number(percent), seconds, needsEvidence }
}

/** What the registry would refuse is said in its own words. */
function grown(strategy: StrategyWanted | string, change: (strategy: StrategyWanted) => Change): Change | string {
  if (typeof strategy === 'string') return strategy
  try {
    return change(strategy)
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}
