import fs from 'node:fs'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { RunningService } from '@marram/server/run-service'
import { openRaw, readResponse, sendRaw } from '@marram/server/testing/raw-client'
import { trackedContexts } from '@marram/server/testing/tracked-contexts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { smallApi } from '../testing/small-api'
import { startTestEdge } from '../testing/start-test-edge'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-connections-'))
let api: Awaited<ReturnType<typeof smallApi>>
let edge: RunningService
let port: number

beforeAll(async () => {
  api = await smallApi()
  const environment = { UPSTREAM_TIMEOUT_MS: '1500' }
  edge = await startTestEdge({ folder, api, registry: api, environment, limits: { upstreamCalls: 2 } })
  port = Number(new URL(edge.url).port)
})
beforeEach(() => Object.assign(api.counts, { begun: 0, most: 0, left: 0 }))
afterAll(async () => {
  await edge.close()
  await api.close()
  fs.rmSync(folder, { recursive: true })
})

const CLOSE = 'connection: close\r\n'
const head = (method: string, target: string, headers = CLOSE) =>
  `${method} ${target} HTTP/1.1\r\nhost: a\r\n${headers}\r\n`
const get = (target: string, headers?: string) => head('GET', target, headers)
const JSON_TYPE = `${CLOSE}content-type: application/json\r\n`
const CHUNKED = `${JSON_TYPE}transfer-encoding: chunked\r\n`
const sized = (length: number, type = 'application/json') =>
  `${CLOSE}content-type: ${type}\r\ncontent-length: ${length}\r\n`
const large = (target: string, length: number, type?: string) =>
  Buffer.concat([Buffer.from(head('POST', target, sized(length, type))), Buffer.alloc(length, 'x')])
