import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import zlib from 'node:zlib'
import { fillPath } from '@marram/api-contract/endpoint'
import { inAddress, ofAddress } from '@marram/api-contract/participants'
import { listParticipantAnswers } from '@marram/api-contract/quiz'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { edgeEnvironment } from '../settings'
import { fakeLog } from '../testing/fake-log'
import { registerProxies } from './proxies'

const packed = zlib.brotliCompressSync('{"code":200}')
const api = http.createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'br', etag: '"packed"' })
  response.end(packed)
})
const closing = net.createServer((socket) => socket.once('data', () => socket.destroy()))
const addresses = http.createServer(({ url }, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ url }))
})
const tellHeaders: http.RequestListener = ({ headers }, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(headers))
}
const echo = http.createServer(tellHeaders)
const posted = http.createServer(async (request, response) => {
  const { method, url, headers } = request
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ method, url, type: headers['content-type'], body: await text(request) }))
})
let app: FastifyInstance

async function edgeBefore(upstream: http.Server | net.Server | undefined, API_EDGE_TOKEN?: string) {
  if (upstream) await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  // Nothing listens at port 1.
  const port = upstream ? (upstream.address() as AddressInfo).port : 1
  const logged = fakeLog()
  const settings = edgeEnvironment.parse({
    API_HOST: `http://127.0.0.1:${port}`,
    RELEASES_URL: `http://127.0.0.1:${port}`,
    API_EDGE_TOKEN,
  })
  app = Fastify()
  await registerProxies(app, { ...settings, PUBLIC_URL: 'https://marram.example', MEDIA_HOST: '' }, logged.log)
  return { host: `127.0.0.1:${port}`, lines: logged.lines }
}

afterEach(async () => {
  await app.close()
  api.close()
  echo.close()
  addresses.close()
  closing.close()
  posted.close()
})

describe('a call to an API', () => {
  it('that is unreachable gets an error response, and is logged without personal data', async () => {
    const { host, lines } = await edgeBefore(undefined)
    const url = '/api/quiz/participant/Ann/0700900100?token=secret'
    const response = await app.inject({ url, headers: { cookie: 'marram_visitor=1' } })
    expect([response.statusCode, response.json().code]).toEqual([503, 503])
    expect(response.headers['retry-after']).toBe('5')
    expect(lines).toEqual([
      {
        level: 'error',
        message: 'an upstream did not respond',
        fields: {
          method: 'GET',
          path: '/api/quiz',
          upstream: host,
          reason: `connect ECONNREFUSED ${host}`,
          request: expect.stringMatching(/^req-/),
          code: 503,
        },
      },
    ])
  })

  it.each([
    'Me...',
    'A/../B',
    '../../admin',
    'a/./b',
    '..b\\..',
    '50%',
    'a%2Fb',
    'what? #1',
    '👩🏽‍🔬',
    ' x ',
    '~~Me~2E',
  ])('about a participant is forwarded, whatever the name: %s', async (name) => {
    await edgeBefore(addresses)
    const url = fillPath(listParticipantAnswers.path, { name: inAddress(name), phone: '02079460112' })
    const response = await app.inject({ url })
    expect(response.statusCode).toBe(200)
    const [, , , , written = ''] = response.json<{ url: string }>().url.split('/')
    expect(ofAddress(decodeURIComponent(written))).toBe(name)
  })

  // RFC 8058: the button of a mail program to leave the list.
  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])('that a mail program posts is forwarded unchanged, as %s', async (type, body) => {
    await edgeBefore(posted)
    const url = '/api/home/news-letter/one-click/a-token'
    const response = await app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload: body })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ method: 'POST', url, type, body })
  })

  it('that is cut off gets an error response and is logged too', async () => {
    const { lines } = await edgeBefore(closing)
    const response = await app.inject({ method: 'POST', url: '/api/submission/create/', payload: { name: 'Ann' } })
    expect(response.statusCode).toBe(503)
    // A page reads from this header that the request was certainly not processed.
    expect(response.headers).not.toHaveProperty('retry-after')
    expect(lines).toEqual([
      expect.objectContaining({ fields: expect.objectContaining({ method: 'POST', path: '/api/submission' }) }),
    ])
    expect(JSON.stringify(lines)).not.toContain('Ann')
  })

  it.each(['GET', 'HEAD'] as const)('that only reads may be retried after a cut: %s', async (method) => {
    await edgeBefore(closing)
    const { statusCode, headers } = await app.inject({ method, url: '/api/news/' })
    expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
  })

  it('forwards the API’s compressed bodies unchanged', async () => {
    const { lines } = await edgeBefore(api)
    const response = await app.inject({ url: '/api/news/', headers: { 'accept-encoding': 'br' } })
    expect(response.headers).toMatchObject({ 'content-encoding': 'br', etag: '"packed"' })
    expect(response.rawPayload).toEqual(packed)
    expect(lines).toEqual([])
  })
})

it.each(['/api/news/', '/releases/board', '/console', '/console/session', '/console/releases/board'])(
  'sends no cookie to an upstream, least of all the session of the console: %s',
  async (url) => {
    const asked: string[] = []
    echo.on('request', ({ url: path = '', headers: { cookie } }) => asked.push(`${path} ${cookie}`))
    await edgeBefore(echo)
    const headers = { host: 'marram.example', cookie: 'marram_visitor=1; marram_console=a; theme=dark' }
    const { statusCode } = await app.inject({ url, headers })
    expect(asked).toEqual(url.startsWith('/console') ? [] : [`${url} undefined`])
    expect(statusCode).toBe(url.startsWith('/console') ? 404 : 200)
    echo.removeAllListeners('request').on('request', tellHeaders)
  },
)

it.each([
  ['/api/news/', 'a-token-that-edge-and-api-have-in-common'],
  ['/media/a.png', 'a-token-that-edge-and-api-have-in-common'],
  ['/releases/board', undefined],
])('authenticates the edge to our API only, whatever a client sends: %s', async (url, expected) => {
  await edgeBefore(echo, 'a-token-that-edge-and-api-have-in-common')
  const headers = { 'x-marram-edge-token': 'claimed', connection: 'x-marram-edge-token' }
  expect((await app.inject({ url, headers })).json()['x-marram-edge-token']).toBe(expected)
})
