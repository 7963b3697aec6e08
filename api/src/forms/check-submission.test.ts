import type { FieldKind, FormField } from '@marram/api-contract/forms'
import { type FilledField, NOTHING_FILLED } from '@marram/api-contract/submissions'
import { cleanHtml } from '@marram/html/clean-html'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Refusal } from '../http/refusal'
import { imageReader } from '../uploads/read-image'
import { checkSubmission } from './handlers'

const field = (data_label: string, data_type: FieldKind, more: Partial<FormField> = {}): FormField => ({
  ...{ data_label, data_type, data_value: '' },
  ...more,
})
const filled = (data_label: string, data_type: FieldKind, data_value: FilledField['data_value']) => ({
  ...{ data_label, data_type, data_value },
})
const readImage = imageReader({ bytes: 50_000, pixels: 1_000_000, waiting: 20 })
const image = `data:image/png;base64,${(
  await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0B5F57' } })
    .png()
    .toBuffer()
).toString('base64')}`
const brokenImage = `${image.slice(0, 80)}AAAA`

const check = (form: FormField[], fields: FilledField[]) => checkSubmission(form, fields, readImage)
const errorsOf = (form: FormField[], fields: FilledField[]): Promise<Record<string, string>> =>
  check(form, fields).then(
    () => ({}),
    ({ errors = {} }: Refusal) => errors,
  )
/** Keeps the form from being empty. */
const note = field('Note', 'textfield')
const kept = async (kind: FieldKind, value: FilledField['data_value'], more: Partial<FormField> = {}) =>
  (await check([field('A', kind, more), note], [filled('A', kind, value), filled('Note', 'textfield', 'so')])).fields[0]
    ?.value

describe('a submission', () => {
  it('reports every mistake at once, images included, in the order of the form', async () => {
    const form = [
      field('Name', 'textfield', { required: true }),
      field('Portrait', 'file', { required: true }),
      field('Story', 'paragraph', { required: true }),
      field('Distance', 'selectfield', { options: ['5 km', '10 km'] }),
      field('Team', 'selectfield', { options: ['Terns'], required: true }),
      field('Boat', 'file'),
      field('Phone', 'textfield'),
      field('Notes', 'textfield'),
      field('Signature', 'file'),
      field('Sea', 'textfield'),
    ]
    const refusal: Refusal = await check(form, [
      filled('Name', 'textfield', ' \u200b '),
      filled('Story', 'paragraph', '<p>&nbsp;<br></p>'),
      filled('Distance', 'selectfield', '7 km'),
      filled('Boat', 'file', brokenImage),
      filled('Phone', 'paragraph', '1'),
      filled('Notes', 'textfield', 'x'.repeat(2001)),
      filled('Signature', 'file', 'data:image/svg+xml,<svg/>'),
      filled('Sea', 'textfield', 'North'),
      filled('Sea', 'textfield', 'South'),
      filled('Shoe size', 'textfield', '9'),
    ]).then(
      () => expect.fail('was taken'),
      (error) => error,
    )
    expect(refusal.code).toBe(400)
    expect(refusal.message).toBe('Name: Fill in “Name”')
    expect(Object.entries(refusal.errors ?? {})).toEqual([
      ['Name', 'Fill in “Name”'],
      ['Portrait', 'Choose an image for “Portrait”'],
      ['Story', 'Fill in “Story”'],
      ['Distance', 'Choose one of the options'],
      ['Team', 'Choose an answer for “Team”'],
      ['Boat', 'This image is broken and cannot be read. Choose a JPEG, PNG, WebP or AVIF image.'],
      ['Phone', 'This field is of another kind'],
      ['Notes', 'Use at most 2,000 characters'],
      ['Signature', 'This is not an image. Choose a JPEG, PNG, WebP or AVIF image.'],
      ['Sea', 'This field was sent twice'],
      ['Shoe size', 'The form has no such field'],
    ])
  })

  it('may have names that mean something to JavaScript', async () => {
    const labels = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '7']
    const form = labels.map((label) => field(label, 'textfield', { required: true }))
    const { fields } = await check(
      form,
      labels.map((label) => filled(label, 'textfield', label)),
    )
    expect(fields.map(({ label, value }) => [label, value])).toEqual(labels.map((label) => [label, label]))
    expect(Object.keys(await errorsOf(form, [])).sort()).toEqual([...labels].sort())
    expect(
      Object.keys(
        await errorsOf(
          [],
          labels.map((label) => filled(label, 'file', '')),
        ),
      ),
    ).toHaveLength(5)
  })

  it('shortens unknown labels in the message', async () => {
    const [label] = Object.keys(await errorsOf([], [filled('x'.repeat(1_000_000), 'textfield', '')]))
    expect(label).toHaveLength(200)
  })

  it('may have sixty fields, in any order, and many images', async () => {
    const form = Array.from({ length: 60 }, (_, i) => field(`Field ${i}`, i % 2 ? 'file' : 'textfield'))
    const sent = form.map(({ data_label, data_type }) =>
      filled(data_label, data_type, data_type === 'file' ? image : data_label),
    )
    const { fields, images } = await check(form, sent.reverse())
    expect(fields.map(({ label }) => label)).toEqual(form.map(({ data_label }) => data_label))
    expect([...images.keys()].map(({ label }) => label)).toEqual(
      form.filter(({ data_type }) => data_type === 'file').map(({ data_label }) => data_label),
    )
  })
})

