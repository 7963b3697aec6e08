import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consoleSession } from '../schema'
import { freshRegistry } from '../testing/registry'
import { createConsole } from './console-app'

describe.each(engines.slice(0, 1))('a session of the console', (engine) => {
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  let later = 0
  beforeAll(async () => {
    fresh = await freshRegistry(engine, () => ({ now: () => new Date(Date.now() + later) }))
  })
  afterAll(() => fresh.remove())

  const own = () => ({ origin: fresh.registry.consoleUrl, 'x-marram-console': '1' })
  const ask = (method: string, path: string, headers: Record<string, string> = {}, json?: unknown) =>
    fresh.registry.callConsole(method, path, { headers: { ...own(), ...headers }, json })
  const logIn = async (token: string, headers: Record<string, string> = {}) => {
    const answer = await ask('POST', '/console/session', headers, { token })
    return { ...answer, cookie: answer.headers.get('set-cookie') ?? '' }
  }
  const freeze = '/console/releases/environments/production/freeze'

  it('starts with a token, and its cookie is out of reach for scripts and other sites', async () => {
    const { status, body, cookie } = await logIn(await fresh.registry.tokenFor({ role: 'manager', name: 'Ann' }))
    expect([status, body.caller]).toEqual([200, { name: 'Ann', role: 'manager', part: null, environment: null }])
    expect(cookie).toMatch(/^marram_console=[\w.-]+; Path=\/console; Max-Age=43200; HttpOnly; SameSite=Strict$/)
    expect(cookie).not.toContain('marram_console=marram_')
    expect((await ask('GET', '/console/session', { cookie })).body.caller).toMatchObject({ name: 'Ann' })
    expect((await logIn('marram_unknown')).status).toBe(401)
    const edge = await logIn(await fresh.registry.tokenFor({ role: 'edge' }))
    expect([edge.status, edge.cookie]).toEqual([403, ''])
  })

  it('behind https has a cookie that no other host can plant and that is sent only encrypted', async () => {
    const url = 'https://console.example'
    const app = createConsole(fresh.registry.context, { url })
    const headers = { host: 'console.example', origin: url, 'x-marram-console': '1' }
    const begun = await app.inject({
      method: 'POST',
      url: '/console/session',
      headers,
      payload: { token: fresh.registry.token },
    })
    const cookie = String(begun.headers['set-cookie'])
    expect(cookie).toMatch(/^__Host-marram_console=[\w.-]+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/)
    expect(begun.headers['strict-transport-security']).toMatch(/^max-age=\d+$/)
    const board = (sent: string, host = 'console.example') =>
      app.inject({ url: '/console/releases/board', headers: { ...headers, host, cookie: sent } })
    expect((await board(cookie)).statusCode).toBe(200)
    expect((await board(cookie, 'console.example:443')).statusCode).toBe(200)
    expect((await board(cookie.replace('__Host-', ''))).statusCode).toBe(401)
    await app.close()
  })

  it('that is refused is in the audit log, without the attempted token', async () => {
    expect((await logIn('marram_guessed')).status).toBe(401)
    const { events } = (await fresh.registry.call('GET', '/releases/events?action=login')).body
    expect((events as object[])[0]).toMatchObject({ refused: true, actor: null, detail: { code: 'unauthorized' } })
    expect(JSON.stringify(events)).not.toContain('guessed')
    for (let i = 0; i < 40; i++) await logIn(`marram_guess${i}`)
    const { events: all } = (await fresh.registry.call('GET', '/releases/events?action=login&limit=100')).body
    expect((all as object[]).length).toBeGreaterThan(10)
    expect((all as object[]).length).toBeLessThanOrEqual(30)
  })

  it("calls the registry with the rights of its token, and only under the console's address", async () => {
    const { cookie } = await logIn(await fresh.registry.tokenFor({ role: 'viewer', name: 'Vic' }))
    expect((await ask('GET', '/console/releases/board', { cookie })).status).toBe(200)
    expect((await fresh.registry.call('GET', '/releases/board', { token: null, headers: { cookie } })).status).toBe(401)
    expect((await ask('GET', '/console/releases/board')).status).toBe(401)
    // Public calls of the registry need a session here.
    expect((await ask('GET', '/console/releases/files/events/1.0.0/release.json')).status).toBe(401)
    expect(await ask('POST', freeze, { cookie }, { reason: 'no' })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    const { events } = (await fresh.registry.call('GET', '/releases/events?actor=Vic&refused=true')).body
    expect(events).toMatchObject([{ action: 'freeze', environment: 'production' }])
  })

  it('cannot be used by another site', async () => {
    const { cookie } = await logIn(fresh.registry.token)
    const { origin, ...header } = own()
    const calls: Record<string, string>[] = [
      { origin: 'https://elsewhere.example', ...header },
      { origin: 'null', ...header },
      { ...header },
      { origin },
    ]
    for (const headers of calls) {
      const answer = await fresh.registry.callConsole('POST', freeze, {
        headers: { cookie, ...headers },
        json: { reason: 'no' },
      })
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
    }
    expect((await ask('POST', freeze, { cookie }, { reason: 'yes' })).status).toBe(200)
  })

  const HOUR = 3_600_000
  const boardFor = async (cookie: string) => (await ask('GET', '/console/releases/board', { cookie })).status

  it('ends on the server at a log-out: a copied cookie is refused, and other sessions go on', async () => {
    const token = await fresh.registry.tokenFor({ role: 'viewer', name: 'Eve' })
    const [{ cookie: copied }, { cookie: other }] = [await logIn(token), await logIn(token)]
    expect(await boardFor(copied)).toBe(200)
    expect((await ask('DELETE', '/console/session', { cookie: copied })).headers.get('set-cookie')).toMatch(/Max-Age=0/)
    expect(await boardFor(copied)).toBe(401)
    expect((await ask('GET', '/console/session', { cookie: copied })).body.caller).toBeNull()
    expect(await boardFor(other)).toBe(200)
    await fresh.registry.call('POST', '/releases/tokens/Eve/revoke')
    expect(await boardFor(other)).toBe(401)
  })

  it('ends on the server at a log-out even when a page of another port has planted a second cookie', async () => {
    const { cookie } = await logIn(fresh.registry.token)
    const ours = cookie.split(';', 1)[0] as string
    for (const both of [`${ours}; marram_console=planted`, `marram_console=planted; ${ours}`]) {
      expect(await boardFor(both)).toBe(401)
      expect(await boardFor(ours)).toBe(200)
    }
    const answer = await ask('DELETE', '/console/session', { cookie: `marram_console=planted; ${ours}` })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, expect.stringMatching(/Max-Age=0/)])
    expect(await boardFor(ours)).toBe(401)
    // The call succeeds without one, too.
    expect((await ask('DELETE', '/console/session')).status).toBe(200)
  })

  it('ends two hours after its last use, and after a working day, and is then deleted', async () => {
    const { cookie } = await logIn(fresh.registry.token)
    for (later = 0; later < 11 * HOUR; later += 2 * HOUR - 60_000) expect(await boardFor(cookie)).toBe(200)
    later = 12 * HOUR
    expect(await boardFor(cookie)).toBe(401)
    const { cookie: left } = await logIn(fresh.registry.token)
    expect(await fresh.registry.context.db.$count(consoleSession)).toBe(1)
    later = 14 * HOUR
    expect((await ask('GET', '/console/session', { cookie: left })).body.caller).toBeNull()
    later = 0
  })

  it('cannot be forged from the contents of the database', async () => {
    const { cookie } = await logIn(fresh.registry.token)
    const stored = JSON.stringify(await fresh.registry.context.db.select().from(consoleSession))
    expect(stored).not.toContain(/=([^;]+)/.exec(cookie)?.[1])
    const [{ digest } = { digest: '' }] = await fresh.registry.context.db.select().from(consoleSession)
    expect(await boardFor(`marram_console=${digest}`)).toBe(401)
  })

  it('gets 304 for unchanged data', async () => {
    const { cookie } = await logIn(fresh.registry.token)
    const first = await ask('GET', '/console/releases/environments', { cookie })
    const etag = first.headers.get('etag') ?? ''
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^"/)])
    const again = await ask('GET', '/console/releases/environments', { cookie, 'if-none-match': etag })
    expect(again.status).toBe(304)
    const others = await ask('GET', '/console/releases/environments', { 'if-none-match': etag })
    expect(others.status).toBe(401)
  })
})
