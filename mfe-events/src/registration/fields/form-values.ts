import { asksForPhone, type DefinedField, kindOf } from '@marram/api-contract/forms'
import { phoneMistake } from '@marram/api-contract/phone'
import type { FilledField } from '@marram/api-contract/submissions'
import type { Field, FormValue, FormValues } from './field'
import { fieldKinds, isImage, plainText } from './field-kinds'

/** Fields with the same label are told apart by their order. The ids are fixed: server and browser agree on them. */
export function fieldsOf(defined: DefinedField[]): Field[] {
  const keys = new Set<string>()
  return defined.map((field, i) => {
    let key = field.data_label
    for (let count = 2; keys.has(key); count++) key = `${field.data_label} (${count})`
    keys.add(key)
    const label = field.data_label.trim() || `Question ${i + 1}`
    return { ...field, key, id: `field-${i + 1}`, kind: kindOf(field) ?? 'textfield', label }
  })
}

const startValue = ({ kind, data_value: sent }: Field): string =>
  typeof sent === 'string' ? (fieldKinds[kind].startValue?.(sent) ?? '') : ''

export const valueIn = (field: Field, values: FormValues): string => values[field.key]?.value ?? startValue(field)

/** Whether something would be lost with these values. */
export const isFilled = (fields: Field[], values: FormValues): boolean => {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  return Object.entries(values).some(([key, { value }]) => {
    const field = byKey.get(key)
    return value !== (field ? startValue(field) : '')
  })
}

export const filledFields = (fields: Field[], values: FormValues): FilledField[] =>
  fields.map((field) => ({
    data_label: field.data_label,
    data_type: field.data_type,
    data_value: valueIn(field, values),
  }))

/** Required fields without a value and phone numbers that are none, with what to do about each. */
export const mistakesIn = (fields: Field[], values: FormValues) =>
  fields.flatMap((field) => {
    const { id, kind, label, required } = field
    const text = plainText(kind, valueIn(field, values)).trim()
    const message =
      text === '' ? required && fieldKinds[kind].request(label) : asksForPhone(field) && phoneMistake(text)
    return message ? [{ id, message }] : []
  })

/** A value that a form has no place for, under the key that its field had. */
export type Unplaced = [key: string, value: FormValue]
type Fitted = { values: FormValues; unplaced: Unplaced[] }

/**
 * Earlier values for the form as it is now: it may have changed since. What has no place any more is put aside, and
 * gets one as soon as there is one again, unless the field has another value by then.
 */
export function fitValues(fields: Field[], earlier: FormValues, unplaced: Unplaced[] = []): Fitted {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const placed = new Map<string, FormValue>()
  const left: Unplaced[] = []
  for (const [key, entered] of [...Object.entries(earlier), ...unplaced]) {
    const field = byKey.get(key)
    const value = field && converted(entered, field)
    const there = placed.get(key)
    if (field && value !== undefined && !there) placed.set(key, { kind: field.kind, value })
    else if (entered.value !== '' && (value === undefined || value !== there?.value)) left.push([key, entered])
  }
  return { values: Object.fromEntries(placed), unplaced: left }
}

/** An image is no text, and no text is an image. */
function converted(earlier: FormValue, field: Field): string | undefined {
  const { kind, value } = earlier
  if (isImage(kind) !== isImage(field.kind)) return undefined
  const { accept } = fieldKinds[field.kind]
  return accept ? accept({ ...earlier, text: plainText(kind, value) }, field) : value
}
