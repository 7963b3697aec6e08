import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalPhone, phoneKey, phoneMistake } from './phone'

const OWN = '02079460112'

describe('a phone number', () => {
  it.each(['0123456789', '9876543210', '0000000000', OWN])('may be %s', (phone) => {
    expect([phoneMistake(phone), normalPhone(phone)]).toEqual([undefined, phone])
  })

  it.each([
    '020 7946 0112',
    ' 020 7946 0112\t',
    '020\u00a07946\u202f0112',
    '020-7946-0112',
    '020\u20117946\u20130112',
    '(020) 7946 0112',
    '[020] 7946 0112',
    '+44 20 7946 0112',
    '+442079460112',
    '+44 (0)20 7946 0112',
    '0044 20 7946 0112',
    '00 44 (0) 20-7946-0112',
    '\uff0b44 20 7946 0112',
    '０２０ ７９４６ ０１１２',
  ])('is the same however it is typed: %j', (typed) => {
    expect([phoneMistake(typed), normalPhone(typed), phoneKey(typed)]).toEqual([undefined, OWN, OWN])
  })

  it.each([
    ['', 'Phone no is required'],
    [' ', 'Phone no is required'],
    ['abcdefghij', "Doesn't look like a phone no"],
    ['1e9', "Doesn't look like a phone no"],
    ['0x12345678', "Doesn't look like a phone no"],
    ['+49 30 1234567', "Doesn't look like a phone no"],
    ['+', "Doesn't look like a phone no"],
    ['-', "Doesn't look like a phone no"],
    ['()', "Doesn't look like a phone no"],
    ['020/7946/0112', "Doesn't look like a phone no"],
    ['020.7946.0112', "Doesn't look like a phone no"],
    ['٠١٢٣٤٥٦٧٨٩', "Doesn't look like a phone no"],
    ['.', "Doesn't look like a phone no"],
    ['0123456789\0', "Doesn't look like a phone no"],
    ['-0123456789', "Phone no can't start with a minus"],
    ['\u22120123456789', "Phone no can't start with a minus"],
    ['-12.5', "Phone no can't start with a minus"],
    ['12345678.9', "Phone no can't include a decimal point"],
    ['123456789.', "Phone no can't include a decimal point"],
    ['.123456789', "Phone no can't include a decimal point"],
    ['012345678', 'Phone no must be 10 or 11 digits'],
    ['012345678901', 'Phone no must be 10 or 11 digits'],
    ['+44 20 7946', 'Phone no must be 10 or 11 digits'],
  ])('%j is refused: %s', (phone, message) => {
    expect(phoneMistake(phone)).toBe(message)
  })

  it('is valid exactly with ten or eleven digits from 0 to 9, whatever else is typed', () => {
    const typed = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[-+.\d ()]{8,16}$/))
    fc.assert(
      fc.property(typed, (text) => {
        const isRight = /^[0-9]{10,11}$/.test(normalPhone(text)) && !text.trim().startsWith('-')
        expect(phoneMistake(text) === undefined).toBe(isRight)
      }),
    )
  })
})

describe('the lookup key of a phone number', () => {
  it.each([
    ['112', '112'],
    [' rosalind@example.org ', 'rosalind@example.org'],
    ['+49 30 1234567', '+49 30 1234567'],
    ['0044123456', '0044123456'],
  ])('is the typed text when that is no phone number: %j', (typed, key) => expect(phoneKey(typed)).toBe(key))

  it('stays the same when it is looked up again', () => {
    const typed = fc.stringMatching(/^(\+44|0044)?[-\d ()]{4,16}$/)
    fc.assert(
      fc.property(typed, (text) => {
        expect(phoneKey(phoneKey(text))).toBe(phoneKey(text))
      }),
    )
  })
})