describe('a value', () => {
  it('is stored without spaces around it', async () => {
    expect(await kept('textfield', ' Rosalind ')).toBe('Rosalind')
    expect(await kept('selectfield', ['5 km'], { options: ['5 km'] })).toBe('5 km')
    expect(await kept('paragraph', '\n<p>Two</p> ')).toBe('<p>Two</p>')
  })

  it.each([
    ['textfield', undefined],
    ['textfield', null],
    ['textfield', '\u2060\u200b'],
    ['selectfield', ' '],
    ['file', ' '],
    ['paragraph', '<p><strong><br></strong>&nbsp;&ZeroWidthSpace;</p><script>a</script>'],
  ] as const)('of a %s that looks empty is empty: %j', async (kind, value) => {
    expect(await kept(kind, value, { options: ['5 km'] })).toBe('')
    // Alone in a form it counts as no field.
    const form = [field('A', kind, { options: ['5 km'] }), note]
    const alone = check(form, [filled('A', kind, value)])
    await expect(alone).rejects.toMatchObject({ code: 400, message: NOTHING_FILLED })
    await expect(check(form, [])).rejects.toMatchObject({ code: 400, message: NOTHING_FILLED })
  })

  it('may be a choice from a list separated by commas', async () => {
    expect(await kept('selectfield', 'Blue', { data_value: 'Red, Blue' })).toBe('Blue')
  })

  it('may be as long as the message says', async () => {
    expect(await kept('textfield', 'x'.repeat(2000))).toHaveLength(2000)
    expect(await kept('paragraph', 'x'.repeat(50_000))).toHaveLength(50_000)
    const form = [field('A', 'paragraph')]
    const tooLong = { A: 'Use at most 50,000 characters, formatting included' }
    expect(await errorsOf(form, [filled('A', 'paragraph', 'x'.repeat(50_001))])).toEqual(tooLong)
    expect(await errorsOf(form, [filled('A', 'paragraph', '&'.repeat(20_000))])).toEqual(tooLong)
  })
})

describe('a rich text', () => {
  it.each([
    ['what an editor writes', '<h2>Tides</h2><p>Two <b>a day</b>.</p><ul><li>One</li></ul>', undefined],
    ['a picture alone', '<p><img src="https://example.org/a.png" alt=""></p>', undefined],
    ['a script', '<p onclick="a()">a<script>b</script></p>', '<p>a</p>'],
    ['plain text', 'tide < 3 m & falling', 'tide &lt; 3 m &amp; falling'],
  ])('%s', async (_, html, expected = html) => {
    expect(await kept('paragraph', html)).toBe(expected)
  })

  it('that is nothing but formatting is refused with a message', async () => {
    const html = `<p>${'<b>'.repeat(3000)}a`
    expect(await errorsOf([field('A', 'paragraph')], [filled('A', 'paragraph', html)])).toEqual({
      A: 'The formatting of this text cannot be read. Paste it again as plain text.',
    })
  })

  it('is stored in a form that cleaning does not change', async () => {
    const piece = fc.oneof(
      fc.constantFrom('<p>', '</p>', '<b>', '<pre>\n', '<a href=x>', '<button>', '\n'),
      fc.string(),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece), async (pieces) => {
        const value = (await kept('paragraph', pieces.join(''))) ?? ''
        expect(cleanHtml(value)).toBe(value)
      }),
    )
  })
})

describe('a phone number', () => {
  const phones = [field('Phone number', 'textfield', { required: true }), field('Name', 'textfield')]

  it.each(['020 7946 0112', '+44 20 7946 0112', '(020) 7946-0112', '02079460112'])(
    'is stored by its digits: %s',
    async (typed) => {
      const { fields } = await check(phones, [filled('Phone number', 'textfield', typed)])
      expect(fields[0]?.value).toBe('02079460112')
    },
  )

  it.each([
    'Phone',
    'Phone number of that adult',
    'Telephone',
    'Your mobile number',
    'phone no',
    'Mobile',
    'Tel.',
    'Tel. no',
  ])('is expected in a field “%s”, and anything else is refused', async (label) => {
    const errors = await errorsOf([field(label, 'textfield')], [filled(label, 'textfield', '12345')])
    expect(errors).toEqual({ [label]: 'Phone no must be 10 or 11 digits' })
  })

  it('may be left out where it is optional, and is required under the label of the field otherwise', async () => {
    const form = [field('Phone', 'textfield'), field('Name', 'textfield')]
    const { fields } = await check(form, [filled('Phone', 'textfield', ' '), filled('Name', 'textfield', 'Ada')])
    expect(fields.map(({ value }) => value)).toEqual(['', 'Ada'])
    expect(await errorsOf(phones, [filled('Phone number', 'textfield', ' ')])).toEqual({
      'Phone number': 'Fill in “Phone number”',
    })
  })

  it.each(['How can we reach you?', 'Microphone', 'Height in centimetres', 'Do you need a mobile ramp?', 'Hotel'])(
    'is not expected in a field “%s”',
    async (label) => {
      expect(await errorsOf([field(label, 'textfield')], [filled(label, 'textfield', '12345')])).toEqual({})
    },
  )
})
