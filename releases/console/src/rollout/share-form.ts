import { type ChangeForm, type Field, type Values, YES } from '../changes/form'
import { growing, share } from '../changes/part-changes'
import type { EnvironmentShown } from '../shapes'

const grows = ({ how }: Values) => how === 'grow'

const fieldsFor = (traffic: number, group: string | null): Field[] => [
  {
    kind: 'choice',
    name: 'how',
    label: 'How',
    value: 'share',
    options: [
      { value: 'share', words: 'A share that I choose' },
      { value: 'grow', words: 'A share that grows by itself' },
    ],
  },
  {
    kind: 'number',
    name: 'traffic',
    label: 'Per cent of visitors',
    value: String(traffic),
    min: 0,
    max: 100,
    step: 'any',
  },
  {
    kind: 'number',
    name: 'minutes',
    label: 'Minutes between steps',
    value: '30',
    min: 1,
    max: 44_640,
    step: 1,
    when: grows,
  },
  { kind: 'yes-or-no', name: 'evidence', label: 'Grow only with enough evidence', value: YES, when: grows },
  {
    kind: 'text',
    name: 'group',
    label: 'Group (optional)',
    value: group ?? '',
    max: 41,
    when: (values) => !grows(values),
    hint: 'Parts of one group go to the same visitors, together.',
  },
]

/** How many visitors a version is given to, at once or step by step. */
export function shareForm(where: EnvironmentShown, part: string, version: string): ChangeForm {
  const state = where.parts[part]
  const same = state?.candidate === version
  return {
    fields: fieldsFor(same ? state.traffic : 10, same ? state.group : null),
    change: (values) => {
      const { traffic = '', minutes = '', evidence, group } = values
      const wanted = Number(traffic)
      if (traffic.trim() === '' || !(wanted >= 0 && wanted <= 100)) return 'Say how many per cent: 0 to 100.'
      if (!grows(values)) return share(where, part, { version, traffic: wanted, group: group || undefined })
      if (wanted < 1) return 'A share that grows by itself begins with 1 % or more.'
      if (!(Number(minutes) >= 1)) return 'Say how many minutes each step lasts: 1 or more.'
      return growing(where, part, {
        version,
        percent: wanted,
        minutes: Number(minutes),
        needsEvidence: evidence === YES,
      })
    },
  }
}
