import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshRegistry } from '../testing/registry'

describe.each(engines.slice(0, 1))('the origin of the console', (engine) => {
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  let cookie: string
  const own = () => ({ origin: fresh.registry.consoleUrl, 'x-marram-console': '1' })
  const inConsole = (
    method: string,
    path: string,
    options: { headers?: Record<string, string>; json?: unknown } = {},
  ) => fresh.registry.callConsole(method, path, options)
  beforeAll(async () => {
    fresh = await freshRegistry(engine)
    const logIn = { headers: own(), json: { token: fresh.registry.token } }
    const { headers } = await inConsole('POST', '/console/session', logIn)
    cookie = (headers.get('set-cookie') ?? '').split(';', 1)[0] as string
  })
  afterAll(() => fresh.remove())

  it.each([
    ['GET', '/console'],
    ['GET', '/console/'],
    ['GET', '/console/session'],
    ['POST', '/console/session'],
    ['GET', '/console/releases/board'],
    ['GET', '/console/static/js/index.js'],
  ])('differs from that of the registry: %s %s is not served there', async (method, path) => {
    const { url } = fresh.registry
    const headers = { cookie, origin: url, 'x-marram-console': '1' }
    const json = method === 'POST' ? { token: fresh.registry.token } : undefined
    const answer = await fresh.registry.call(method, path, { token: null, headers, json })
    expect([answer.status, answer.body.code, answer.headers.get('set-cookie')]).toEqual([404, 'not-found', null])
  })

  it('is the only place where its session is valid', async () => {
    const headers = { ...own(), cookie }
    expect((await inConsole('GET', '/console/releases/board', { headers })).status).toBe(200)
    expect((await fresh.registry.call('GET', '/releases/board', { token: null, headers })).status).toBe(401)
  })

  it.each([
    '/',
    '/healthz',
    '/releases/board',
    '/releases/docs/json',
    '/releases/environments/production/discovery.json',
  ])('does not serve the registry’s %s', async (path) => {
    const bearer = { authorization: `Bearer ${fresh.registry.token}` }
    const { status, body } = await inConsole('GET', path, { headers: { ...own(), cookie, ...bearer } })
    expect([status, body.code]).toEqual([404, 'not-found'])
  })

  it('serves no call of the registry without a login, not even a public one', async () => {
    const path = '/console/releases/environments/production/discovery.json'
    const bearer = { authorization: `Bearer ${fresh.registry.token}` }
    expect((await inConsole('GET', path, { headers: { ...own(), ...bearer } })).status).toBe(401)
    expect((await inConsole('GET', path, { headers: { ...own(), cookie } })).status).toBe(200)
    const nowhere = await inConsole('GET', '/console/releases/nowhere', { headers: { ...own(), cookie } })
    expect([nowhere.status, nowhere.body.code]).toEqual([404, 'not-found'])
  })

  it.each(['elsewhere.example', '127.0.0.1', 'localhost', 'localhost:80', 'x@localhost', ''])(
    'refuses browsers that call it %s',
    async (host) => {
      for (const path of ['/console', '/console/session', '/console/releases/board', '/nowhere']) {
        const { statusCode, body, headers } = await fresh.registry.console.inject({
          url: path,
          headers: { ...own(), cookie, host },
        })
        expect([path, statusCode]).toEqual([path, host === '' ? expect.any(Number) : 421])
        expect(statusCode).toBeGreaterThanOrEqual(400)
        expect(body).not.toContain('production')
        expect(headers['set-cookie']).toBeUndefined()
      }
    },
  )

  it('is required for a change, by its own page', async () => {
    const { host } = new URL(fresh.registry.consoleUrl)
    const path = '/console/releases/tokens'
    const json = { name: 'stolen', role: 'admin' }
    const { origin, ...header } = own()
    const attempts: Record<string, string>[] = [
      { origin: fresh.registry.url, ...header },
      { origin: `https://${host}`, ...header },
      { origin: 'http://localhost:3000', ...header },
      { origin: 'null', ...header },
      { ...header },
      { origin },
      // Forwarded headers do not count.
      { origin: 'http://localhost:3000', 'x-forwarded-host': 'localhost:3000', ...header },
    ]
    for (const headers of attempts) {
      const { status, body } = await inConsole('POST', path, { headers: { cookie, ...headers }, json })
      expect([status, body.code]).toEqual([403, 'forbidden'])
    }
    const { tokens } = (await fresh.registry.call('GET', '/releases/tokens')).body as { tokens: { name: string }[] }
    expect(tokens.map(({ name }) => name)).not.toContain('stolen')
  })

  it('lets no other origin request, read, embed or frame anything', async () => {
    const asked = { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' }
    for (const path of ['/console/session', '/console/releases/tokens', '/console']) {
      const preflight = await inConsole('OPTIONS', path, {
        headers: { ...asked, 'access-control-request-headers': 'x-marram-console,content-type' },
      })
      const read = await inConsole('GET', path, { headers: { cookie, origin: 'http://localhost:3000' } })
      for (const { headers } of [preflight, read]) {
        expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
        expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
        expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'.*frame-ancestors 'none'/)
        expect(headers.get('x-frame-options')).toBe('DENY')
      }
    }
  })

  it('accepts no session when two are sent: a page of another port may have planted one', async () => {
    const planted = `marram_console=planted; ${cookie}`
    for (const sent of [planted, `${cookie}; marram_console=planted`])
      expect((await inConsole('GET', '/console/releases/board', { headers: { ...own(), cookie: sent } })).status).toBe(
        401,
      )
  })
})
