import type { FormField } from '@marram/api-contract/forms'
import type { FilledField } from '@marram/api-contract/submissions'
import { Refusal } from '../http/refusal'
import { type ImageReader, ImageRefused } from '../uploads/read-image'
import { checkField, FieldRefused } from './check-field'
import type { StoredField } from './tables'

/** What comes back of a label that the form does not have. */
const LONGEST_LABEL = 200

export type CheckedSubmission = { fields: StoredField[]; images: Map<StoredField, Buffer> }

/**
 * Checks filled fields against the form that they fill. Fields are matched by label, whatever their order;
 * one that the form does not have is refused, one that is missing counts as empty.
 * Everything that is wrong is told together, the images included.
 */
export async function checkSubmission(
  form: FormField[],
  filled: FilledField[],
  readImage: ImageReader,
): Promise<CheckedSubmission> {
  const given = byLabel(filled)
  const errors = new Map<string, string>()
  const fields: StoredField[] = []
  const images: CheckedSubmission['images'] = new Map()
  for (const field of form) {
    const { data_label: label, data_type: kind } = field
    const answers = given.get(label) ?? []
    given.delete(label)
    try {
      const stored = { label, kind, value: checkField(field, answers) }
      fields.push(stored)
      if (kind === 'file' && stored.value) images.set(stored, await readImage(stored.value))
    } catch (error) {
      if (!(error instanceof FieldRefused || error instanceof ImageRefused)) throw error
      errors.set(label, error.message)
    }
  }
  for (const label of given.keys()) errors.set(label.slice(0, LONGEST_LABEL), 'The form has no such field')
  const [first] = errors
  if (first) throw new Refusal(400, first.join(': '), Object.fromEntries(errors))
  return { fields, images }
}

function byLabel(filled: FilledField[]): Map<string, FilledField[]> {
  const given = new Map<string, FilledField[]>()
  for (const field of filled) given.set(field.data_label, [...(given.get(field.data_label) ?? []), field])
  return given
}
