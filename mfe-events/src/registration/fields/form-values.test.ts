import type { DefinedField } from '@marram/api-contract/forms'
import { NOTHING_FILLED } from '@marram/api-contract/submissions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FormValue, FormValues } from './field'
import { fitValues, labelOf, placedIn, unplacedIn } from './fit-values'
import { fieldsOf, filledFields, isFilled, mistakesIn, valueIn } from './form-values'

const field = (data_label: string, more: Partial<DefinedField> = {}): DefinedField => ({
  data_label,
  data_type: 'textfield',
  data_value: null,
  ...more,
})
const anyField: fc.Arbitrary<DefinedField> = fc.record({
  data_label: fc.constantFrom('Name', 'Name', 'Name (2)', 'Phone', 'Photo', 'Walk', '', '__proto__', 'toString'),
  data_type: fc.oneof(fc.constantFrom('textfield', 'paragraph', 'selectfield', 'file'), fc.string()),
  data_value: fc.oneof(fc.constant(null), fc.string(), fc.array(fc.string(), { maxLength: 4 })),
  required: fc.boolean(),
})
/** Values without a field, by the labels of their original fields. */
const aside = (values: FormValues) => Object.entries(unplacedIn(values)).map(([key, value]) => [labelOf(key), value])
const anyForm = fc.array(anyField, { maxLength: 60 })

describe('fields of any form', () => {
  it('each have a unique key and id, and are sent in the order of the form', () => {
    fc.assert(
      fc.property(anyForm, (defined) => {
        const fields = fieldsOf(defined)
        expect(new Set(fields.map(({ key }) => key)).size).toBe(defined.length)
        expect(new Set(fields.map(({ id }) => id)).size).toBe(defined.length)
        const sent = filledFields(fields, {})
        expect(sent.map(({ data_label, data_type }) => [data_label, data_type])).toEqual(
          defined.map(({ data_label, data_type }) => [data_label, data_type]),
        )
      }),
    )
  })

  it('keep every value when the form changes: in a field, or set aside until it has one again', () => {
    const said = ({ value }: FormValue) => value.replace(/<[^>]*>/g, '')
    fc.assert(
      fc.property(anyForm, fc.array(anyForm, { maxLength: 3 }), (first, later) => {
        let values: FormValues = Object.fromEntries(
          fieldsOf(first).map(({ key, kind }, i) => [key, { kind, value: `said ${i}` }]),
        )
        const before = Object.values(values).map(said).sort()
        for (const defined of [...later, first]) {
          values = fitValues(fieldsOf(defined), values)
          expect(Object.values(values).map(said).sort()).toEqual(before)
        }
      }),
    )
  })
})

