export type Values = Record<string, string>

/** A value, and its words if they are not the same. */
export type Option = string | readonly [value: string, words: string]

type More = {
  /** The first value; empty without it. */
  value?: string
  hint?: string
  /** Whether it is shown for these values; without it, always. */
  when?: (values: Values) => boolean
}

/** Suggestions do not exclude other values. */
type MoreOfText = More & { suggestions?: string[] }
type Common = More & { name: string; label: string }
export type Field =
  | (Common & { kind: 'number'; min: number; max: number })
  | (Common & MoreOfText & { kind: 'text'; max: number })
  | (Common & { kind: 'choice'; options: readonly Option[] })
  | (Common & { kind: 'yes-or-no' })
  /** A day, as YYYY-MM-DD. */
  | (Common & { kind: 'date' })
  /** As HH:MM. */
  | (Common & { kind: 'time' })

/** The value of a yes-or-no that is on. */
export const YES = 'yes'

export const choice = (name: string, label: string, options: readonly Option[], more?: More): Field => {
  return { kind: 'choice', name, label, options, ...more }
}

/** Of at most `max` characters. */
export const text = (name: string, label: string, max: number, more?: MoreOfText): Field => {
  return { kind: 'text', name, label, max, ...more }
}

export const number = (name: string, label: string, [min, max]: [number, number], more?: More): Field => {
  return { kind: 'number', name, label, min, max, ...more }
}

/** A field of the form that says why, for the activity. */
export const reasonField = (required: boolean | undefined): Field =>
  text('reason', required ? 'Reason' : 'Reason (optional)', 500)
