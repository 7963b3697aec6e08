import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { runs } from '@marram/server/testing/how-often'
import fc from 'fast-check'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { edgeEnvironment } from '../settings'
import { fakeLog } from '../testing/fake-log'
import { PASSED_ON, siteHeaders } from './headers'
import { registerProxies } from './proxies'

/** Responds as the test defines. */
let answer: http.RequestListener
const upstream = http.createServer((request, response) => answer(request, response))
const sends =
  (status: number, headers: http.OutgoingHttpHeaders, body = '{"code":200}'): http.RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end(body)

let app: FastifyInstance
let url: string

beforeAll(async () => {
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  const settings = edgeEnvironment.parse({ API_HOST: address, RELEASES_URL: address })
  app = Fastify()
  const headers = siteHeaders({ PUBLIC_URL: 'https://marram.example' }).headersFor
  app.addHook('onRequest', async ({ url }, reply) => void reply.headers(headers(url)))
  await registerProxies(app, { ...settings, PUBLIC_URL: 'https://marram.example', MEDIA_HOST: '' }, fakeLog().log)
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  upstream.closeAllConnections()
  upstream.close()
})

const dangerous = {
  'set-cookie': 'access=theirs; Path=/',
  'clear-site-data': '"*"',
  refresh: '0; url=https://elsewhere.example',
  location: 'https://elsewhere.example',
  'report-to': '{"group":"x","max_age":1,"endpoints":[{"url":"https://elsewhere.example"}]}',
  nel: '{"report_to":"x","max_age":1}',
  link: '<https://elsewhere.example/x.js>; rel=preload; as=script',
  'alt-svc': 'h2="elsewhere.example:443"',
  'service-worker-allowed': '/',
  'access-control-allow-origin': '*',
  'strict-transport-security': 'max-age=0',
  'permissions-policy': 'camera=*',
  'www-authenticate': 'Basic realm="Log in to Marram"',
  'x-marram-composition': 'another',
  sourcemap: '/elsewhere.map',
}

describe.each(['/api/news/', '/media/a.png'])('a response of the API at %s', (path) => {
  it('cannot set cookies, clear storage, redirect or request reports', async () => {
    answer = sends(200, { 'content-type': 'application/json', ...dangerous })
    const ours = (await app.inject('/nowhere')).headers
    const { headers } = await app.inject(path)
    for (const [name, value] of Object.entries(dangerous)) {
      expect(headers[name], name).not.toBe(value)
      // Headers of this edge itself keep their usual value.
      if (headers[name] !== undefined) expect(headers[name], name).toBe(ours[name])
    }
  })

  it('keeps the headers that browsers, caches and our client use', async () => {
    const read = {
      'content-type': 'application/json',
      'content-disposition': 'attachment; filename="a.csv"',
      'content-language': 'en',
      'cache-control': 'no-cache',
      etag: '"a"',
      'last-modified': 'Mon, 16 Nov 2026 08:00:00 GMT',
      vary: 'accept-encoding',
      'retry-after': '60',
      'x-content-revision': '17',
      'x-ratelimit-remaining': '3',
    }
    answer = sends(429, read)
    const response = await app.inject(path)
    expect(response.statusCode).toBe(429)
    expect(response.headers).toMatchObject(read)
  })

  it.each([300, 301, 302, 303, 307, 308])('cannot redirect: %i gets an error response', async (status) => {
    answer = sends(status, {
      'content-type': 'text/html',
      location: 'https://elsewhere.example',
      etag: '"a"',
      'cache-control': 'max-age=600',
      'content-language': 'de',
    })
    const response = await app.inject(path)
    expect([response.statusCode, response.json()]).toEqual([502, { code: 502, message: expect.any(String) }])
    expect(response.headers).not.toHaveProperty('location')
    expect(response.headers).not.toHaveProperty('etag')
    expect(response.headers).not.toHaveProperty('content-language')
    expect(response.headers['cache-control']).toBe('no-store')
  })

  it('may be 304', async () => {
    answer = sends(304, { etag: '"a"' }, '')
    const response = await app.inject({ url: path, headers: { 'if-none-match': '"a"' } })
    expect([response.statusCode, response.headers.etag]).toEqual([304, '"a"'])
  })

  it('is sent without its early hints', async () => {
    answer = (_, response) => {
      response.writeEarlyHints({ link: '</elsewhere.css>; rel=preload; as=style', 'set-cookie': 'early=1' })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"code":200}')
    }
    const early: number[] = []
    const status = await new Promise<number | undefined>((resolve, reject) => {
      http
        .get(url + path, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
        .on('information', (info) => early.push(info.statusCode))
        .on('error', reject)
    })
    expect([status, early]).toEqual([200, []])
  })

  it('has no header that is not on the list, whatever it is called', async () => {
    const own = new Set(Object.keys((await app.inject('/nowhere')).headers))
    // Headers of the connection between this edge and the visitor.
    const ofConnection = ['date', 'connection', 'keep-alive', 'transfer-encoding']
    const name = fc.oneof(
      fc.stringMatching(/^[A-Za-z!#$&'*+.^_`|~][A-Za-z0-9!#$&'*+.^_`|~-]{0,30}$/),
      fc.constantFrom(...Object.keys(dangerous)),
      fc.constantFrom(...PASSED_ON).map((listed) => `x-${listed}`),
    )
    // Node itself reads the headers that frame the body.
    const sendable = name.filter(
      (each) => !/^(?:content-length|transfer-encoding|connection|trailer|upgrade)$/i.test(each),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(sendable, { minLength: 1, maxLength: 10 }), async (names) => {
        answer = sends(200, Object.fromEntries(names.map((each) => [each, 'theirs'])))
        const { headers } = await app.inject(path)
        const others = Object.keys(headers).filter(
          (each) => !(PASSED_ON as ReadonlySet<string>).has(each) && !ofConnection.includes(each),
        )
        expect(others.filter((each) => !own.has(each))).toEqual([])
        for (const each of others) expect(headers[each], each).not.toBe('theirs')
      }),
      { numRuns: runs(100) },
    )
  })
})

it('the console redirects freely', async () => {
  answer = sends(303, { location: '/releases/docs/json' })
  const { statusCode, headers } = await app.inject('/releases/docs')
  expect([statusCode, headers.location]).toEqual([303, '/releases/docs/json'])
})
