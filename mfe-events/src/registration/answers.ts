import type { FormField } from '@marram/contracts/forms'
import type { FilledField } from '@marram/contracts/submissions'

/** A selectfield's value may hold its choices and a file has none to start with: both start empty. */
export const startValues = (fields: FormField[]): string[] =>
  fields.map(({ data_type: kind, data_value: value }) =>
    typeof value === 'string' && (kind === 'textfield' || kind === 'paragraph') ? value : '',
  )

export const filledFields = (fields: FormField[], values: string[]): FilledField[] =>
  fields.map(({ data_label, data_type }, i) => ({ data_label, data_type, data_value: values[i] ?? '' }))

/** Required fields without an answer, with what to do about each. */
export const missingAnswers = (fields: FormField[], values: string[]) =>
  fields.flatMap((field, index) =>
    field.required && (values[index] ?? '').trim() === '' ? [{ index, message: request(field) }] : [],
  )

function request({ data_label: label, data_type: kind }: FormField): string {
  if (kind === 'file') return `Choose an image for “${label}”`
  if (kind === 'selectfield') return `Choose an answer for “${label}”`
  return `Fill in “${label}”`
}
