import { paths } from '@marram/api-contract/paths'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { participantIn } from './participant-in'

const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.constantFrom(
    'a/b',
    '%2F',
    '%',
    '?#&',
    'عمر',
    '👩🏽‍🔬',
    ' ',
    '..a',
    'Me...',
    'A/../B',
    '..',
    '~~',
    '\\',
    '+',
    'é',
    'é',
  ),
)

it('is whoever the address was made for', () => {
  fc.assert(
    fc.property(text, text, (name, phone) => {
      const url = new URL(paths.quizResponse(name, phone), 'https://marram.example')
      expect(participantIn(url)).toEqual({ name, phone })
    }),
  )
})

it('is nobody where the address is not properly encoded', () => {
  expect(participantIn(new URL('https://marram.example/quiz-response/%E0%A4%A/1'))).toBeUndefined()
})
