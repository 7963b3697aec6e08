import type { Change } from './change'

export type Values = Record<string, string>

type Common = {
  name: string
  label: string
  value: string
  hint?: string
  /** Shown for these values alone; without it, always. */
  when?: (values: Values) => boolean
}
export type Field =
  | (Common & { kind: 'number'; min: number; max: number; step: number | 'any' })
  /** With suggestions, anything else may be typed all the same. */
  | (Common & { kind: 'text'; max: number; suggestions?: string[] })
  | (Common & { kind: 'choice'; options: { value: string; words: string }[] })
  | (Common & { kind: 'yes-or-no' })
  /** A day, as YYYY-MM-DD. */
  | (Common & { kind: 'date' })
  /** Steps of a strategy, as `typedSteps` reads them. */
  | (Common & { kind: 'steps' })

/** A change that depends on what is filled in; a text instead of a change says what is wrong with it. */
export type ChangeForm = {
  fields: Field[]
  change: (values: Values) => Change | string
  /** What stands there as the reason until now. */
  reason?: string
}

export const YES = 'yes'

/** When something that is stopped goes on by itself. */
export const endField = {
  kind: 'choice',
  name: 'end',
  label: 'Ends',
  value: '',
  options: [
    { value: '', words: 'When somebody ends it' },
    { value: '30', words: 'After 30 minutes' },
    { value: '120', words: 'After 2 hours' },
    { value: '1440', words: 'After a day' },
    { value: '10080', words: 'After a week' },
  ],
} satisfies Field

export const noticeField: Field = {
  kind: 'text',
  name: 'notice',
  label: 'What visitors read (optional)',
  value: '',
  max: 300,
  hint: 'Without it: that this part rests at the moment.',
}

/** The change with the end that was chosen. */
export function ending(change: Change, { end }: Values, now = Date.now()): Change {
  if (!end) return change
  return { ...change, body: { ...change.body, until: new Date(now + Number(end) * 60_000).toISOString() } }
}
