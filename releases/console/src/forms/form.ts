export type Values = Record<string, string>

/** A value, and how it is called where that is not the same. */
export type Option = string | readonly [value: string, words: string]

type Common = {
  name: string
  label: string
  /** What it begins with; without it, with nothing. */
  value?: string
  hint?: string
  /** Shown for these values alone; without it, always. */
  when?: (values: Values) => boolean
}
export type Field =
  | (Common & { kind: 'number'; min: number; max: number })
  /** With suggestions, anything else may be typed all the same. */
  | (Common & { kind: 'text'; max: number; suggestions?: string[] })
  | (Common & { kind: 'choice'; options: readonly Option[] })
  | (Common & { kind: 'yes-or-no' })
  /** A day, as YYYY-MM-DD. */
  | (Common & { kind: 'date' })
  /** Steps of a strategy, as `stepsOfText` reads them. */
  | (Common & { kind: 'steps' })

export const YES = 'yes'
