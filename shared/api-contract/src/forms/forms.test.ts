import fc from 'fast-check'
import { expect, it } from 'vitest'
import { asksForPhone } from './forms'

const isPhone = (data_label: string, data_type = 'textfield') => asksForPhone({ data_type, data_label })

it.each([
  'Phone',
  'Phone number',
  'Telephone of a friend',
  'Daytime phone',
  'Mobile',
  'Tel.',
  'Mobile no',
  'Emergency phone',
])('a line of text “%s” accepts only a phone number', (label) => expect(isPhone(label)).toBe(true))

it.each([
  'Phone or e-mail',
  'E-mail (or telephone)',
  'Email or phone',
  'When may we phone you?',
  'When is your phone switched on?',
  'Best time to phone',
  'What day may we use the phone?',
  'May we phone you?',
  'Who should phone us?',
  'Name',
  'Headphones?',
])('a line of text “%s” accepts other text', (label) => expect(isPhone(label)).toBe(false))

const words = fc.string({ unit: fc.constantFrom(...'phone number tel.?(,') })

it('a label with an e-mail address or a “when” never asks for a number', () => {
  fc.assert(
    fc.property(words, words, fc.constantFrom('e-mail', 'E-Mail', 'email'), (before, after, mail) => {
      expect(isPhone(`${before} phone ${mail} ${after}`)).toBe(false)
      expect(isPhone(`When ${before} phone ${after}`)).toBe(false)
    }),
  )
})

it.each(['phone', 'tel'])('a field of the kind %s accepts a phone number under any label', (kind) => {
  expect(isPhone('When may we phone you?', kind)).toBe(true)
})

it.each(['paragraph', 'selectfield'])('a %s accepts no phone number', (kind) =>
  expect(isPhone('Phone', kind)).toBe(false),
)
