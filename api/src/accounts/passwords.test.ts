import { hash, verify } from '@node-rs/argon2'
import { expect, it, vi } from 'vitest'
import { hashPassword, isPassword, refuseGuessable } from './passwords'

const ARGON2ID = '$argon2id$v=19$m=19456,t=2,p=1$'

it('hashes a password with argon2id, differently each time', async () => {
  const [one, other] = [await hashPassword('sea lavender'), await hashPassword('sea lavender')]
  expect(one.startsWith(ARGON2ID)).toBe(true)
  expect(one).not.toBe(other)
})

it('accepts the right password, exact to the last space', async () => {
  const kept = await hashPassword('sea lavender')
  expect(await isPassword('sea lavender', kept)).toBe(true)
  for (const typed of ['Sea lavender', 'sea lavender ', '']) expect(await isPassword(typed, kept)).toBe(false)
})

it('does the same work when there is no account', async () => {
  const check = vi.fn(verify)
  expect(await isPassword('sea lavender', undefined, check)).toBe(false)
  expect(check.mock.calls).toEqual([[expect.stringContaining(ARGON2ID), 'sea lavender']])
})

it('accepts the same password in any Unicode form', async () => {
  const [composed, apart, wide] = ['lac gel\u00e9 \ufb01n', 'lac gele\u0301 fin', 'lac gel\u00e9 \uff46in']
  const kept = await hashPassword(apart)
  for (const typed of [composed, apart, wide]) expect(await isPassword(typed, kept)).toBe(true)
})

it('accepts passwords that were stored before Unicode normalization', async () => {
  const typed = 'lac gele\u0301'
  expect(await isPassword(typed, await hash(typed))).toBe(true)
  const check = vi.fn(verify)
  expect(await isPassword(typed, undefined, check)).toBe(false)
  // The same number of hashes as with an account.
  expect(check).toHaveBeenCalledTimes(2)
})

const person = {
  phone: '02079460112',
  email: 'rosalind.okafor@example.org',
  first_name: 'Rosalind',
  last_name: 'Okafor',
}
it.each(['password', 'Password1', 'qwertyuiop', '1234 5678', 'iloveyou1', 'liverpool1', '\uff50assword1'])(
  'refuses %s, as one of the most common passwords',
  async (password) => {
    const message = expect.stringMatching(/^Choose another password: this is one of the most common ones/)
    await expect(refuseGuessable(password, person)).rejects.toMatchObject({
      code: 400,
      message,
      errors: { password: message },
    })
  },
)

it.each([
  ...['Rosalind', 'rosalind okafor', 'OkaforRosalind', 'rosalind.okafor', 'Rosalind.Okafor@example.org'],
  ...['02079460112', '+44 20 7946 0112', '020-7946-0112'],
])('refuses %s, because it is known about the person', async (password) => {
  const message = expect.stringMatching(/^Choose another password: this is your name, phone number or e-mail address/)
  await expect(refuseGuessable(password, person)).rejects.toMatchObject({ code: 400, message })
})

it.each([
  'sea lavender',
  'correct horse battery staple',
  '        ',
  'пароль для дюн',
  '🌊🌊🌊🌊🐚🐚🐚🐚',
  'rosalind is my name',
])('accepts %s: any characters, in any mixture', async (password) =>
  expect(await refuseGuessable(password, person)).toBeUndefined(),
)
