import { asksForPhone, type DefinedField, kindOf } from '@marram/api-contract/forms'
import { phoneMistake } from '@marram/api-contract/phone'
import type { FilledField } from '@marram/api-contract/submissions'
import type { Field, FormValues } from './field'
import { fieldKinds, plainText } from './field-kinds'

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
export const isFilled = (fields: Field[], values: FormValues): boolean =>
  fields.some((field) => valueIn(field, values) !== startValue(field))

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
