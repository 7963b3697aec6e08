import type { DefinedField } from '@marram/contracts/forms'
import fc from 'fast-check'

const words = fc.constantFrom(
  'Name',
  'Walk “outer”',
  'What <b>else</b>?',
  'Grüße & more',
  'Größe',
  '¿Qué?',
  'Telefon 1/2',
)
const field = fc.record(
  {
    data_label: words,
    data_type: fc.constantFrom('textfield', 'paragraph', 'selectfield', 'file'),
    data_value: fc.constant(''),
    options: fc.constant(['One', 'Two, and a comma', 'Three']),
    required: fc.boolean(),
    hint: words,
  },
  { requiredKeys: ['data_label', 'data_type', 'data_value'] },
)

/** Labels are unique in our forms. */
const numbered = (fields: (Omit<DefinedField, 'options'> & { options?: readonly string[] })[]) =>
  fields.map(({ options, ...one }, i) => ({
    ...one,
    data_value: '',
    data_label: `${one.data_label} ${i + 1}`,
    ...(one.data_type === 'selectfield' && { options: options ?? ['Yes', 'No'] }),
  }))

/** Definitions of forms as content has them: of any fields, in any order; the last one has 60. */
export function anyForms(count: number, seed: number) {
  const form = (maxLength: number, minLength = 1) =>
    fc.array(field, { minLength, maxLength, size: 'max' }).map(numbered)
  const lists = [
    ...fc.sample(form(7, 4), { seed, numRuns: count }),
    // Each field of the long one takes part of a second.
    ...fc.sample(form(60, 60), { seed, numRuns: 1 }).map((fields) => fields.map(short)),
  ]
  return lists.map((submission_form, i) => ({
    slug: `any-form-${i + 1}`,
    form_name: `Any form ${i + 1}`,
    submission_form,
  }))
}

/** One editor and one picture are enough among sixty fields. */
function short(field: ReturnType<typeof numbered>[number], i: number, all: ReturnType<typeof numbered>) {
  const { data_type: kind } = field
  const isFirst = all.findIndex((other) => other.data_type === kind) === i
  return isFirst || kind === 'selectfield' ? field : { ...field, data_type: 'textfield', options: undefined }
}
