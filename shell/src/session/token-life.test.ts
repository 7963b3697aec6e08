import { expect, it } from 'vitest'
import { tokenLife } from './token-life'

const token = (claims: unknown) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`

it('is what a token says of itself, whatever letters its claims are made of', () => {
  expect(tokenLife(token({ iat: 1000, exp: 1900 }))).toBe(900_000)
  expect(tokenLife(token({ iat: 1000, exp: 1900, name: '???>>>~~~' }))).toBe(900_000)
})

it.each(['', 'opaque', 'a.b.c', 'a.!!.c', token(null), token([]), token('x'), token({}), token({ exp: 9 })])(
  'is not known of %j',
  (other) => expect(tokenLife(other)).toBeUndefined(),
)

it.each([
  { iat: 1000, exp: 1000 },
  { iat: 2000, exp: 1000 },
  { iat: 'x', exp: 5 },
  { iat: 0, exp: null },
])('is not known from %j', (claims) => expect(tokenLife(token(claims))).toBeUndefined())
