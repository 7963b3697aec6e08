import { REPEAT_WITHIN_MS, sessionNamedIn } from '@marram/api-contract/session'
import { engines } from '@marram/server/testing/engines'
import { describeOnServer } from '@marram/server/testing/server-only'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../testing/test-app'
import { account, visitorOf } from '../testing/visitor'
import { continueSession, forgetEndedSessions } from './sessions'
import { sessions } from './tables'
import { refreshKey } from './tokens'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
const LOG_IN_AGAIN = { code: 401, message: 'Please log in again.' }

let phones = 0
const newPhone = () => {
  phones += 1
  return String(phones).padStart(10, '0')
}

describe.each(engines)('a session ($name)', (engine) => {
  let test: TestApp
  let visitor: ReturnType<typeof visitorOf>
  let now = Date.parse('2026-11-21T12:00:00Z')
  beforeAll(async () => {
    test = await openTestApp(engine, {}, { now: () => new Date(now) })
    visitor = visitorOf(test.app)
  })
  afterAll(() => test?.close())
  const join = () => visitor.join(newPhone())
  const rowsOf = async (token: string) =>
    (await test.db.select().from(sessions)).filter(({ id }) => id === sessionNamedIn(token))
  const expectEnded = async (...all: { access_token: string; refresh_token: string }[]) => {
    for (const { access_token, refresh_token } of all) {
      expect(await visitor.verify(access_token)).toEqual(LOG_IN_AGAIN)
      expect(await visitor.refresh(refresh_token)).toEqual(LOG_IN_AGAIN)
    }
  }

  it('is renewed with new tokens, again and again', async () => {
    let tokens = await join()
    const seen = new Set([tokens.refresh_token])
    for (let i = 0; i < 4; i++) {
      now += 15 * MINUTE
      tokens = await visitor.refresh(tokens.refresh_token)
      expect(tokens).toMatchObject({ code: 200, message: 'Your session has been continued.' })
      expect(await visitor.verify(tokens.access_token)).toEqual({ code: 200, response: 'Your session is valid.' })
      seen.add(tokens.refresh_token)
    }
    expect(seen.size).toBe(5)
  })

  it('stores nothing that can be used as a token', async () => {
    const first = await join()
    const second = await visitor.refresh(first.refresh_token)
    const kept = JSON.stringify(await rowsOf(first.refresh_token))
    expect(kept).toContain(sessionNamedIn(first.refresh_token))
    for (const { refresh_token } of [first, second]) expect(kept).not.toContain(refresh_token.split('.')[1])
  })

  it('repeats a lost response, with a fresh access token, for some minutes', async () => {
    const first = await join()
    const second = await visitor.refresh(first.refresh_token)
    now += REPEAT_WITHIN_MS - 1
    const repeated = await visitor.refresh(first.refresh_token)
    expect(repeated.refresh_token).toBe(second.refresh_token)
    expect(await visitor.verify(repeated.access_token)).toMatchObject({ code: 200 })
    now += 1
    expect(await visitor.refresh(first.refresh_token)).toEqual(LOG_IN_AGAIN)
    await expectEnded(second, repeated)
  })

  it('ends for everybody when a thief used the token first and the visitor comes later', async () => {
    const stolen = await join()
    const thiefs = await visitor.refresh(stolen.refresh_token)
    now += 10 * MINUTE
    expect(await visitor.refresh(stolen.refresh_token)).toEqual(LOG_IN_AGAIN)
    await expectEnded(stolen, thiefs)
  })

  it('ends for everybody when the visitor used the token first and a thief comes later', async () => {
    const stolen = await join()
    let visitors = await visitor.refresh(stolen.refresh_token)
    now += 15 * MINUTE
    visitors = await visitor.refresh(visitors.refresh_token)
    now += 5 * MINUTE
    // Two tokens ago: not even the digest of this one is stored.
    expect(await visitor.refresh(stolen.refresh_token)).toEqual(LOG_IN_AGAIN)
    await expectEnded(stolen, visitors)
  })

  it('ends at the next refresh when both came within these minutes', async () => {
    const stolen = await join()
    const thiefs = await visitor.refresh(stolen.refresh_token)
    now += 5 * SECOND
    const visitors = await visitor.refresh(stolen.refresh_token)
    expect(visitors.refresh_token).toBe(thiefs.refresh_token)
    now += 10 * MINUTE
    const next = await visitor.refresh(thiefs.refresh_token)
    expect(next.code).toBe(200)
    now += 5 * MINUTE
    expect(await visitor.refresh(visitors.refresh_token)).toEqual(LOG_IN_AGAIN)
    await expectEnded(next)
  })

  it('ends when a token is reused after its successor was used, also within these minutes', async () => {
    const first = await join()
    const second = await visitor.refresh(first.refresh_token)
    const third = await visitor.refresh(second.refresh_token)
    expect(third.code).toBe(200)
    expect(await visitor.refresh(first.refresh_token)).toEqual(LOG_IN_AGAIN)
    await expectEnded(second, third)
  })

  it('is renewed once by many simultaneous refreshes', async () => {
    const first = await join()
    const answers = await Promise.all(Array.from({ length: 8 }, () => visitor.refresh(first.refresh_token)))
    expect(answers.map(({ code }) => code)).toEqual(Array(8).fill(200))
    expect(new Set(answers.map(({ refresh_token }) => refresh_token)).size).toBe(1)
    expect(await rowsOf(first.refresh_token)).toHaveLength(1)
    expect(await visitor.refresh(answers[0]?.refresh_token ?? '')).toMatchObject({ code: 200 })
  })

  it('ends when somebody who knows its name makes up a token', async () => {
    const tokens = await join()
    const madeUp = `${sessionNamedIn(tokens.refresh_token)}.${'x'.repeat(43)}`
    expect(await visitor.refresh(madeUp)).toEqual(LOG_IN_AGAIN)
    await expectEnded(tokens)
  })

  it.each(['', 'unknown', '.', `${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}.${'x'.repeat(43)}`])(
    'is not started by the token %j, and revoking that token is no error',
    async (token) => {
      expect(await visitor.refresh(token)).toEqual(LOG_IN_AGAIN)
      expect(await visitor.revoke(token)).toEqual({ code: 200, response: 'You are logged out.' })
    },
  )

  it('ends instead of sending a worthless token when the secret has changed in between', async () => {
    const first = await join()
    const second = await visitor.refresh(first.refresh_token)
    const changed = refreshKey('another secret, only for tests')
    expect(await continueSession(test.db, changed, first.refresh_token, new Date(now))).toBeUndefined()
    await expectEnded(second)
  })

  it('is not renewed by its access token', async () => {
    const { access_token } = await join()
    expect(await visitor.refresh(access_token)).toEqual(LOG_IN_AGAIN)
  })

  it('ends at once when it is revoked, with either token, and no other session ends', async () => {
    const [one, other] = [await join(), await join()]
    const later = await visitor.refresh(one.refresh_token)
    expect(await visitor.revoke(one.refresh_token)).toMatchObject({ code: 200 })
    await expectEnded(one, later)
    expect(await visitor.verify(other.access_token)).toMatchObject({ code: 200 })
    expect(await visitor.revoke(one.refresh_token)).toMatchObject({ code: 200 })
  })

  it('can be ended by its name alone, but not renewed', async () => {
    const [one, other] = [await join(), await join()]
    const name = sessionNamedIn(one.refresh_token) as string
    expect(await visitor.refresh(name)).toEqual(LOG_IN_AGAIN)
    expect(await visitor.verify(one.access_token)).toMatchObject({ code: 200 })
    expect(await visitor.revoke(name)).toEqual({ code: 200, response: 'You are logged out.' })
    await expectEnded(one)
    expect(await visitor.verify(other.access_token)).toMatchObject({ code: 200 })
  })

  it('ends 30 days after its last renewal, and is then deleted', async () => {
    const first = await join()
    now += 30 * DAY - 1
    const second = await visitor.refresh(first.refresh_token)
    expect(second.code).toBe(200)
    now += 30 * DAY - 1
    await forgetEndedSessions(test.db, new Date(now))
    expect(await rowsOf(second.refresh_token)).toHaveLength(1)
    now += 1
    await forgetEndedSessions(test.db, new Date(now))
    expect(await rowsOf(second.refresh_token)).toHaveLength(0)
    expect(await visitor.refresh(second.refresh_token)).toEqual(LOG_IN_AGAIN)
  })

  it('ends 90 days after it started, however often it was renewed', async () => {
    const begun = now
    let tokens = await join()
    for (now += 20 * DAY; now < begun + 90 * DAY; now += 20 * DAY) {
      tokens = await visitor.refresh(tokens.refresh_token)
      expect(tokens.code).toBe(200)
    }
    now = begun + 90 * DAY
    await expectEnded(tokens)
  })

  it('is refused after 30 days, also before it is deleted', async () => {
    const tokens = await join()
    now += 30 * DAY
    expect(await visitor.refresh(tokens.refresh_token)).toEqual(LOG_IN_AGAIN)
  })
})

