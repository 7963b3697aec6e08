import { type DefinedField, type FieldKind, kindOf, optionsOf } from '@marram/contracts/forms'
import type { FilledField } from '@marram/contracts/submissions'
import { htmlOfText, textOfHtml } from './plain-text'

/** A field of the form, with a name that outlives a change of the form's order. */
export type Field = DefinedField & { key: string; id: string; kind: FieldKind }

/** What somebody entered, and into which kind of field. */
export type Answer = { kind: FieldKind; value: string }
/** What was entered, by the fields' keys. A field that nobody touched is not in it. */
export type Answers = Record<string, Answer>

/** Fields with the same label are told apart by their order. The ids are fixed: server and browser agree on them. */
export function fieldsOf(defined: DefinedField[]): Field[] {
  const seen = new Map<string, number>()
  return defined.map((field, i) => {
    const count = (seen.get(field.data_label) ?? 0) + 1
    seen.set(field.data_label, count)
    const key = count === 1 ? field.data_label : `${field.data_label} (${count})`
    return { ...field, key, id: `field-${i + 1}`, kind: kindOf(field) ?? 'textfield' }
  })
}

/** A selectfield's value may hold its choices and a file has none to start with: both start empty. */
function startValue({ kind, data_value: value }: Field): string {
  if (typeof value !== 'string') return ''
  if (kind === 'paragraph') return /<[a-z]/i.test(value) ? value : htmlOfText(value)
  return kind === 'textfield' ? value : ''
}

export const valueIn = (field: Field, answers: Answers): string => answers[field.key]?.value ?? startValue(field)

/** Whether something would be lost with these answers. */
export const isFilled = (fields: Field[], answers: Answers): boolean => {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  return Object.entries(answers).some(([key, { value }]) => {
    const field = byKey.get(key)
    return value !== (field ? startValue(field) : '')
  })
}

export const filledFields = (fields: Field[], answers: Answers): FilledField[] =>
  fields.map((field) => ({
    data_label: field.data_label,
    data_type: field.data_type,
    data_value: valueIn(field, answers),
  }))

/** Required fields without an answer, with what to do about each. */
export const missingAnswers = (fields: Field[], answers: Answers) =>
  fields.flatMap((field) => {
    const value = valueIn(field, answers)
    const said = field.kind === 'paragraph' ? textOfHtml(value) : value
    return field.required && said.trim() === '' ? [{ id: field.id, message: request(field) }] : []
  })

function request({ data_label: label, kind }: Field): string {
  if (kind === 'file') return `Choose an image for “${label}”`
  if (kind === 'selectfield') return `Choose an answer for “${label}”`
  return `Fill in “${label}”`
}

export type Fitted = { answers: Answers; homeless: { label: string; value: string }[] }

/** Earlier answers for the form as it is now: it may have changed since. What has no place any more is told apart. */
export function fitAnswers(fields: Field[], earlier: Answers): Fitted {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const fitted: Fitted = { answers: {}, homeless: [] }
  for (const [key, answer] of Object.entries(earlier)) {
    const field = byKey.get(key)
    const value = field && converted(answer, field)
    if (field && value !== undefined) fitted.answers[key] = { kind: field.kind, value }
    else if (answer.kind !== 'file' && answer.value)
      fitted.homeless.push({ label: key, value: answer.kind === 'paragraph' ? textOfHtml(answer.value) : answer.value })
  }
  return fitted
}

function converted({ kind, value }: Answer, field: Field): string | undefined {
  if (field.kind === 'selectfield') return value === '' || optionsOf(field).includes(value) ? value : undefined
  if (kind === field.kind) return value
  if (kind === 'file' || field.kind === 'file') return undefined
  if (field.kind === 'paragraph') return htmlOfText(value)
  return kind === 'paragraph' ? textOfHtml(value).replace(/\s+/g, ' ') : value
}
