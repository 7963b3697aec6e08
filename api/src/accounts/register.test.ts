import { registration } from '@marram/api-contract/account'
import { engines } from '@marram/server/testing/engines'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { openTestApp, type TestApp } from '../testing/test-app'
import { account, PASSWORD, visitorOf } from '../testing/visitor'
import { users } from './tables'

const TAKEN = 'This phone number already has an account. Log in instead.'

describe.each(engines)('registering ($name)', (engine) => {
  let test: TestApp
  let visitor: ReturnType<typeof visitorOf>
  beforeAll(async () => {
    test = await openTestApp(engine)
    visitor = visitorOf(test.app)
  })
  afterAll(() => test?.close())
  const usersWith = (phone: string) => test.db.select().from(users).where(eq(users.phone, phone))

  it('creates an account as typed, with a hash of the password', async () => {
    const typed = { ...account(' 0123456789 '), first_name: ' Rosalind ' }
    expect((await visitor.register(typed)).json()).toEqual({ code: 200, response: 'Your account has been created.' })
    const [user] = await usersWith('0123456789')
    expect(user).toMatchObject({ first_name: 'Rosalind', last_name: 'Okafor', email: 'rosalind@example.org' })
    expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(user)).not.toContain(PASSWORD)
  })

  it('is refused for a phone that has an account, even with another name', async () => {
    await visitor.register(account('0000000001'))
    const again = await visitor.register({ ...account('0000000001'), first_name: 'Another' })
    expect(again.statusCode).toBe(409)
    expect(again.json()).toEqual({ code: 409, message: TAKEN, errors: { phone: TAKEN } })
    expect(await usersWith('0000000001')).toMatchObject([{ first_name: 'Rosalind' }])
  })

  it('allows one account for a number, however it is typed', async () => {
    expect((await visitor.register(account('+44 20 7946 0112'))).statusCode).toBe(200)
    expect(await usersWith('02079460112')).toHaveLength(1)
    for (const typed of ['020 7946 0112', '(020) 7946-0112', '00442079460112'])
      expect((await visitor.register(account(typed))).json()).toMatchObject({ code: 409, message: TAKEN })
    for (const typed of ['02079460112', '020 7946 0112', '+442079460112'])
      expect((await visitor.logIn(typed)).statusCode).toBe(200)
  })

  it('creates one account for several simultaneous requests', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => visitor.register(account('0000000002'))))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
    expect(await usersWith('0000000002')).toHaveLength(1)
  })

  it('accepts an e-mail address that another account has', async () => {
    expect((await visitor.register(account('0000000003'))).statusCode).toBe(200)
  })

  it('reports every mistake, in the order of the fields', async () => {
    const empty = Object.fromEntries(Object.keys(account('')).map((field) => [field, '']))
    const response = await visitor.register(empty)
    expect(response.statusCode).toBe(400)
    const errors = {
      first_name: 'First name is required',
      last_name: 'Last name is required',
      phone: 'Phone no is required',
      email: 'E-mail is required',
      password: 'Password is required',
      password2: 'Confirm your password',
    }
    expect(response.json()).toEqual({ code: 400, message: 'First name is required', errors })
    expect(Object.keys(response.json().errors)).toEqual(Object.keys(errors))
  })

  it('finds the same mistakes as the shared schema, with the same messages', async () => {
    const seen = new Set<number>()
    await fc.assert(
      fc.asyncProperty(anyAccount, async (body) => {
        const checked = z.safeParse(registration, body)
        const response = await visitor.register(body)
        const answer = response.json()
        seen.add(response.statusCode)
        if (checked.success) {
          expect([200, 409]).toContain(answer.code)
          return
        }
        // Zod's own messages, about bodies that no form sends, are not for visitors.
        const inWords = checked.error.issues.filter(({ message }) => !message.startsWith('Invalid input'))
        const errors = new Map<string, string>()
        for (const { path, message } of inWords) errors.set(path.join('/'), errors.get(path.join('/')) ?? message)
        expect(answer.code).toBe(400)
        expect(Object.entries(answer.errors ?? {})).toEqual([...errors])
        if (inWords[0]) expect(answer.message).toBe(inWords[0].message)
      }),
      { numRuns: 150 },
    )
    expect([...seen].sort()).toEqual(expect.arrayContaining([200, 400]))
  })
})

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary', minLength: 6 }),
  fc.constantFrom('', ' ', '1e9', '-123456789', 'a\0bcdef', 'half \ud800'),
)
const anyValue = fc.oneof(
  { weight: 4, arbitrary: anyText },
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string()),
)
/** Mostly valid except for a field or two, which may be missing. */
const anyAccount = fc
  .tuple(
    fc.stringMatching(/^\d{10}$/),
    fc.array(fc.tuple(fc.constantFrom(...Object.keys(account(''))), fc.option(anyValue, { nil: undefined })), {
      maxLength: 3,
    }),
  )
  .map(([phone, changes]) => JSON.parse(JSON.stringify({ ...account(phone), ...Object.fromEntries(changes) })))
