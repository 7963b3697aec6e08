import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { DATA_POLICY, DOCS_POLICY } from '@marram/server/data-headers'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lastResort, refuseToTake } from '../requests/error-pages'
import { edgeEnvironment, isOwnApi } from '../settings'
import { fakeLog } from '../testing/fake-log'
import { asData, siteHeaders } from './headers'
import { registerProxies } from './proxies'

const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
const policies: Record<string, string | undefined> = {
  '/api/docs': DOCS_POLICY,
  '/api/docs/json': "default-src 'none'; script-src 'unsafe-inline'",
  '/api/docs-of-others': DOCS_POLICY,
  '/api/claims': "default-src 'none'; script-src 'unsafe-inline'",
  '/releases/claims': "default-src 'none'; script-src 'unsafe-inline'",
  '/api/lax': "script-src 'unsafe-inline'",
  '/media/claims.svg': "default-src 'none'; script-src 'unsafe-inline'",
}
/** Sends a script at every address, with the policy of that address. */
const upstream = http.createServer(({ url = '/', headers: { accept } }, response) => {
  const policy = policies[url]
  response.writeHead(200, {
    'content-type': accept ?? 'text/html',
    server: 'Maker/1.2.3',
    'x-powered-by': 'Maker',
    ...(policy && { 'content-security-policy': policy }),
  })
  response.end('<script>alert(1)</script>')
})

async function edgeAt(origin: string, token?: string): Promise<FastifyInstance> {
  const app = Fastify()
  const headers = siteHeaders({ PUBLIC_URL: origin }).headersFor
  app.addHook('onRequest', async ({ url }, reply) => void reply.headers(headers(url)))
  const address = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  const settings = edgeEnvironment.parse({ API_HOST: address, RELEASES_URL: address, API_EDGE_TOKEN: token })
  await registerProxies(app, { ...settings, PUBLIC_URL: origin, MEDIA_HOST: '' }, fakeLog().log)
  app.get('/', async () => lastResort(503))
  app.setNotFoundHandler(refuseToTake)
  return app
}

let secure: FastifyInstance
let plain: FastifyInstance
beforeAll(async () => {
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  secure = await edgeAt('https://marram.example')
  plain = await edgeAt('http://localhost:3000', 'a-token-that-edge-and-api-have-in-common')
})
afterAll(async () => {
  await secure.close()
  await plain.close()
  upstream.closeAllConnections()
  upstream.close()
})

describe('every response', () => {
  it.each([
    ['/', 'GET'],
    ['/nowhere', 'POST'],
    ['/api/news/', 'GET'],
    ['/api/docs', 'GET'],
    ['/api/nowhere', 'PROPFIND'],
    ['/media/x.svg', 'GET'],
  ] as const)('at %s, requested by %s, has a restrictive policy', async (url, method) => {
    const { headers } = await secure.inject({ url, method: method as 'GET' })
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
    expect(headers['referrer-policy']).toBeDefined()
    expect(headers['strict-transport-security']).toBe('max-age=63072000')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(headers['permissions-policy']).toContain('camera=()')
  })

  it('with a file of a release is sandboxed, without further headers', async () => {
    const { headers } = await secure.inject('/releases/files/events/1.0.0/x.js')
    expect(headers['content-security-policy']).toMatch(/sandbox$/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=63072000',
    })
    expect(headers).not.toHaveProperty('permissions-policy')
    expect(headers).not.toHaveProperty('cross-origin-opener-policy')
  })

  it('requires https only when the origin is https, and names report addresses only on pages', async () => {
    const [page, call, local] = await Promise.all([secure.inject('/'), secure.inject('/api/x'), plain.inject('/')])
    expect(page.headers['reporting-endpoints']).toBe('policy="/releases/reports/policy"')
    expect(call.headers).not.toHaveProperty('reporting-endpoints')
    expect(local.headers).not.toHaveProperty('strict-transport-security')
    expect(local.headers).not.toHaveProperty('reporting-endpoints')
  })

  it('that is an error page allows only its inline style', async () => {
    const { headers, body } = await secure.inject({ method: 'POST', url: '/x', headers: { accept: 'text/html' } })
    expect(body).toContain('<style>')
    expect(headers['content-security-policy']).toBe(`${DATA_POLICY}; style-src 'unsafe-inline'`)
  })
})

describe('a response of an upstream', () => {
  it.each([
    ['/api/lax', SANDBOX],
    ['/api/none', SANDBOX],
    ['/media/claims.svg', SANDBOX],
    ['/api/claims', SANDBOX],
    ['/api/docs/json', SANDBOX],
    ['/api/docs-of-others', SANDBOX],
    ['/releases/claims', SANDBOX],
    ['/api/docs', DOCS_POLICY],
  ])('at %s never runs as this site', async (url, policy) => {
    const { headers } = await plain.inject(url)
    expect(headers['content-security-policy']).toBe(policy)
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  it('from this machine never runs as this site when the API is foreign', async () => {
    const { headers } = await secure.inject('/api/docs')
    expect(headers['content-security-policy']).toBe(SANDBOX)
  })

  it.each(['/api/docs', '/api/docs/static/x.js'])('at %s is data when the API is foreign', (url) => {
    const sent = { 'content-type': 'text/javascript', 'content-security-policy': DOCS_POLICY }
    expect(asData({ prefix: '/api', url, isOwnApi: false }, sent)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-security-policy': SANDBOX,
    })
    expect(asData({ prefix: '/api', url, isOwnApi: true }, sent)).toMatchObject(sent)
  })

  it.each(['http://127.0.0.1:3001', 'http://localhost:3999', 'https://api.example'])(
    'from %s is trusted as our own API only when the edge has its token',
    (API_HOST) => {
      const API_EDGE_TOKEN = 'a-token-that-edge-and-api-have-in-common'
      expect(isOwnApi(edgeEnvironment.parse({ API_HOST }))).toBe(false)
      expect(isOwnApi(edgeEnvironment.parse({ API_HOST, API_EDGE_TOKEN }))).toBe(true)
    },
  )

  it.each([
    'text/javascript',
    'application/javascript; charset=utf-8',
    'Text/X-JavaScript',
    'text/ecmascript',
    'text/javascript1.5',
    'text/jscript',
    'text/livescript',
    'text/plain, text/javascript',
  ])('cannot be loaded as a script by a page, although its type is %s', async (accept) => {
    for (const url of [
      '/api/news/',
      '/api/news?x=/api/docs/static/',
      '/%61pi/news/',
      '/media/picture.png',
      '/%6dedia/x',
    ]) {
      const { headers } = await plain.inject({ url, headers: { accept } })
      expect(headers['content-type']).toBe('application/octet-stream')
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  })

  it.each([
    ['/api/docs/static/swagger-ui.js', 'application/javascript; charset=UTF-8'],
    ['/api/news/', 'application/json; charset=utf-8'],
    ['/media/picture.png', 'image/png'],
  ])('at %s keeps its type: %s', async (url, accept) => {
    const { headers } = await plain.inject({ url, headers: { accept } })
    expect(headers['content-type']).toBe(accept)
  })

  it('does not reveal its server software', async () => {
    const { headers } = await plain.inject('/api/news/')
    expect(headers).not.toHaveProperty('server')
    expect(headers).not.toHaveProperty('x-powered-by')
  })
})

it('a document has all required headers', () => {
  expect(siteHeaders({ PUBLIC_URL: 'http://localhost:3000' }).ofPages).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringMatching(/\bcamera=\(\), .*\bgeolocation=\(\), .*\bmicrophone=\(\)/),
  })
})
