import type { DefinedField } from '@marram/api-contract/forms'
import { ApiError } from '@marram/sdk/api-error'
import { describe, expect, it } from 'vitest'
import { fieldsOf } from './fields/form-values'
import { wholeAddress } from './rich-text/rich-text-toolbar'
import { failureOf, haveOthersArrived } from './sending/failures'

const field = (data_label: string, more: Partial<DefinedField> = {}): DefinedField => ({
  data_label,
  data_type: 'textfield',
  data_value: null,
  ...more,
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

describe('an error response', () => {
  const fields = fieldsOf([field('Name'), field('Phone'), field('Photo', { data_type: 'file' })])
  const failed = (error: unknown, { idempotent = true, answers = {} } = {}) =>
    failureOf(error, { idempotent }, fields, answers)

  it('is shown at the fields, and above them when it belongs to none', () => {
    const error = new ApiError('answer', 400, 'Name: no', {
      fields: { Phone: ['too short', 'odd'], Name: 'no', Age: 'none' },
    })
    expect(failed(error)).toEqual({
      message: 'Name: no',
      problems: [
        { id: 'field-1', message: 'no' },
        { id: 'field-2', message: 'too short odd' },
        { message: 'Age: none' },
      ],
    })
  })
  it('is one message about the form when the server has no other, in the server’s words', () => {
    const closed = failed(new ApiError('answer', 410, 'This form closed on 2 April 2027.'))
    expect(closed.problems).toEqual([{ message: 'This form closed on 2 April 2027.' }])
  })
  it.each([[new ApiError('network', 0, 'x')], [new ApiError('answer', 502, 'x')], [new ApiError('answer', 503, 'x')]])(
    'may have arrived without a response (%#), and counts once only when the host promises it',
    (error) => {
      expect(failed(error).message).toContain('counts once only')
      expect(failed(error, { idempotent: false }).message).toContain('may be registered twice')
    },
  )
  it('has not arrived when the server asks to wait, and shows the server’s message', () => {
    const busy = new ApiError('answer', 503, 'Many images are being sent right now.', { retryAfter: 60 })
    expect(failed(busy).message).toBe('Many images are being sent right now.')
  })
  it('has arrived before when the key was used, on a host that knows keys', () => {
    const taken = new ApiError('answer', 409, 'x')
    expect([true, false].map((idempotent) => haveOthersArrived(taken, { idempotent }))).toEqual([true, false])
  })
  it('names the images of a body that is too large, if there are any', () => {
    const error = new ApiError('answer', 413, 'This is too large to send.')
    const answers = { Photo: { kind: 'file', value: `data:image/png;base64,${'A'.repeat(4_000_000)}` } } as const
    expect(failed(error).problems).toEqual([{ message: 'This is too large to send.' }])
    expect(failed(error, { answers }).problems).toEqual([
      { id: 'field-3', message: expect.stringContaining('“Photo” has 3.0 MB') },
    ])
  })
})
