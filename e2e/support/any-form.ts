import { type DefinedField, kindOf, optionsOf } from '@marram/api-contract/forms'
import fc from 'fast-check'

/** Which forms are made: the same for the same seed. */
export const seed = Number(process.env.MARRAM_SEED ?? 20261121)

const words = fc.constantFrom(
  'Name',
  'Walk “outer”',
  'What <b>else</b>?',
  'Grüße & more',
  'Größe',
  '¿Qué?',
  'Telefon 1/2',
)
const known = fc.constantFrom('textfield', 'paragraph', 'selectfield', 'file')
const anyKind = fc.oneof({ weight: 2, arbitrary: known }, fc.constantFrom('colourfield', 'TEXTFIELD', 'date', ''))
const choices = ['One', 'Two, and a comma', 'Three']
const presets: Record<string, string[]> = {
  textfield: ['', 'Sallow & “more”'],
  paragraph: ['', '<p>As <b>before</b></p>', 'one < two'],
  file: [''],
}

/** A field with a label of its own: our content takes no other, other hosts do. */
const fieldOf = (kind: fc.Arbitrary<string>) =>
  fc
    .record({ label: words, kind, required: fc.boolean(), hint: fc.option(words), pick: fc.nat(100) })
    .map(({ label, kind, required, hint, pick }): DefinedField => {
      const field = { data_label: label, data_type: kind, required, ...(hint !== null && { hint }) }
      const values = presets[kind] ?? presets.textfield ?? []
      if (kind !== 'selectfield') return { ...field, data_value: values[pick % values.length] ?? '' }
      // Choices stand in `options`, or where a value would.
      return pick % 2 ? { ...field, data_value: 'One, Two ,Three' } : { ...field, data_value: '', options: choices }
    })

const sample = (kind: fc.Arbitrary<string>, length: number): DefinedField[] =>
  fc.sample(fc.array(fieldOf(kind), { minLength: length, maxLength: length, size: 'max' }), { seed, numRuns: 1 })[0] ??
  []

const numbered = (fields: DefinedField[]) =>
  fields.map((field, i) => ({ ...field, data_label: `${field.data_label} ${i + 1}` }))

/** Definitions of forms as our content has them: any fields in any order; the last one has 60. */
export function ownForms() {
  // Each field of the long one takes part of a second.
  const lists = [sample(known, 7), sample(known, 60).map(short)].map(numbered)
  return lists.map((submission_form, i) => ({
    slug: `any-form-${i + 1}`,
    form_name: `Any form ${i + 1}`,
    submission_form,
  }))
}

/** Fields as another host may define them: of unknown kinds, and with one label for several. */
export const foreignFields = (): DefinedField[] => [
  { data_label: 'Colour', data_type: 'colourfield', data_value: null },
  ...sample(anyKind, 9).map(short),
  { data_label: 'Colour', data_type: 'colourfield', data_value: 'Teal' },
]

/** One editor and one picture are enough among many fields. */
function short(field: DefinedField, i: number, all: DefinedField[]): DefinedField {
  const { data_type: kind, options: _, ...rest } = field
  const isFirst = all.findIndex((other) => other.data_type === kind) === i
  if (isFirst || kind === 'selectfield' || !kindOf(field)) return field
  return { ...rest, data_type: 'textfield', data_value: '' }
}

/** Which fields a visitor leaves as they are. */
export const isLeft = ({ required }: DefinedField, i: number) => !required && i % 3 === 2

/** What a field holds in the end, as text: what was typed, chosen, or there from the start. Undefined for a picture. */
export function heldBy(field: DefinedField, typed: string | undefined): string | undefined {
  const { data_value: value } = field
  if (field.data_type === 'selectfield') return typed === undefined ? '' : optionsOf(field)[0]
  if (field.data_type === 'file') return typed === undefined ? '' : undefined
  if (typed !== undefined) return typed
  return typeof value === 'string' ? value.replace(/<[^>]*>/g, '') : ''
}