describe('form values', () => {
  it('of an untouched form are its defaults', () => {
    const fields = fieldsOf([
      field('Town', { data_value: 'Sallow' }),
      field('Walk', { data_type: 'selectfield', data_value: 'Short, Long' }),
      field('Remarks', { data_type: 'paragraph', data_value: 'None < yet' }),
      field('Colour', { data_type: 'colourfield', data_value: '#fff' }),
    ])
    expect(fields.map((each) => valueIn(each, {}))).toEqual(['Sallow', '', '<p>None &lt; yet</p>', '#fff'])
    expect(isFilled(fields, {})).toBe(false)
    expect(isFilled(fields, { Town: { kind: 'textfield', value: 'Sallow' } })).toBe(false)
    expect(isFilled(fields, { Town: { kind: 'textfield', value: '' } })).toBe(true)
  })

  it('that should be phone numbers are checked before sending, in any spelling', () => {
    const fields = fieldsOf([field('Phone number', { required: true }), field('Telephone of a friend'), field('Name')])
    const told = (...typed: string[]) =>
      mistakesIn(
        fields,
        Object.fromEntries(typed.map((value, i) => [fields[i]?.key ?? '', { kind: 'textfield' as const, value }])),
      )
    expect(told('020 7946 0112', '+44 (0)20 7946-0112', '12345')).toEqual([])
    expect(told('020 7946 0112', ' ')).toEqual([])
    expect(told('0'.repeat(3000))).toEqual([{ id: 'field-1', message: 'Phone no must be 10 or 11 digits' }])
    expect(told('', '12345')).toEqual([
      { id: 'field-1', message: 'Fill in “Phone number”' },
      { id: 'field-2', message: 'Phone no must be 10 or 11 digits' },
    ])
  })

  it.each(['phone', 'tel'])(
    'of the kind %s, which other hosts have, are phone numbers under any label',
    (data_type) => {
      const fields = fieldsOf([field('How can we reach you?', { data_type })])
      const told = (value: string) => mistakesIn(fields, { 'How can we reach you?': { kind: 'textfield', value } })
      expect(told('by boat')).toEqual([{ id: 'field-1', message: "Doesn't look like a phone no" }])
      expect(told('020 7946 0112')).toEqual([])
    },
  )

  it('may not all be empty, even when none is required', () => {
    const fields = fieldsOf([
      field('Name'),
      field('Text', { data_type: 'paragraph' }),
      field('A', { data_type: 'file' }),
    ])
    const empty = { Name: { kind: 'textfield', value: ' ' }, Text: { kind: 'paragraph', value: '<p></p>' } } as const
    expect([mistakesIn(fields, {}), mistakesIn(fields, empty)]).toEqual(Array(2).fill([{ message: NOTHING_FILLED }]))
    expect(mistakesIn(fields, { ...empty, A: { kind: 'file', value: 'data:image/png;base64,AA' } })).toEqual([])
  })

  it('start with the event chosen, until the visitor changes it', () => {
    const walk = field('Which evening?', { data_type: 'selectfield', options: ['Last Bus Concert, 12 May', 'Tides'] })
    const fields = fieldsOf([walk, field('Town', { data_value: 'Last Bus Concert' })], 'Last Bus Concert')
    expect(fields.map((each) => valueIn(each, {}))).toEqual(['Last Bus Concert, 12 May', 'Last Bus Concert'])
    expect(isFilled(fields, {})).toBe(false)
    for (const value of ['', 'Tides'])
      expect(filledFields(fields, { 'Which evening?': { kind: 'selectfield', value } })[0]?.data_value).toBe(value)
    expect(filledFields(fieldsOf([walk]), {})[0]?.data_value).toBe('')
  })

  it('count as empty when they equal the defaults', () => {
    const walk = field('Which evening?', { data_type: 'selectfield', options: ['Last Bus Concert', 'Tides'] })
    const fields = fieldsOf([walk, field('Town', { data_value: 'Sallow' }), field('Name')], 'Last Bus Concert')
    const said = (values: FormValues) => mistakesIn(fields, values).map(({ message }) => message)
    expect(said({})).toEqual([NOTHING_FILLED])
    expect(said({ Town: { kind: 'textfield', value: ' ' } })).toEqual([NOTHING_FILLED])
    expect(said({ 'Which evening?': { kind: 'selectfield', value: 'Last Bus Concert' } })).toEqual([NOTHING_FILLED])
    expect(said({ 'Which evening?': { kind: 'selectfield', value: 'Tides' } })).toEqual([])
    expect(said({ Name: { kind: 'textfield', value: 'Ada' } })).toEqual([])
    // There is nothing else to fill in.
    expect(mistakesIn(fieldsOf([walk], 'Last Bus Concert'), {})).toEqual([])
  })

  it('that are missing are reported by kind, also for empty paragraphs from the editor', () => {
    const required = { required: true }
    const fields = fieldsOf([
      field('Name', required),
      field('Photo', { ...required, data_type: 'file' }),
      field('Walk', { ...required, data_type: 'selectfield' }),
      field('Text', { ...required, data_type: 'paragraph' }),
      field('Town'),
    ])
    const empty = {
      Name: { kind: 'textfield', value: '  ' },
      Text: { kind: 'paragraph', value: '<p> </p><p></p>' },
    } as const
    expect(mistakesIn(fields, empty)).toEqual([
      { id: 'field-1', message: 'Fill in “Name”' },
      { id: 'field-2', message: 'Choose an image for “Photo”' },
      { id: 'field-3', message: 'Choose an answer for “Walk”' },
      { id: 'field-4', message: 'Fill in “Text”' },
    ])
  })

  it('move between text and rich text, but not into a choice that no longer exists', () => {
    const fields = fieldsOf([
      field('A', { data_type: 'paragraph' }),
      field('B'),
      field('C', { data_type: 'selectfield', options: ['Yes'] }),
      field('D', { data_type: 'selectfield', options: ['Yes'] }),
    ])
    const earlier: FormValues = {
      A: { kind: 'textfield', value: '1 < 2' },
      B: { kind: 'paragraph', value: '<p>one</p><p><b>two</b></p>' },
      C: { kind: 'selectfield', value: 'Yes' },
      D: { kind: 'selectfield', value: 'Perhaps' },
    }
    const fitted = fitValues(fields, earlier)
    expect(Object.values(placedIn(fitted)).map(({ value }) => value)).toEqual(['<p>1 &lt; 2</p>', 'one two', 'Yes'])
    expect(aside(fitted)).toEqual([['D', { kind: 'selectfield', value: 'Perhaps' }]])
  })

  it('return to their field when it exists again, unless it has another value by then', () => {
    const first = { kind: 'textfield', value: 'first' } as const
    const second = { kind: 'textfield', value: 'second' } as const
    const image = { kind: 'file', value: 'data:image/png;base64,AA' } as const
    const left = fitValues([], { A: first, B: image })
    expect(aside(left)).toEqual([
      ['A', first],
      ['B', image],
    ])
    const form = fieldsOf([field('A')])
    const back = fitValues(form, left)
    expect([placedIn(back), aside(back)]).toEqual([{ A: first }, [['B', image]]])
    const taken = fitValues(form, { ...left, A: second })
    expect([placedIn(taken), aside(taken)]).toEqual([{ A: second }, aside(left)])
    expect(aside(fitValues(form, { ...left, A: first }))).toEqual([['B', image]])
  })

  it('stay separate when texts and images without a field have the same label', () => {
    const texts = fitValues([], { A: { kind: 'textfield', value: 'x' } })
    const images = fitValues([], { A: { kind: 'file', value: 'data:image/png;base64,AA' } })
    expect(Object.keys({ ...texts, ...images })).toHaveLength(2)
  })
})
