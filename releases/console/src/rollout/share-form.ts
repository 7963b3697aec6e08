import type { StrategyWanted } from '@marram/release-contract/calls/rollouts'
import { Refusal } from '@marram/releases/refusal'
import { readPercent, readSteps, readTime, stepsText, timeText } from '@marram/releases/strategy'
import type { ChangeForm } from '../changes/change'
import { growing, share } from '../changes/part-changes'
import { choice, type Field, number, text, type Values, YES } from '../forms/form'
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
      const wanted = values.strategy === 'none' ? readPercent(values.traffic ?? '') : strategyOf(values)
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

function strategyOf(values: Values): StrategyWanted | string {
  const needsEvidence = values.evidence === YES
  if (values.strategy === 'canary') {
    const steps = readSteps(values.steps ?? '')
    return typeof steps === 'string' ? steps : { kind: 'canary', steps, needsEvidence }
  }
  const percent = readPercent(values.percent ?? '')
  const seconds = readTime(values.every ?? '')
  if (percent === undefined || percent < 1) return 'Enter how many per cent more in each step: 1 to 100.'
  if (seconds === undefined) return 'Enter how long each step lasts, such as 30m, 2h or 7d.'
  return { kind: 'linear', percent, seconds, needsEvidence }
}

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
    text('every', 'Time between steps', 5, {
      value: timeText(linear?.seconds ?? 1800),
      hint: 'Such as 30m, 2h or 7d.',
      when: by('linear'),
    }),
    text('steps', 'Steps', 500, {
      value: running?.kind === 'canary' ? stepsText(running.steps) : '5@10m,25@1h,50@pause',
      hint: 'Per cent of visitors, and for how long: 5@10m,25@1h. A step such as 50@pause ends when somebody resumes it. After the last one everybody gets it.',
      when: by('canary'),
    }),
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
