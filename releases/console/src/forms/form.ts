export type Values = Record<string, string>

/** A value, and its words if they are not the same. */
export type Option = string | readonly [value: string, words: string]

type Common = {
  name: string
  label: string
  /** The first value; empty without it. */
  value?: string
  hint?: string
  /** Whether it is shown for these values; without it, always. */
  when?: (values: Values) => boolean
}
export type Field =
  | (Common & { kind: 'number'; min: number; max: number })
  /** Suggestions do not exclude other values. */
  | (Common & { kind: 'text'; max: number; suggestions?: string[] })
  | (Common & { kind: 'choice'; options: readonly Option[] })
  | (Common & { kind: 'yes-or-no' })
  /** A day, as YYYY-MM-DD. */
  | (Common & { kind: 'date' })
  /** Steps of a strategy, as `stepsOfText` reads them. */
  | (Common & { kind: 'steps' })

/** The value of a yes-or-no that is on. */
export const YES = 'yes'

export const choice = (name: string, label: string, options: readonly Option[]): Field => ({
  kind: 'choice',
  name,
  label,
  options,
})
