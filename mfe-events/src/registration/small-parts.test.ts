import { ApiError } from '@marram/client/api-error'
import type { DefinedField } from '@marram/contracts/forms'
import { describe, expect, it } from 'vitest'
import { fieldsOf } from './answers'
import { halves } from './halves'
import { imageKind } from './image-kind'
import { wholeAddress } from './link-row'
import { failureOf } from './send-registration'

const field = (data_label: string, more: Partial<DefinedField> = {}): DefinedField => ({
  data_label,
  data_type: 'textfield',
  data_value: null,
  ...more,
})
const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

describe('the kind of a file', () => {
  it.each([
    ['\xff\xd8\xff\xe0', 'jpeg'],
    ['\x89PNG\r\n\x1a\n', 'png'],
    ['RIFF\x00\x00\x00\x00WEBPVP8 ', 'webp'],
    ['GIF89a', 'gif'],
    ['\x00\x00\x00\x1cftypavif\x00\x00\x00\x00mif1', 'avif'],
    ['\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1', 'heic'],
    ['\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00isom', undefined],
    ['<?xml version="1.0"?><svg xmlns="x">', 'svg'],
    ['%PDF-1.7', undefined],
    ['', undefined],
  ])('%j is %s', (start, kind) => expect(imageKind(bytes(start))).toBe(kind))
})

describe('an address that somebody typed', () => {
  it.each([
    ['marram.example/a b', 'https://marram.example/a b'],
    [' https://a.example ', 'https://a.example'],
    ['rosalind@example.org', 'mailto:rosalind@example.org'],
    ['tel:+44207946011', 'tel:+44207946011'],
    ['javascript:alert(1)', undefined],
    ['ftp://a.example', undefined],
    ['hello', undefined],
    ['', undefined],
  ])('%s is %s', (typed, whole) => expect(wholeAddress(typed)).toBe(whole))
})

it('pairs short questions that follow each other', () => {
  const fields = fieldsOf([
    field('A'),
    field('B'),
    field('C'),
    field('D', { hint: 'why' }),
    field('E'),
    field('F'.repeat(40)),
  ])
  expect([...halves(fields)]).toEqual(['A', 'B'])
})

describe('what failed', () => {
  const fields = fieldsOf([field('Name'), field('Phone')])
  it('is said at the fields, and what belongs to none above them', () => {
    const error = new ApiError('answer', 400, 'Name: no', {
      fields: { Phone: ['too short', 'odd'], Name: 'no', Age: 'none' },
    })
    expect(failureOf(error, fields)).toEqual({
      message: 'Name: no',
      arrivedBefore: false,
      problems: [
        { id: 'field-1', message: 'no' },
        { id: 'field-2', message: 'too short odd' },
        { message: 'Age: none' },
      ],
    })
  })
  it('is one message about the form where the server has no other, in its own words', () => {
    const closed = failureOf(new ApiError('answer', 410, 'This form closed on 2 April 2027.'), fields)
    expect(closed.problems).toEqual([{ message: 'This form closed on 2 April 2027.' }])
  })
  it.each([[new ApiError('network', 0, 'x')], [new ApiError('answer', 502, 'x')]])(
    'may have arrived where no answer came (%#)',
    (error) => expect(failureOf(error, fields).message).toContain('counts once only'),
  )
  it('has arrived before where the key was used', () => {
    expect(failureOf(new ApiError('answer', 409, 'x'), fields).arrivedBefore).toBe(true)
  })
})
