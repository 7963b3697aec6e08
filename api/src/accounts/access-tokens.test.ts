import { createHmac, randomUUID } from 'node:crypto'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../testing/test-app'
import { type SessionAnswer, visitorOf } from '../testing/visitor'

const SECRET = 'a secret of this API, only for tests'
const MINUTE = 60_000

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** A token signed by somebody who knows the secret. */
function signed(header: object, claims: object, secret = SECRET, digest = 'sha256') {
  const said = `${part(header)}.${part(claims)}`
  return `${said}.${createHmac(digest, secret).update(said).digest('base64url')}`
}
const HS256 = { alg: 'HS256', typ: 'JWT' }

describe.each(engines)('an access token ($name)', (engine) => {
  let test: TestApp
  let visitor: ReturnType<typeof visitorOf>
  let session: SessionAnswer
  let claims: Record<string, unknown>
  const start = Date.parse('2026-11-21T12:00:00Z')
  let now = start
  beforeAll(async () => {
    test = await openTestApp(engine, { API_TOKEN_SECRET: SECRET }, { now: () => new Date(now) })
    visitor = visitorOf(test.app)
    session = await visitor.join('0123456789')
    claims = JSON.parse(Buffer.from(session.access_token.split('.')[1] ?? '', 'base64url').toString())
  })
  afterAll(() => test?.close())

  it('contains the user and the expiry, and nothing about the person', () => {
    const seconds = start / 1000
    expect(claims).toEqual({
      sub: expect.stringMatching(/^[\da-f-]{36}$/),
      sid: session.refresh_token.split('.')[0],
      typ: 'access',
      iss: 'marram',
      aud: 'marram-website',
      iat: seconds,
      exp: seconds + 15 * 60,
    })
  })

  it('is valid when it is signed with our secret and has our claims', async () => {
    expect(await visitor.verify(signed(HS256, claims))).toMatchObject({ code: 200 })
  })

  const without = (claim: string) => Object.fromEntries(Object.entries(claims).filter(([name]) => name !== claim))
  it.each<[string, () => string]>([
    ['nothing', () => ''],
    ['nonsense', () => 'nonsense'],
    ['a refresh token', () => session.refresh_token],
    ['one that is not signed', () => `${part({ alg: 'none' })}.${part(claims)}.`],
    ['one that says it needs no signature', () => signed({ alg: 'none' }, claims)],
    ['one of another algorithm', () => signed({ alg: 'HS512', typ: 'JWT' }, claims, SECRET, 'sha512')],
    ['one signed with another secret', () => signed(HS256, claims, 'another secret, only for tests')],
    ['one for another audience', () => signed(HS256, { ...claims, aud: 'another-website' })],
    ['one from another issuer', () => signed(HS256, { ...claims, iss: 'another' })],
    ['one of another kind', () => signed(HS256, { ...claims, typ: 'refresh' })],
    ['one that never ends', () => signed(HS256, without('exp'))],
    ['one without an audience', () => signed(HS256, without('aud'))],
    ['one without a session', () => signed(HS256, without('sid'))],
    ['one of a session that there is not', () => signed(HS256, { ...claims, sid: randomUUID() })],
    ['one of a session of somebody else', () => signed(HS256, { ...claims, sub: randomUUID() })],
    ['one whose session is no id', () => signed(HS256, { ...claims, sid: "' or true" })],
    ['one whose session is many', () => signed(HS256, { ...claims, sid: [claims.sid] })],
    ['one that was changed', () => session.access_token.replace(/\.[^.]+\./, `.${part({ ...claims, exp: 9e9 })}.`)],
  ])('is not %s', async (_, token) => {
    expect(await visitor.verify(token())).toEqual({ code: 401, message: 'Please log in again.' })
  })

  it('is good for 15 minutes', async () => {
    now = start + 15 * MINUTE - 1000
    expect(await visitor.verify(session.access_token)).toMatchObject({ code: 200 })
    now = start + 15 * MINUTE + 1000
    expect(await visitor.verify(session.access_token)).toEqual({ code: 401, message: 'Please log in again.' })
    now = start
  })

  it.each<[string, () => string]>([
    ['good', () => session.access_token],
    ['over', () => signed(HS256, { ...claims, exp: start / 1000 - 60 })],
    ['of a session that has ended', () => signed(HS256, { ...claims, sid: randomUUID() })],
    ['nonsense', () => 'nonsense'],
  ])('in the header of newsletter and form calls may be %s', async (_, token) => {
    const post = (url: string, payload: object) =>
      test.app.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${token()}` } })
    const form = {
      submitted_form: 'helping-hands',
      form_data: [{ data_label: 'Name', data_type: 'textfield', data_value: 'Ada' }],
    }
    expect((await post('/api/home/news-letter/create', { email: 'reader@example.org' })).statusCode).toBe(200)
    expect((await post('/api/submission/create', form)).statusCode).toBe(200)
  })
})
