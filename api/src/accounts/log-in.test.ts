import { randomUUID } from 'node:crypto'
import { engines } from '@marram/server/testing/engines'
import { describeOnServer } from '@marram/server/testing/server-only'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../testing/test-app'
import { account, PASSWORD, visitorOf } from '../testing/visitor'
import { ATTEMPT_LIMIT, forgetOldAttempts } from './failed-attempts'
import { failedAttempts } from './tables'

const PHONE = '0123456789'
const OTHER = '0123456780'
const NOBODY = '9999999999'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const ELSEWHERE = ' Where you have logged in before, you can log in at once.'

describe.each(engines)('logging in ($name)', (engine) => {
  let test: TestApp
  let visitor: ReturnType<typeof visitorOf>
  let now = Date.parse('2026-11-21T12:00:00Z')
  beforeAll(async () => {
    test = await openTestApp(engine, {}, { now: () => new Date(now) })
    visitor = visitorOf(test.app)
    await visitor.register(account(PHONE))
  })
  beforeEach(() => test.db.delete(failedAttempts))
  afterAll(() => test?.close())

  const wrong = (phone: string, address?: string) => visitor.logIn(phone, 'wrong password', address)
  const failTimes = async (phone: string, times: number, address?: string) => {
    for (let i = 0; i < times; i++) expect((await wrong(phone, address)).statusCode).toBe(401)
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
      device: expect.stringMatching(/^[\da-f-]{36}\.[\w-]{43}$/),
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
    expect(JSON.parse(body)).toEqual({ code: 401, message: 'Phone number or password is wrong.' })
  })

  it('reports what is missing by field', async () => {
    const errors = { email: 'Phone no is required', password: 'Password is required' }
    expect((await visitor.logIn('', '')).json()).toEqual({ code: 400, message: 'Phone no is required', errors })
  })

  it.each([
    ['with', PHONE],
    ['without', NOBODY],
  ])('is refused after ten failures from one network, for a phone %s an account', async (_, phone) => {
    for (let i = 0; i < 10; i++) expect((await wrong(phone, `203.0.113.${i}`)).statusCode).toBe(401)
    now += 5 * MINUTE
    const refused = await visitor.logIn(phone, 'sea lavender', '203.0.113.99')
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('600')
    expect(refused.json()).toEqual({
      code: 429,
      message: `Too many attempts with this phone number. Try again in 10 minutes.${ELSEWHERE}`,
    })
  })

  it('stays possible for the owner while fifty networks guess, with two guesses each', async () => {
    const { device } = (await visitor.logIn(PHONE)).json()
    const guess = async (network: number) => (await wrong(PHONE, `198.${network}.7.7`)).statusCode
    // The first network goes on as long as it is allowed to, and there are many others.
    for (let i = 0; i < 10; i++) expect(await guess(0)).toBe(401)
    for (let network = 1; network < 50; network++) expect(await guess(network)).toBe(401)
    now += HOUR
    expect([await guess(0), await guess(1), await guess(1)]).toEqual([429, 401, 429])
    // The owner can log in at home, also after a mistake, in the attacker's network too, and with a new device
    // elsewhere.
    expect((await visitor.logIn(PHONE, 'wrong password', '192.0.2.1', device)).statusCode).toBe(401)
    expect((await visitor.logIn(PHONE, PASSWORD, '192.0.2.1', device)).statusCode).toBe(200)
    expect((await visitor.logIn(PHONE, PASSWORD, '198.0.7.7', device)).statusCode).toBe(200)
    expect((await visitor.logIn(PHONE, PASSWORD, '192.0.2.2')).statusCode).toBe(200)
    // In the attackers' networks the owner waits for a limited time.
    const refused = await visitor.logIn(PHONE, PASSWORD, '198.0.7.7')
    expect(refused.json().message).toMatch(/Try again in 23 hours\. Where you have logged in before/)
    now += Number(refused.headers['retry-after']) * 1000
    expect((await visitor.logIn(PHONE, PASSWORD, '198.0.7.7')).statusCode).toBe(200)
  })

  it('counts what a known device gets wrong against that device alone', async () => {
    const { device } = (await visitor.logIn(PHONE)).json()
    for (let i = 0; i < 10; i++)
      expect((await visitor.logIn(PHONE, 'wrong password', undefined, device)).statusCode).toBe(401)
    const refused = await visitor.logIn(PHONE, PASSWORD, '192.0.2.9', device)
    expect(refused.json().message).toBe('Too many attempts with this phone number. Try again in 15 minutes.')
    expect((await visitor.logIn(PHONE)).statusCode).toBe(200)
  })

  it('knows a device for its own account only, and several accounts in one browser', async () => {
    await visitor.register(account(OTHER))
    const { device: first } = (await visitor.logIn(PHONE)).json()
    const { device: both } = (await visitor.logIn(OTHER, PASSWORD, undefined, first)).json()
    await failTimes(PHONE, 10)
    await failTimes(OTHER, 10)
    expect((await visitor.logIn(OTHER, PASSWORD, undefined, first)).statusCode).toBe(429)
    for (const phone of [PHONE, OTHER])
      expect((await visitor.logIn(phone, PASSWORD, undefined, both)).statusCode).toBe(200)
  })

  it.each([
    ['one that is made up', (device: string) => device.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'))],
    ['one with the proof of another', (device: string) => device.replace(/^[^.]+/, randomUUID())],
    ['nonsense', () => 'nonsense'],
    ['very long nonsense', () => 'a.b '.repeat(10_000)],
  ])('does not accept %s as a known device', async (_, forge) => {
    const { device } = (await visitor.logIn(PHONE)).json()
    await failTimes(PHONE, 10)
    expect((await visitor.logIn(PHONE, PASSWORD, undefined, forge(device))).statusCode).toBe(429)
    expect((await visitor.logIn(PHONE, PASSWORD, undefined, device)).statusCode).toBe(200)
  })

  it('counts failures for one number together, however it is typed', async () => {
    const spelt = ['020 7946 0112', '02079460112', '+44 20 7946 0112', '0044 20 7946 0112', '(020) 7946-0112']
    for (const phone of [...spelt, ...spelt]) expect((await wrong(phone)).statusCode).toBe(401)
    expect((await wrong('020-7946-0112')).statusCode).toBe(429)
  })

  it('is possible again after 15 minutes, also for clients that went on trying', async () => {
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

  it('allows no more guesses when the owner logs in between', async () => {
    await failTimes(PHONE, 9)
    expect((await visitor.logIn(PHONE)).statusCode).toBe(200)
    await failTimes(PHONE, 1)
    expect((await wrong(PHONE)).statusCode).toBe(429)
  })

  it('allows ten of many simultaneous guesses', async () => {
    const guesses = await Promise.all(Array.from({ length: 25 }, (_, i) => wrong(PHONE, `203.0.113.${i}`)))
    expect(guesses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10)
    expect(guesses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(15)
  })

  it('stores neither phone nor address of a failure, and deletes the failure after a day', async () => {
    await wrong(NOBODY)
    now += 10 * MINUTE
    await wrong(PHONE)
    const kept = JSON.stringify(await test.db.select().from(failedAttempts))
    for (const secret of [NOBODY, PHONE, '203.0.113']) expect(kept).not.toContain(secret)
    now += 24 * HOUR - 5 * MINUTE
    await forgetOldAttempts(test.db, new Date(now))
    expect(await test.db.$count(failedAttempts)).toBe(1)
  })
})

describeOnServer('logging in at two instances', (engine) => {
  it('is refused by one instance for failures at the other, as often and for as long as the limit says', async () => {
    const test = await openTestApp(engine, {}, { attemptLimit: { ...ATTEMPT_LIMIT, failures: 4, minutes: 1 } })
    const other = await test.another()
    const [here, there] = [visitorOf(test.app), visitorOf(other.app)]
    for (let i = 0; i < 2; i++)
      for (const visitor of [here, there]) expect((await visitor.logIn(NOBODY, 'wrong password')).statusCode).toBe(401)
    for (const visitor of [here, there])
      expect((await visitor.logIn(NOBODY)).json().message).toMatch(/^Too many .* Try again in a minute\./)
    await other.close()
    await test.close()
  })
})
