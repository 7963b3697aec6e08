import { type FormField, optionsOf } from '@marram/contracts/forms'
import type { FilledField } from '@marram/contracts/submissions'
import type { StoredField } from '../database/tables'
import { Refusal } from '../refusal'
import { imageTypes } from '../uploads'

const LONGEST_TEXT = 2_000
const LONGEST_PARAGRAPH = 50_000

type Images = Map<StoredField, { label: string; bytes: Buffer }>
export type CheckedSubmission = { fields: StoredField[]; images: Images }

/**
 * Checks filled fields against the form that they fill. Fields are matched by label, whatever their order;
 * one that the form does not have is refused, one that is missing counts as empty.
 */
export function checkSubmission(form: FormField[], filled: FilledField[]): CheckedSubmission {
  const errors: Record<string, string> = {}
  const images: Images = new Map()
  const given = new Map<string, FilledField>()
  for (const field of filled) {
    if (given.has(field.data_label)) errors[field.data_label] = 'This field was sent twice'
    given.set(field.data_label, field)
  }
  const fields = form.map((field) => {
    const { data_label: label, data_type: kind } = field
    const answer = given.get(label)
    given.delete(label)
    const stored: StoredField = { label, kind, value: textOf(answer) }
    const error = answer && answer.data_type !== kind ? 'This field is of another kind' : check(field, stored.value)
    if (error) errors[label] = error
    else if (kind === 'file' && stored.value) images.set(stored, { label, bytes: imageBytes(stored.value) })
    return stored
  })
  for (const label of given.keys()) errors[label] = 'The form has no such field'
  const first = Object.entries(errors)[0]
  if (first) throw new Refusal(400, `${first[0]}: ${first[1]}`, errors)
  return { fields, images }
}

/** The typed text; a choice that came as a list of one is that one. */
function textOf(answer: FilledField | undefined): string {
  const value = answer?.data_value ?? ''
  const text = Array.isArray(value) ? value.join(', ') : value
  return answer?.data_type === 'file' ? text : text.trim()
}

function check(field: FormField, value: string): string | undefined {
  const { data_type: kind } = field
  if (isEmpty(kind, value)) return field.required ? `Enter: ${field.data_label}` : undefined
  if (kind === 'textfield' && value.length > LONGEST_TEXT) return `Use at most ${LONGEST_TEXT} characters`
  if (kind === 'paragraph' && value.length > LONGEST_PARAGRAPH) return `Use at most ${LONGEST_PARAGRAPH} characters`
  if (kind === 'selectfield' && !optionsOf(field).includes(value)) return 'Choose one of the options'
  if (kind === 'file' && !dataUrl.test(value)) return 'Choose a JPEG, PNG, WebP or AVIF image'
  return undefined
}

/** An editor leaves `<p><br></p>` where nothing is written. */
function isEmpty(kind: FormField['data_type'], value: string): boolean {
  const text = kind === 'paragraph' ? value.replace(/<[^>]*>|&nbsp;|\u00a0/g, '') : value
  return text.trim() === ''
}

const dataUrl = new RegExp(`^data:(${imageTypes.join('|').replaceAll('/', '\\/')});base64,[A-Za-z0-9+/]+={0,2}$`)
const imageBytes = (url: string) => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
