import type { Field, FormValue, FormValues } from './field'
import { fieldKinds, isImage, plainText } from './field-kinds'

/** Begins the key of a value without a place: a character for private use, with which no label begins. */
const UNPLACED = '\uE000'
const isUnplaced = (key: string) => key.startsWith(UNPLACED)

export const labelOf = (key: string): string => (isUnplaced(key) ? key.slice(key.indexOf(':') + 1) : key)

export const placedIn = (values: FormValues): FormValues => only(values, (key) => !isUnplaced(key))
export const unplacedIn = (values: FormValues): FormValues => only(values, isUnplaced)

const only = (values: FormValues, belongs: (key: string) => boolean): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([key]) => belongs(key)))

/** Earlier values for the form as it is now. One without a place gets a key of its own, until there is a place again. */
export function fitValues(fields: Field[], earlier: FormValues): FormValues {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const fitted = new Map<string, FormValue>()
  for (const [key, entered] of Object.entries({ ...placedIn(earlier), ...unplacedIn(earlier) })) {
    const label = labelOf(key)
    const field = byKey.get(label)
    const value = field && converted(entered, field)
    const there = fitted.get(label)
    if (field && value !== undefined && !there) fitted.set(label, { kind: field.kind, value })
    // Numbered, because one label may have several.
    else if (entered.value !== '' && (value === undefined || value !== there?.value))
      fitted.set(`${UNPLACED}${entered.kind} ${fitted.size}:${label}`, entered)
  }
  return Object.fromEntries(fitted)
}

function converted({ kind, value }: FormValue, field: Field): string | undefined {
  if (isImage(kind) !== isImage(field.kind)) return undefined
  const { accept } = fieldKinds[field.kind]
  return accept ? accept({ kind, value, text: plainText(kind, value) }, field) : value
}
