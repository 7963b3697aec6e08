import { verify } from '@node-rs/argon2'
import { expect, it, vi } from 'vitest'
import { hashPassword, isPassword } from './handlers'

const ARGON2ID = '$argon2id$v=19$m=19456,t=2,p=1$'

it('stores a password as argon2id, never twice the same', async () => {
  const [one, other] = [await hashPassword('sea lavender'), await hashPassword('sea lavender')]
  expect(one.startsWith(ARGON2ID)).toBe(true)
  expect(one).not.toBe(other)
})

it('knows a password again, to the last space', async () => {
  const kept = await hashPassword('sea lavender')
  expect(await isPassword('sea lavender', kept)).toBe(true)
  for (const typed of ['Sea lavender', 'sea lavender ', '']) expect(await isPassword(typed, kept)).toBe(false)
})

it('does the same work where there is no account', async () => {
  const check = vi.fn(verify)
  expect(await isPassword('sea lavender', undefined, check)).toBe(false)
  expect(check.mock.calls).toEqual([[expect.stringContaining(ARGON2ID), 'sea lavender']])
})
