import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { credentials, registration } from './account'

const good = {
  first_name: 'Rosalind',
  last_name: 'Okafor',
  phone: '0123456789',
  email: 'rosalind@example.org',
  password: 'sea lavender',
  password2: 'sea lavender',
}
const REQUIRED = {
  first_name: 'First name is required',
  last_name: 'Last name is required',
  phone: 'Phone no is required',
  email: 'E-mail is required',
  password: 'Password is required',
  password2: 'Confirm your password',
}

/** Each message by its field. */
const mistakes = (schema: z.ZodMiniType, body: unknown) =>
  z.safeParse(schema, body).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []
const whenRegistering = (changes: object) => Object.fromEntries(mistakes(registration, { ...good, ...changes }))

describe('an account', () => {
  it('is stored as typed, with spaces around values removed, except in the password', () => {
    const typed = { first_name: ' Rosalind', last_name: 'Okafor ', phone: ' 0123456789\t', email: ' a@example.org ' }
    const spaced = { password: ' sea lavender ', password2: ' sea lavender ' }
    expect(z.parse(registration, { ...typed, ...spaced })).toEqual({
      first_name: 'Rosalind',
      last_name: 'Okafor',
      phone: '0123456789',
      email: 'a@example.org',
      ...spaced,
    })
  })

  it.each(['020 7946 0112', '+44 20 7946 0112', '(020) 7946-0112', '00442079460112'])(
    'stores the phone %s as digits only',
    (phone) => {
      expect(z.parse(registration, { ...good, phone })).toMatchObject({ phone: '02079460112' })
      expect(z.parse(credentials, { email: phone, password: 'sea lavender' })).toMatchObject({ email: '02079460112' })
    },
  )

  it('needs every field, and reports all mistakes at once', () => {
    const empty = Object.fromEntries(Object.keys(good).map((field) => [field, '']))
    expect(whenRegistering(empty)).toEqual(REQUIRED)
  })

  it('reports missing fields with the same messages as empty ones', () => {
    expect(Object.fromEntries(mistakes(registration, {}))).toEqual(REQUIRED)
  })

  it.each(['first_name', 'last_name', 'phone', 'email'] as const)('needs more than spaces as %s', (field) => {
    expect(whenRegistering({ [field]: ' \t ' })).toEqual({ [field]: REQUIRED[field] })
  })

  it.each([
    [{ first_name: 'x'.repeat(101) }, { first_name: 'First name must have at most 100 characters' }],
    [{ last_name: 'x'.repeat(101) }, { last_name: 'Last name must have at most 100 characters' }],
    [{ email: 'rosalind' }, { email: 'Enter an e-mail address such as name@example.org' }],
    [{ email: 'a@b' }, { email: 'Enter an e-mail address such as name@example.org' }],
    [{ email: 'a b@example.org' }, { email: 'Enter an e-mail address such as name@example.org' }],
    [{ email: `${'x'.repeat(250)}@example.org` }, { email: 'Enter an e-mail address such as name@example.org' }],
    [{ phone: '+49 30 1234567' }, { phone: "Doesn't look like a phone no" }],
    [{ phone: '-123456789' }, { phone: "Phone no can't start with a minus" }],
    [{ phone: '12345678.9' }, { phone: "Phone no can't include a decimal point" }],
    [{ phone: '012345678' }, { phone: 'Phone no must be 10 or 11 digits' }],
    [{ password: 'sevenis', password2: 'sevenis' }, { password: 'Password must have at least 8 characters' }],
    [{ password: '🌊🌊🌊🌊', password2: '🌊🌊🌊🌊' }, { password: 'Password must have at least 8 characters' }],
    [
      { password: 'x'.repeat(201), password2: 'x'.repeat(201) },
      { password: 'Password must have at most 200 characters' },
    ],
    [{ password2: 'sea lavender ' }, { password2: "Password doesn't match" }],
    [{ first_name: 'A\0da' }, { first_name: 'First name has characters that cannot be stored' }],
    [{ last_name: 'half \ud83c' }, { last_name: 'Last name has characters that cannot be stored' }],
    [
      { password: 'half \udf0a pair', password2: 'half \udf0a pair' },
      { password: 'Password has characters that cannot be stored' },
    ],
  ])('with %j gets %j', (changes, expected) => {
    expect(whenRegistering(changes)).toEqual(expected)
  })

  it.each(['12345678', ' '.repeat(8), 'x'.repeat(200), '🌊'.repeat(200)])(
    'accepts any password of 8 to 200 characters, such as %j',
    (password) => expect(whenRegistering({ password, password2: password })).toEqual({}),
  )

  it('reports a password that does not match together with every other mistake', () => {
    expect(whenRegistering({ first_name: '', password: 'short', password2: 'other' })).toEqual({
      first_name: 'First name is required',
      password: 'Password must have at least 8 characters',
      password2: "Password doesn't match",
    })
  })

  it('has one message for each field, whatever is typed', () => {
    const typed = fc.record(Object.fromEntries(Object.keys(good).map((field) => [field, fc.string()])), {
      requiredKeys: [],
    })
    fc.assert(
      fc.property(typed, (body) => {
        const fields = mistakes(registration, body).map(([field]) => field)
        expect(new Set(fields).size).toBe(fields.length)
      }),
    )
  })
})

describe('logging in', () => {
  it('needs phone and password', () => {
    const messages = [
      ['email', 'Phone no is required'],
      ['password', 'Password is required'],
    ]
    expect(mistakes(credentials, { email: ' ', password: '' })).toEqual(messages)
    expect(mistakes(credentials, {})).toEqual(messages)
  })

  it('accepts no impossible phone number', () => {
    expect(mistakes(credentials, { email: '01234\x0056789', password: 'sea lavender' })).toEqual([
      ['email', "Doesn't look like a phone no"],
    ])
  })

  it('accepts a password of six characters, from before', () => {
    expect(mistakes(credentials, { email: '0123456789', password: 'dunes6' })).toEqual([])
  })

  it('needs a password of six characters', () => {
    expect(mistakes(credentials, { email: '0123456789', password: 'short' })).toEqual([
      ['password', 'Password must have at least 6 characters'],
    ])
  })

  it('removes spaces around the phone, never around the password', () => {
    const read = z.parse(credentials, { email: ' 0123456789 ', password: ' secret ' })
    expect(read).toEqual({ email: '0123456789', password: ' secret ' })
  })
})
