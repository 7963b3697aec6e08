import { randomUUID } from 'node:crypto'
import { sessionNamedIn } from '@marram/api-contract/session'
import { expect, it } from 'vitest'
import { digestOf, firstToken, refreshKey, successorOf } from './tokens'

const session = randomUUID()
const key = refreshKey('a secret of this API, only for tests')

it('starts each session with a different token, which names the session', () => {
  const token = firstToken(session)
  expect(token).not.toBe(firstToken(session))
  expect(sessionNamedIn(token)).toBe(session)
})

it('derives the same successor each time, a token of the same session', () => {
  const token = firstToken(session)
  const next = successorOf(key, session, token)
  expect(successorOf(key, session, token)).toBe(next)
  expect(sessionNamedIn(next)).toBe(session)
  expect(successorOf(key, session, next)).not.toBe(next)
})

it('derives a different successor from a different secret', () => {
  const token = firstToken(session)
  expect(successorOf(refreshKey('another secret, only for tests'), session, token)).not.toBe(
    successorOf(key, session, token),
  )
})

it('makes a key that differs from the secret', () => {
  const secret = 'x'.repeat(32)
  expect(refreshKey(secret)).toHaveLength(32)
  expect(refreshKey(secret).equals(Buffer.from(secret))).toBe(false)
})

it('stores nothing from which a token can be recovered', () => {
  const token = firstToken(session)
  expect(digestOf(token)).toMatch(/^[\w-]{43}$/)
  expect(token).not.toContain(digestOf(token))
})

const SECRET = 'x'.repeat(43)
it.each(['', '.', session, `${session}.`, `${session}.short`, `x${session}.${SECRET}`, `${session}.${SECRET}\n`])(
  'finds no session in %j',
  (token) => expect(sessionNamedIn(token)).toBeUndefined(),
)
