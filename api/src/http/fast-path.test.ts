import { tracingChannel } from 'node:diagnostics_channel'
import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { engines } from '@marram/server/testing/engines'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contentRevision, services } from '../content/tables'
import { openTestApp, type TestApp } from '../testing/test-app'
import { fastPath } from './fast-path'
import { createResponseCache } from './response-cache'

type Answer = { status?: number; headers: IncomingHttpHeaders; body: string }

/** No response has this ETag, so the routes run and send theirs. */
const SLOWLY = { 'if-none-match': '"none"' }
const SERVICES = '/api/home/services/'

describe.each(engines.slice(0, 1))('a response of the fast path', (engine) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(engine)
    await test.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => test?.close())

  function ask(target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
    const { port } = test.app.server.address() as AddressInfo
    return new Promise((resolve, reject) => {
      const request = http.request({ host: '127.0.0.1', port, path: target, headers, method }, (response) => {
        let body = ''
        response.setEncoding('latin1').on('data', (text: string) => {
          body += text
        })
        response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }))
      })
      request.on('error', reject).end()
    })
  }
  /** Without the headers that differ in every response. */
  const lasting = ({ status, headers, body }: Answer) => {
    const { date, 'x-request-id': id, ...same } = headers
    expect(date).toBeDefined()
    return { status, same, body, hasId: /^[\w-]{36}$/.test(String(id)) }
  }

  it.each([
    ['as it is', SERVICES, {}],
    ['compressed', '/api/news/', { 'accept-encoding': 'br' }],
    ['compressed in another way', '/api/news/?page=1&page_size=12', { 'accept-encoding': 'gzip;q=1' }],
    ['too small to be compressed', '/api/home/category/', { 'accept-encoding': 'br' }],
  ])('equals the response of the framework: %s', async (_, target, headers) => {
    let routed = 0
    const note = () => {
      routed += 1
    }
    const { start } = tracingChannel('fastify.request.handler')
    start.subscribe(note)
    let ready = await ask(target, headers)
    // The first request after a pause reads the revision from the database.
    await expect
      .poll(async () => {
        const before = routed
        ready = await ask(target, headers)
        return routed - before
      })
      .toBe(0)
    const before = routed
    const slow = await ask(target, { ...headers, ...SLOWLY })
    expect(routed).toBe(before + 1)
    start.unsubscribe(note)
    expect(lasting(ready)).toEqual(lasting(slow))
    expect(ready.headers).toMatchObject({
      'x-content-revision': '1.2026-11-21.tests',
      'referrer-policy': 'no-referrer',
    })
  })

  it('depends on address, encoding and method', async () => {
    const whole = await ask('/api/news/')
    expect((await ask('/api/news/?page=2&page_size=2')).body).not.toBe(whole.body)
    expect((await ask('/api/news/', { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br')
    expect((await ask('/api/news/')).headers['content-encoding']).toBeUndefined()
    expect((await ask('/api/news/', {}, 'HEAD')).body).toBe('')
    expect((await ask('/api/news/', {}, 'POST')).status).toBe(405)
  })

  it('is not cached when it is a 404', async () => {
    for (let i = 0; i < 2; i += 1) expect((await ask('/api/news/detail/none')).status).toBe(404)
  })

  it('shows a change within a second', async () => {
    const before = await ask(SERVICES)
    await test.db.transaction(async (tx) => {
      await tx.update(services).set({ title: 'Changed' }).where(eq(services.slug, 'exhibitions'))
      await tx.update(contentRevision).set({ revision: 2 })
    })
    await wait(600)
    const after = await ask(SERVICES)
    expect(after.headers['x-content-revision']).toBe('2.2026-11-21.tests')
    expect(after.headers.etag).not.toBe(before.headers.etag)
    expect(lasting(after)).toEqual(lasting(await ask(SERVICES)))
  })
})

describe('a response is sent before the framework runs', () => {
  const host = { host: 'marram.example' }
  const known = { fresh: '1' as string | undefined }
  const cache = createResponseCache(10_000)
  const ready = fastPath({
    cache,
    revision: {
      current: async () => '1',
      fresh: () => known.fresh,
      lastKnown: () => '1',
      expire: () => {},
      forget: () => {},
    },
    idOf: () => 'id-of-the-request',
    onSent: () => {},
  })
  const asked = (given: object = {}) =>
    ({ method: 'GET', url: '/api/news/', headers: host, ...given }) as IncomingMessage
  const isAnswered = (given: object = {}, socket: object | null = {}) => {
    const response = { socket, writeHead: () => response, end: () => {} }
    return ready.respond(asked(given), response as unknown as ServerResponse)
  }
  beforeEach(async () => {
    known.fresh = '1'
    await cache.get('1', 'news', async () => '{}')
    ready.note(asked(), { key: 'news', route: '/api/news/', encoding: undefined, revision: '1' })
  })

  it('when its address got a response before', () => expect(isAnswered()).toBe(true))

  it.each([
    ['has another address', { url: '/api/news/?page=2' }],
    ['wants another encoding', { headers: { ...host, 'accept-encoding': 'br' } }],
    ['has the answer already', { headers: { ...host, 'if-none-match': '"x"' } }],
    ['names no host', { headers: {} }],
    ['is another method', { method: 'HEAD' }],
  ])('but not when the request %s', (_, given) => expect(isAnswered(given)).toBe(false))

  it('but not before earlier responses on its connection', () => expect(isAnswered({}, null)).toBe(false))

  it('but not when the revision was not read recently, or the content has changed', () => {
    known.fresh = undefined
    expect(isAnswered()).toBe(false)
    known.fresh = '2'
    expect(isAnswered()).toBe(false)
  })

  it('but not when its address is too long to be cached', () => {
    const url = `/api/news/?q=${'x'.repeat(400)}`
    ready.note(asked({ url }), { key: 'news', route: '/api/news/', encoding: undefined, revision: '1' })
    expect(isAnswered({ url })).toBe(false)
  })
})
