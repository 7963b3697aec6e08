import type { StrategyWanted } from '@marram/release-contract/calls/rollouts'
import { Refusal } from '@marram/releases/refusal'
import type { ChangeForm } from '../changes/change'
import { growing, share } from '../changes/part-changes'
import { choice, type Field, number, text, type Values, YES } from '../forms/form'
import { LONGEST_MINUTES, readSteps, secondsOf, stepsOfText, textOfSteps, typedStep } from '../forms/steps'
import type { EnvironmentShown, State } from '../shapes'

/** How many visitors a version is given to, at once or by a strategy. */
export function shareForm(where: EnvironmentShown, part: string, version: string): ChangeForm {
  const state = where.parts[part]
  return {
    call: 'canary',
    about: { environment: where.environment, part },
    fields: fieldsFor(state?.candidate === version ? state : undefined),
    change: (values) => {
      const group = values.group || undefined
      const wanted = values.strategy === 'none' ? readPercent(values.traffic, 0) : strategyOf(values)
      if (wanted === undefined) return 'Enter how many per cent: 0 to 100.'
      if (typeof wanted === 'string') return wanted
      if (typeof wanted === 'number') return share(where, part, { version, traffic: wanted, group })
      try {
        return growing(where, part, { version, strategy: wanted, group })
      } catch (error) {
        if (error instanceof Refusal) return error.message
        throw error
      }
    },
  }
}

/** Undefined if it is not a number from `least` to 100. */
function readPercent(text = '', least: number): number | undefined {
  const percent = Number(text)
  return text.trim() !== '' && percent >= least && percent <= 100 ? percent : undefined
}

function strategyOf(values: Values): StrategyWanted | string {
  const needsEvidence = values.evidence === YES
  if (values.strategy === 'canary') {
    const steps = readSteps(stepsOfText(values.steps ?? '[]'))
    return typeof steps === 'string' ? steps : { kind: 'canary', steps, needsEvidence }
  }
  const percent = readPercent(values.percent, 1)
  const seconds = secondsOf(values.minutes ?? '')
  if (percent === undefined) return 'Enter how many per cent more in each step: 1 to 100.'
  if (seconds === undefined) return `Enter how many minutes each step lasts, up to ${LONGEST_MINUTES} (31 days).`
  return { kind: 'linear', percent, seconds, needsEvidence }
}

const FIRST_STEPS = [
  { traffic: 5, seconds: 600 },
  { traffic: 25, seconds: 3600 },
  { traffic: 50, seconds: null },
]

/** `state` is that of a candidate whose share is changed; undefined for a new one. */
function fieldsFor(state: State | undefined): Field[] {
  const running = state?.strategy
  const linear = running?.kind === 'linear' ? running.steps[0] : undefined
  const by = (strategy: string) => (values: Values) => values.strategy === strategy
  return [
    choice(
      'strategy',
      'Strategy',
      [
        ['none', 'None: a share that I choose'],
        ['linear', 'Linear: as many visitors more in each step'],
        ['canary', 'Canary: steps that I choose'],
      ],
      { value: 'none' },
    ),
    number('traffic', 'Per cent of visitors', [0, 100], { value: String(state?.traffic ?? 10), when: by('none') }),
    number('percent', 'Per cent of visitors more in each step', [1, 100], {
      value: String(linear?.traffic ?? 10),
      when: by('linear'),
    }),
    number('minutes', 'Minutes between steps', [0, LONGEST_MINUTES], {
      value: String((linear?.seconds ?? 1800) / 60),
      when: by('linear'),
    }),
    {
      kind: 'steps',
      name: 'steps',
      label: 'Steps',
      value: textOfSteps((running?.kind === 'canary' ? running.steps : FIRST_STEPS).map(typedStep)),
      hint: 'After the last one everybody gets it.',
      when: by('canary'),
    },
    {
      kind: 'yes-or-no',
      name: 'evidence',
      label: 'Grow only with enough evidence',
      value: !running || running.needsEvidence ? YES : '',
      when: ({ strategy }) => strategy !== 'none',
    },
    text('group', 'Group (optional)', 41, {
      value: state?.group ?? '',
      hint: 'Parts of one group go to the same visitors, together.',
    }),
  ]
}
