import { asksForPhone, type DefinedField, kindOf, optionsOf } from '@marram/api-contract/forms'
import { phoneMistake } from '@marram/api-contract/phone'
import { type FilledField, NOTHING_FILLED } from '@marram/api-contract/submissions'
import type { Problem } from '@marram/ui/error-summary'
import { choiceOf } from '../own-event'
import type { Field, FormValues } from './field'
import { fieldKinds, plainText } from './field-kinds'

/** The same in server and browser. `event` is the title of the form's event, if that is known. */
export function fieldsOf(defined: DefinedField[], event = ''): Field[] {
  const keys = new Set<string>()
  return defined.map((field, i) => {
    let key = field.data_label
    for (let count = 2; keys.has(key); count++) key = `${field.data_label} (${count})`
    keys.add(key)
    const label = field.data_label.trim() || `Question ${i + 1}`
    const preset = choiceOf(event, optionsOf(field))
    return { ...field, key, id: `field-${i + 1}`, kind: kindOf(field) ?? 'textfield', label, preset }
  })
}

const startValue = ({ kind, data_value: sent, preset }: Field): string =>
  preset ?? (typeof sent === 'string' ? (fieldKinds[kind].startValue?.(sent) ?? '') : '')

export const valueIn = (field: Field, values: FormValues): string => values[field.key]?.value ?? startValue(field)

export const isFilled = (fields: Field[], values: FormValues): boolean =>
  fields.some((field) => valueIn(field, values) !== startValue(field))

export const filledFields = (fields: Field[], values: FormValues): FilledField[] =>
  fields.map((field) => ({
    data_label: field.data_label,
    data_type: field.data_type,
    data_value: valueIn(field, values),
  }))

/** What is wrong with each field and what to do about it; or that nothing is filled in at all. */
export function mistakesIn(fields: Field[], values: FormValues): Problem[] {
  const textIn = (field: Field) => plainText(field.kind, valueIn(field, values)).trim()
  const mistakes = fields.flatMap((field) => {
    const { id, kind, label, required } = field
    const text = textIn(field)
    const message =
      text === '' ? required && fieldKinds[kind].request(label) : asksForPhone(field) && phoneMistake(text)
    return message ? [{ id, message }] : []
  })
  const isBlank = (field: Field) => textIn(field) === ''
  // What stood there at the start was not filled in by anybody; a form that is full from the start can be sent.
  const isUntouched = (field: Field) => isBlank(field) || valueIn(field, values) === startValue(field)
  const isEmpty = mistakes.length === 0 && fields.every(isUntouched) && fields.some(isBlank)
  return isEmpty ? [{ message: NOTHING_FILLED }] : mistakes
}
