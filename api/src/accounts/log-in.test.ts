import { engines } from '@marram/server/testing/engines'
import { describeOnServer } from '@marram/server/testing/server-only'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../testing/test-app'
import { account, visitorOf } from '../testing/visitor'
import { forgetOldFailures } from './login-failures'
import { loginFailures } from './tables'

const PHONE = '0123456789'
const NOBODY = '9999999999'
const MINUTE = 60_000

describe.each(engines)('logging in ($name)', (engine) => {
  let test: TestApp
  let visitor: ReturnType<typeof visitorOf>
  let now = Date.parse('2026-11-21T12:00:00Z')
  beforeAll(async () => {
    test = await openTestApp(engine, {}, { now: () => new Date(now) })
    visitor = visitorOf(test.app)
    await visitor.register(account(PHONE))
  })
  beforeEach(() => test.db.delete(loginFailures))
  afterAll(() => test?.close())

  const wrong = (phone: string, address?: string) => visitor.logIn(phone, 'wrong password', address)
  const failTimes = async (phone: string, times: number) => {
    for (let i = 0; i < times; i++) expect((await wrong(phone, `203.0.113.${i}`)).statusCode).toBe(401)
  }

  it('sends tokens, for the phone as it was typed', async () => {
    const response = await visitor.logIn(` ${PHONE} `)
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.json()).toEqual({
      code: 200,
      message: 'You are logged in.',
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh_token: expect.stringMatching(/^[\da-f-]{36}\.[\w-]{43}$/),
    })
  })

  it.each([
    ['a wrong password', PHONE, 'wrong password'],
    ['a phone without an account', NOBODY, 'sea lavender'],
    ['what is no phone at all', 'rosalind@example.org', 'sea lavender'],
    ['the password with a space more', PHONE, 'sea lavender '],
  ])('responds the same for %s', async (_, phone, password) => {
    const { statusCode, body } = await visitor.logIn(phone, password)
    expect(statusCode).toBe(401)
    expect(JSON.parse(body)).toEqual({ code: 401, message: 'Phone no or password is wrong.' })
  })

  it('reports what is missing by field', async () => {
    const errors = { email: 'Phone no is required', password: 'Password is required' }
    expect((await visitor.logIn('', '')).json()).toEqual({ code: 400, message: 'Phone no is required', errors })
  })

  it.each([
    ['with', PHONE],
    ['without', NOBODY],
  ])('is refused after ten failures, from whatever address, for a phone %s an account', async (_, phone) => {
    await failTimes(phone, 10)
    now += 5 * MINUTE
    const refused = await visitor.logIn(phone, 'sea lavender', '198.51.100.1')
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('600')
    expect(refused.json()).toEqual({
      code: 429,
      message: 'Too many attempts with this phone no. Try again in 10 minutes.',
    })
  })

  it('counts failures of one number together, however it is typed', async () => {
    const spelt = ['020 7946 0112', '02079460112', '+44 20 7946 0112', '0044 20 7946 0112', '(020) 7946-0112']
    for (const phone of [...spelt, ...spelt]) expect((await wrong(phone)).statusCode).toBe(401)
    expect((await wrong('020-7946-0112')).statusCode).toBe(429)
  })

  it('is possible again after 15 minutes, also for who went on trying', async () => {
    await failTimes(PHONE, 10)
    now += 14 * MINUTE
    const refused = await wrong(PHONE)
    expect(refused.json().message).toContain('Try again in a minute.')
    expect(refused.headers['retry-after']).toBe('60')
    now += MINUTE
    expect((await visitor.logIn(PHONE)).statusCode).toBe(200)
  })

  it('leaves other phones alone', async () => {
    await failTimes(NOBODY, 10)
    expect((await visitor.logIn(PHONE)).statusCode).toBe(200)
  })

  it('forgets failures once it succeeds', async () => {
    await failTimes(PHONE, 9)
    expect((await visitor.logIn(PHONE)).statusCode).toBe(200)
    await failTimes(PHONE, 10)
    expect((await wrong(PHONE)).statusCode).toBe(429)
  })

  it('allows ten guesses of many at once', async () => {
    const guesses = await Promise.all(Array.from({ length: 25 }, (_, i) => wrong(PHONE, `203.0.113.${i}`)))
    expect(guesses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10)
    expect(guesses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(15)
  })

  it('stores no phone of a failure, and the failure for 15 minutes', async () => {
    await wrong(NOBODY)
    now += 10 * MINUTE
    await wrong(PHONE)
    const kept = JSON.stringify(await test.db.select().from(loginFailures))
    for (const phone of [NOBODY, PHONE]) expect(kept).not.toContain(phone)
    now += 5 * MINUTE
    await forgetOldFailures(test.db, new Date(now))
    expect(await test.db.$count(loginFailures)).toBe(1)
  })
})

describeOnServer('logging in at two instances', (engine) => {
  it('is refused by one for failures that the other has seen, as often and for as long as the limit says', async () => {
    const test = await openTestApp(engine, {}, { loginLimit: { failures: 4, minutes: 1 } })
    const other = await test.another()
    const [here, there] = [visitorOf(test.app), visitorOf(other.app)]
    for (let i = 0; i < 2; i++)
      for (const visitor of [here, there]) expect((await visitor.logIn(NOBODY, 'wrong password')).statusCode).toBe(401)
    for (const visitor of [here, there])
      expect((await visitor.logIn(NOBODY)).json().message).toMatch(/^Too many .* Try again in a minute\.$/)
    await other.close()
    await test.close()
  })
})
