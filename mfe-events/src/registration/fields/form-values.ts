import { asksForPhone, type DefinedField, type FieldKind, kindOf, optionsOf } from '@marram/api-contract/forms'
import { phoneMistake } from '@marram/api-contract/phone'
import type { FilledField } from '@marram/api-contract/submissions'
import { htmlOfText, textOfHtml } from './plain-text'

/** A field of the form, with a key that outlives a change of the form's order, and a label that says something. */
export type Field = DefinedField & { key: string; id: string; kind: FieldKind; label: string }

/** What somebody entered, and into which kind of field. */
export type Answer = { kind: FieldKind; value: string }
/** What was entered, by the fields' keys. A field that nobody touched is not in it. */
export type Answers = Record<string, Answer>

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

/** Required fields without an answer and phone numbers that are none, with what to do about each. */
export const wrongAnswers = (fields: Field[], answers: Answers) =>
  fields.flatMap((field) => {
    const value = valueIn(field, answers)
    const said = (field.kind === 'paragraph' ? textOfHtml(value) : value).trim()
    const message = said === '' ? field.required && request(field) : asksForPhone(field) && phoneMistake(said)
    return message ? [{ id: field.id, message }] : []
  })

function request({ label, kind }: Field): string {
  if (kind === 'file') return `Choose an image for “${label}”`
  if (kind === 'selectfield') return `Choose an answer for “${label}”`
  return `Fill in “${label}”`
}

/** An answer that a form has no place for, under the key of its time. */
export type Unplaced = [key: string, answer: Answer]
export type Fitted = { answers: Answers; unplaced: Unplaced[] }

/**
 * Earlier answers for the form as it is now: it may have changed since. What has no place any more is told apart, and
 * gets one as soon as there is one again, unless the field has another answer by then.
 */
export function fitAnswers(fields: Field[], earlier: Answers, unplaced: Unplaced[] = []): Fitted {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const placed = new Map<string, Answer>()
  const left: Unplaced[] = []
  for (const [key, answer] of [...Object.entries(earlier), ...unplaced]) {
    const field = byKey.get(key)
    const value = field && converted(answer, field)
    const there = placed.get(key)
    if (field && value !== undefined && !there) placed.set(key, { kind: field.kind, value })
    else if (answer.value !== '' && (value === undefined || value !== there?.value)) left.push([key, answer])
  }
  return { answers: Object.fromEntries(placed), unplaced: left }
}

function converted({ kind, value }: Answer, field: Field): string | undefined {
  if (field.kind === 'selectfield') return value === '' || optionsOf(field).includes(value) ? value : undefined
  if (kind === field.kind) return value
  if (kind === 'file' || field.kind === 'file') return undefined
  if (field.kind === 'paragraph') return htmlOfText(value)
  return kind === 'paragraph' ? textOfHtml(value).replace(/\s+/g, ' ') : value
}
