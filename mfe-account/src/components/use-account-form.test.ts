import { credentials, registration } from '@marram/api-contract/account'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { check } from './use-account-form'

const account = {
  first_name: 'Rosalind',
  last_name: 'Okafor',
  phone: '0123456789',
  email: 'rosalind@example.org',
  password: 'sea lavender',
  password2: 'sea lavender',
}

it('finds no mistakes in a valid account or login', () => {
  expect(check(registration, account).mistakes).toEqual({})
  expect(check(credentials, { email: '0123456789', password: 'sea lavender' }).mistakes).toEqual({})
})

it('sends a phone number by its digits, however it was typed', () => {
  for (const phone of ['020 7946 0112', '+44 20 7946 0112']) {
    expect(check(registration, { ...account, phone }).mistakes).toEqual({})
    expect(check(registration, { ...account, phone }).sent?.phone).toBe('02079460112')
    expect(check(credentials, { email: phone, password: 'sea lavender' }).sent?.email).toBe('02079460112')
  }
})

it('shows the first mistake of each field, all at once', () => {
  expect(check(registration, { ...account, first_name: ' ', phone: '-1', password: 'dune' }).mistakes).toEqual({
    first_name: 'First name is required',
    phone: "Phone no can't start with a minus",
    password: 'Password must have at least 8 characters',
    password2: "Password doesn't match",
  })
})

it('accepts as a name exactly what can be stored and is not empty', () => {
  const typed = fc.oneof(fc.string({ unit: 'binary', maxLength: 110 }), fc.constantFrom('\0', '\ud800', 'a\udc00', '𝕒'))
  fc.assert(
    fc.property(typed, (first_name) => {
      const right = first_name.trim() !== '' && first_name.trim().length <= 100
      const storable = !/\0|\p{Surrogate}/u.test(first_name.trim())
      expect(check(registration, { ...account, first_name }).mistakes).toEqual(
        right && storable ? {} : { first_name: expect.stringContaining('First name') },
      )
    }),
  )
})