const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`

/** The status, and the code in the body: undefined when the response is a page. */
async function codesOf(request: string | Buffer): Promise<unknown[]> {
  const answer = await sendRaw(port, request)
  const isJson = answer?.headers['content-type'] === 'application/json; charset=utf-8'
  const said = isJson ? JSON.parse(answer.body) : {}
  if (isJson && answer.status >= 400) expect(said.message).toMatch(/\w/)
  return [answer?.status, said.code]
}

describe('a request to API or registry', () => {
  it.each([
    ['an address that cannot be decoded', 400, ['/api/%ZZ', '/media/%ZZ', '/releases/%ZZ'].map((at) => get(at))],
    ['no host', 400, ['GET /api/home/ HTTP/1.1\r\n\r\n']],
    ['noise', 400, ['\x16\x03\x01\0\r\n\r\n', 'FETCH / HTTP/1.1\r\n\r\n']],
    ['a length that is none', 400, [head('POST', '/api/send', 'content-length: x\r\n')]],
    ['a chunk that is none', 400, [`${head('POST', '/api/send', CHUNKED)}xyz\r\n`]],
    ['a report that is no JSON', 400, [`${head('POST', '/releases/reports', sized(2))}{x`]],
    ['a method that nobody takes', 405, [head('TRACE', '/api/home/'), head('PROPFIND', '/releases/x')]],
    ['a report that is too large', 413, [large('/releases/reports', 3e6)]],
    ['text that is too large', 413, [large('/api/send', 3e7, 'text/plain')]],
    ['an expectation', 417, [get('/api/home/', `${CLOSE}expect: best\r\n`)]],
    ['headers past all measure', 431, [get('/api/home/', `x: ${'x'.repeat(40_000)}\r\n`)]],
  ])('is refused in JSON when it has %s', async (_, code, requests) => {
    for (const request of requests)
      expect(await codesOf(request), request.slice(0, 60).toString()).toEqual([code, code])
  })

  it.each([
    ['no request at all', 400, 'noise\r\n\r\n'],
    ['an address that cannot be decoded', 400, get('/%ZZ')],
    ['a call that cannot be decoded', 400, get('/api/%ZZ')],
    ['no host', 400, 'GET / HTTP/1.1\r\n\r\n'],
    ['a method that no page takes', 405, head('POST', '/')],
    ['an expectation', 417, get('/', `${CLOSE}expect: best\r\n`)],
    ['headers past all measure', 431, get('/', `x: ${'x'.repeat(40_000)}\r\n`)],
  ])('is refused with the headers of all responses when it has %s', async (_, code, request) => {
    const answer = await sendRaw(port, request)
    expect(answer).toMatchObject({
      status: code,
      headers: {
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/^default-src 'none'/),
        'referrer-policy': 'strict-origin-when-cross-origin',
        'strict-transport-security': 'max-age=63072000',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
      },
    })
  })

  it('is refused with an error page when it is for a page', async () => {
    for (const request of [get('/%ZZ'), 'GET / HTTP/1.1\r\n\r\n'])
      expect(await codesOf(request), request).toEqual([400, undefined])
  })

  it.each(['expect: 100-continue', 'keep-alive: 300', 'upgrade: h2c', 'proxy-connection: x', 'te: gzip', 'trailer: x'])(
    'is forwarded without its hop-by-hop headers: %s',
    async (header) => {
      const answer = await sendRaw(
        port,
        get('/api/home/', `connection: close, x-mine\r\nx-mine: 1\r\nx-other: 2\r\n${header}\r\n`),
      )
      const { code, headers } = JSON.parse(answer?.body ?? '{}')
      expect([code, headers['x-other'], headers['x-mine']]).toEqual([200, '2', undefined])
      expect(Object.keys(headers)).not.toContain(header.split(':')[0])
    },
  )

  it('may have an absolute URL', async () => {
    expect(await codesOf(get('http://elsewhere/api/home/'))).toEqual([200, 200])
  })

  it.each(['GET /api/home/ HTTP/1.0\r\n\r\n', get('/api/home/')])(
    'gets a response and has its connection closed on request: %j',
    async (request) => {
      // `sendRaw` waits for the end of the connection.
      const answer = await sendRaw(port, request)
      expect(answer).toMatchObject({ status: 200, headers: { connection: 'close' } })
      expect(answer?.headers).not.toHaveProperty('keep-alive')
    },
  )

  it('gets 413 every time when it is too large, whatever its size and speed', async () => {
    for (let i = 0; i < 20; i += 1) {
      expect(await codesOf(large('/api/send', 15e5 + i * 2e5))).toEqual([413, 413])
      expect(await codesOf(`${head('POST', '/api/send', CHUNKED)}${chunk.repeat(20 + i)}0\r\n\r\n`)).toEqual([413, 413])
    }
  })

  it('may arrive slowly: the time limit of the response starts after the request', async () => {
    const { socket, received } = openRaw(port)
    socket.write(head('POST', '/api/send', sized(10)))
    for (const letter of '"12345678"') {
      await wait(200)
      socket.write(letter)
    }
    expect(JSON.parse(readResponse(await received)?.body ?? '{}')).toEqual({ code: 200, length: 10 })
  })
})

describe('a busy API', () => {
  it('is not called again for a response that it could not give', async () => {
    expect(await codesOf(get('/api/busy'))).toEqual([503, 503])
    expect(api.counts.begun).toBe(1)
  })

  it('is not called for clients that have gone, and their calls are aborted', async () => {
    const requests = get('/api/slow', '').repeat(20)
    const storm = Array.from({ length: 12 }, () => connect(port, '127.0.0.1').on('error', () => {}))
    for (const socket of storm) socket.write(requests)
    await expect.poll(() => api.counts.begun).toBe(2)
    for (const socket of storm) socket.resetAndDestroy()
    expect(await codesOf(get('/api/home/'))).toEqual([200, 200])
    // A place may go to a connection whose end is noticed a moment later, and never further.
    await expect.poll(() => api.counts.left).toBe(api.counts.begun)
    expect(api.counts.begun).toBeLessThanOrEqual(storm.length)
    await expect.poll(() => api.counts.now).toBe(0)
  })

  it('slows nothing else down by being called', async () => {
    expect(await codesOf(get('/api/home/'))).toEqual([200, 200])
    expect(trackedContexts()).toBe(0)
  })

  it('gets one call at a time for one connection, and responds in order', async () => {
    const { socket, received } = openRaw(port)
    socket.write(get('/api/slow', '').repeat(2) + get('/api/home/'))
    expect((await received).toString().match(/HTTP\/1\.1 200/g)).toHaveLength(3)
    expect(api.counts).toMatchObject({ begun: 2, most: 1 })
  })

  it('has a limited queue, and further clients get a time to retry', async () => {
    // 2 calls and 16 that wait.
    const answers = await Promise.all(Array.from({ length: 24 }, () => sendRaw(port, get('/api/slow'))))
    const refused = answers.filter((answer) => answer?.status === 503)
    expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(18)
    expect(api.counts.most).toBe(2)
    expect(refused).toHaveLength(6)
    for (const { headers, body } of refused as NonNullable<(typeof refused)[number]>[]) {
      expect(headers['retry-after']).toBe('5')
      expect(JSON.parse(body).code).toBe(503)
    }
  })
})