describeOnServer('a session at two instances', (engine) => {
  let test: TestApp
  let other: Awaited<ReturnType<TestApp['another']>>
  beforeAll(async () => {
    test = await openTestApp(engine, { API_TOKEN_SECRET: 'the same secret at every instance' })
    other = await test.another()
  })
  afterAll(async () => {
    await other?.close()
    await test?.close()
  })

  it('is renewed at one after it was renewed at the other, and ends at both', async () => {
    const [here, there] = [visitorOf(test.app), visitorOf(other.app)]
    const first = await here.join(newPhone())
    const second = await there.refresh(first.refresh_token)
    expect(await here.verify(second.access_token)).toMatchObject({ code: 200 })
    expect((await here.refresh(first.refresh_token)).refresh_token).toBe(second.refresh_token)
    const third = await here.refresh(second.refresh_token)
    expect(await there.verify(third.access_token)).toMatchObject({ code: 200 })
    expect(await there.refresh(first.refresh_token)).toEqual(LOG_IN_AGAIN)
    expect(await here.verify(third.access_token)).toEqual(LOG_IN_AGAIN)
    expect(await here.refresh(third.refresh_token)).toEqual(LOG_IN_AGAIN)
  })

  it('is renewed once by simultaneous refreshes at both', async () => {
    const visitors = [visitorOf(test.app), visitorOf(other.app)] as const
    for (let round = 0; round < 10; round++) {
      const first = await visitors[0].join(newPhone())
      const answers = await Promise.all(
        [0, 1, 0, 1].map((which) => (visitors[which] as (typeof visitors)[0]).refresh(first.refresh_token)),
      )
      expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200])
      expect(new Set(answers.map(({ refresh_token }) => refresh_token)).size).toBe(1)
    }
  })

  it('creates one account for simultaneous registrations at both', async () => {
    const body = account(newPhone())
    const answers = await Promise.all([test.app, other.app].map((app) => visitorOf(app).register(body)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })
})
