import type { AddressInfo } from 'node:net'
import { engines } from '@marram/server/testing/engines'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { releasesEnvironment } from '../settings'
import { newKey, type OidcIssuer, startIssuer } from '../testing/oidc-issuer'
import { freshRegistry } from '../testing/registry'
import { createConsole } from './console-app'

const CALLBACK = '/console/callback'
const client = { CONSOLE_OIDC_CLIENT_ID: 'desk', CONSOLE_OIDC_CLIENT_SECRET: 'of the desk' }

describe.each(engines.slice(0, 1))('a login at the organisation', (engine) => {
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  let issuer: OidcIssuer
  let app: FastifyInstance
  let url: string
  beforeAll(async () => {
    fresh = await freshRegistry(engine)
    const oidc = { issuer: '', clientId: 'https://marram.example', clientSecret: 'of a client' }
    app = createConsole(fresh.registry.context, { oidc })
    await app.listen({ port: 0, host: '127.0.0.1' })
    url = `http://localhost:${(app.server.address() as AddressInfo).port}`
    issuer = await startIssuer({ keys: [await newKey('own')], redirect: url + CALLBACK })
    oidc.issuer = issuer.url
    issuer.people.ann = { email: 'ann@marram.example' }
    issuer.people.eve = { email: 'eve@elsewhere.example' }
    await fresh.registry.call('POST', '/releases/identities', {
      json: {
        ...{ name: 'Ann', issuer: issuer.url, audience: issuer.audience, role: 'admin' },
        claims: { email: 'ann@marram.example' },
      },
    })
  })
  afterAll(async () => {
    await app?.close()
    await issuer?.close()
    await fresh?.remove()
  })

  const get = (path: string, cookie = '') => fetch(url + path, { redirect: 'manual', headers: { cookie } })
  const cookieOf = (response: Response, name: string) =>
    response.headers.getSetCookie().find((each) => each.startsWith(`${name}=`) && !each.includes('Max-Age=0'))
  /** As a browser does it; `cookie` is that of another login than the one at the issuer, if it is given. */
  async function logIn(login: string, cookie?: string) {
    const begun = await get('/console/login')
    const own = cookieOf(begun, 'marram_login')?.split(';', 1)[0]
    const back = await issuer.visit(begun.headers.get('location') ?? '', login)
    const { pathname, search } = new URL(back)
    return { answer: await get(pathname + search, cookie ?? own), own: own as string, back: pathname + search }
  }

  it('leads to a session of the identity, which ends as any other', async () => {
    const { answer, own, back } = await logIn('ann')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/console'])
    const cookie = cookieOf(answer, 'marram_console') ?? ''
    expect(cookie).toMatch(/; Path=\/console; Max-Age=\d+; HttpOnly; SameSite=Strict$/)
    const session = () => get('/console/session', cookie.split(';', 1)[0]).then((each) => each.json())
    expect(await session()).toMatchObject({ caller: { name: 'Ann', role: 'admin' }, hasOidc: true })
    // Its code and its cookie are of no use a second time.
    expect((await get(back, own)).headers.get('location')).toBe('/console?login=failed')
    await fresh.registry.call('POST', '/releases/tokens/Ann/revoke', { json: {} })
    expect(await session()).toMatchObject({ caller: null })
  })

  it('of somebody who is no identity here leads to nothing, and says so', async () => {
    const { answer } = await logIn('eve')
    expect(answer.headers.get('location')).toBe('/console?login=unknown')
    expect(cookieOf(answer, 'marram_console')).toBeUndefined()
  })

  it('that another browser began is refused: nobody is logged in as somebody else', async () => {
    const other = cookieOf(await get('/console/login'), 'marram_login')?.split(';', 1)[0] as string
    for (const cookie of [other, '']) {
      const { answer } = await logIn('ann', cookie)
      expect(answer.headers.get('location')).toBe('/console?login=failed')
      expect(cookieOf(answer, 'marram_console')).toBeUndefined()
    }
  })

  it('is refused by the issuer, or not answered, without an error for the browser', async () => {
    const own = cookieOf(await get('/console/login'), 'marram_login')?.split(';', 1)[0] as string
    const denied = `${CALLBACK}?error=access_denied&state=${own.split('=')[1]?.split('.')[0]}`
    expect((await get(denied, own)).headers.get('location')).toBe('/console?login=failed')
    const gone = createConsole(fresh.registry.context, {
      oidc: { issuer: 'http://127.0.0.1:1', clientId: 'x', clientSecret: 'x' },
    })
    await gone.listen({ port: 0, host: '127.0.0.1' })
    const at = `http://localhost:${(gone.server.address() as AddressInfo).port}`
    const answer = await fetch(`${at}/console/login`, { redirect: 'manual' })
    expect(answer.headers.get('location')).toBe('/console?login=failed')
    await gone.close()
  })

  it('is not offered where no issuer is set', async () => {
    const { body } = await fresh.registry.callConsole('GET', '/console/session')
    expect(body.hasOidc).toBe(false)
    // Every address of the console without a file is its page.
    expect((await fetch(`${fresh.registry.consoleUrl}/console/login`, { redirect: 'manual' })).status).not.toBe(303)
  })
})

it.each([
  ['without a client there', { CONSOLE_OIDC_ISSUER: 'https://issuer.example' }, 'CONSOLE_OIDC_CLIENT_ID'],
  ['without https elsewhere', { CONSOLE_OIDC_ISSUER: 'http://issuer.example', ...client }, 'https'],
])('an issuer is refused %s, before anybody logs in', (_, given, words) => {
  const { success, error } = releasesEnvironment.safeParse(given)
  expect([success, error?.message]).toEqual([false, expect.stringContaining(words)])
  expect(releasesEnvironment.safeParse({ CONSOLE_OIDC_ISSUER: 'https://issuer.example', ...client }).success).toBe(true)
})
