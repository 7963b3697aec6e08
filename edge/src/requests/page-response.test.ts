import { tracingChannel } from 'node:diagnostics_channel'
import fs from 'node:fs'
import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createMetrics } from '@marram/server/metrics'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LiveComposition, OwnedPage } from '../compositions/live-composition'
import { PageDocument } from '../pages/page-document'
import { pagePipeline } from '../pages/page-pipeline'
import { fakeLog } from '../testing/fake-log'
import { type FakeRegistry, fakeRegistry } from '../testing/fake-registry'
import { entryOf, fakeSection, fakeShell } from '../testing/fake-releases'
import { smallApi } from '../testing/small-api'
import { startTestEdge } from '../testing/start-test-edge'
import { fastPath } from './page-response'

/** The page handler serves addresses with a query; the page is the same, because this parameter is undeclared. */
const SLOWLY = '?undeclared=1'

const shell = fakeShell()
const events = fakeSection('events')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-ready-'))
const metrics = createMetrics()
const logged = fakeLog()
let registry: FakeRegistry
let edge: Awaited<ReturnType<typeof startTestEdge>>
let api: Awaited<ReturnType<typeof smallApi>>

type Answer = { status?: number; headers: IncomingHttpHeaders; body: string }

function ask(target: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.get(edge.url + target, { headers }, (response) => {
      let body = ''
      response.setEncoding('latin1').on('data', (text: string) => {
        body += text
      })
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }))
    })
    request.on('error', reject)
  })
}

/** Without the headers that differ in every response. */
const lasting = ({ status, headers, body }: Answer) => {
  const { date, 'x-request-id': id, 'set-cookie': cookies, ...same } = headers
  expect(date).toBeDefined()
  return {
    status,
    same,
    body,
    hasId: /^[\w-]{36}$/.test(String(id)),
    cookie: cookies?.join().replace(/[0-9a-f]{16}/, 'ID'),
  }
}
/** How many requests have reached a route of the framework. */
function watchRoutes() {
  const { start } = tracingChannel('fastify.request.handler')
  const watch = { count: 0, stop: () => start.unsubscribe(note) }
  const note = () => {
    watch.count += 1
  }
  start.subscribe(note)
  return watch
}
/** How many responses the framework has measured, and how many there were. */
async function counted() {
  const text = await metrics.metrics()
  const of = (line: RegExp) => Number(line.exec(text)?.[1] ?? 0)
  return {
    http: of(/marram_http_request_duration_seconds_count\{method="GET",route="\/\*",status="200"\} (\d+)/),
    pages: of(/marram_page_answers_total\{[^}]*section="events"[^}]*cache="hit"[^}]*\} (\d+)/),
  }
}

beforeAll(async () => {
  registry = await fakeRegistry()
  registry.publish(shell, events)
  registry.promote({ shell: [entryOf(shell)], events: [entryOf(events)] })
  api = await smallApi()
  edge = await startTestEdge({ folder, api, registry, metrics, log: logged.log })
})
afterAll(async () => {
  await edge.close()
  await registry.close()
  await api.close()
  fs.rmSync(folder, { recursive: true })
})

describe('a cached page', () => {
  const visitor = { cookie: 'marram_visitor=0123456789abcdef' }
  beforeEach(async () => {
    for (const encoding of ['br', 'gzip', 'identity'])
      await expect
        .poll(async () => (await ask('/events', { 'accept-encoding': encoding })).headers['x-marram-cache'], {
          timeout: 9000,
        })
        .toBe('hit')
  })

  it.each([
    ['a browser that comes again', { ...visitor, 'accept-encoding': 'gzip, deflate, br' }],
    ['a new visitor', { 'accept-encoding': 'gzip' }],
    ['a program', visitor],
  ])('equals the response through the framework, to %s', async (_, headers) => {
    const routed = watchRoutes()
    let ready = await ask('/events', headers)
    await expect
      .poll(async () => {
        // The first request after a pause makes the choice of versions.
        await ask('/events', headers)
        const before = routed.count
        ready = await ask('/events', headers)
        return routed.count - before
      })
      .toBe(0)
    const before = routed.count
    const slow = await ask(`/events${SLOWLY}`, headers)
    expect(routed.count).toBe(before + 1)
    routed.stop()
    expect(lasting(ready)).toEqual(lasting(slow))
    expect(ready.headers['x-marram-cache']).toBe('hit')
    expect(ready.headers['strict-transport-security']).toBeDefined()
  })

  it('allows scripts of its releases at the requested host, each time', async () => {
    for (const host of ['one.example', 'two.example:8080', 'one.example', "x; script-src 'self'"]) {
      const [ready, slow] = [await ask('/events', { host }), await ask(`/events${SLOWLY}`, { host })]
      const policies = [ready, slow].map(({ headers }) => headers['content-security-policy'])
      expect(policies[0]).toBe(policies[1])
      const [script, ...more] = String(policies[0]).match(/script-src[^;]*/g) ?? []
      expect([more, script?.includes(host), script?.includes(`${host}/releases/files/events/1.0.0/`)]).toEqual(
        host.includes(';') ? [[], false, false] : [[], true, true],
      )
      expect(script).toContain(' https://marram.example/releases/files/shell/1.0.0/ ')
    }
  })

  it('is counted, measured and logged like every other', async () => {
    for (const target of ['/events', `/events${SLOWLY}`]) {
      const before = await counted()
      logged.lines.length = 0
      const { headers } = await ask(target, visitor)
      await expect.poll(counted).toEqual({ http: before.http + 1, pages: before.pages + 1 })
      expect(logged.lines).toMatchObject([
        {
          level: 'info',
          message: 'response sent',
          fields: {
            ...{ method: 'GET', route: '/*', status: 200, request: headers['x-request-id'] },
            ...{ composition: headers['x-marram-composition'], render: headers['x-marram-render'], cache: 'hit' },
            ...{ section: 'events', pattern: '/events' },
          },
        },
      ])
    }
  })

  it('is not sent again to a client that has it', async () => {
    const { etag } = (await ask('/events', visitor)).headers
    expect((await ask('/events', { ...visitor, 'if-none-match': String(etag) })).status).toBe(304)
  })

  it('waits for earlier responses on its connection', async () => {
    const socket = net.connect(Number(new URL(edge.url).port), '127.0.0.1')
    const send = (target: string) => socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\n\r\n`)
    let text = ''
    socket.setEncoding('latin1').on('data', (more: string) => {
      text += more
    })
    // The first page was not requested before, so it is rendered.
    for (const target of ['/events/anew', '/events', `/events${SLOWLY}`]) send(target)
    await expect.poll(() => text.match(/HTTP\/1\.1 \d/g)?.length).toBe(3)
    expect([...text.matchAll(/x-marram-cache: (\w+)/g)].map(([, cache]) => cache)).toEqual(['miss', 'hit', 'hit'])
    socket.destroy()
  })

  it('gets no response without a host', async () => {
    const socket = net.connect(Number(new URL(edge.url).port), '127.0.0.1')
    socket.write('GET /events HTTP/1.1\r\n\r\n')
    const text = await new Promise((resolve) => socket.setEncoding('latin1').once('data', resolve))
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    socket.destroy()
  })

  it('soon shows the live release', async () => {
    const next = fakeSection('events', '2.0.0')
    registry.publish(next)
    registry.promote({ shell: [entryOf(shell)], events: [entryOf(next)] })
    await expect
      .poll(async () => (await ask('/events', { 'accept-encoding': 'identity' })).body, { timeout: 1500 })
      .toContain('2.0.0')
    registry.promote({ shell: [entryOf(shell)], events: [entryOf(events)] })
    await expect
      .poll(async () => (await ask('/events', { 'accept-encoding': 'identity' })).body, { timeout: 1500 })
      .toContain('1.0.0')
  })

  it('shows that the registry is down', async () => {
    registry.broken = 503
    await expect
      .poll(async () => (await ask('/events', visitor)).headers['x-marram-stale'], { timeout: 3000 })
      .toBe('composition')
    registry.broken = undefined
    await expect
      .poll(async () => (await ask('/events', visitor)).headers['x-marram-stale'], { timeout: 3000 })
      .toBeUndefined()
  })
})

describe('a request on the fast path', () => {
  const page = new PageDocument(200, Buffer.from('page'), 'server; dur=1.0')
  const live = {
    id: 'one',
    // No other composition of this process has it: parts of pages are cached by it.
    number: -3,
    composition: { sections: {} },
    versions: {},
    policy: () => "default-src 'none'",
    pages: [] as OwnedPage[],
    shell: shell.manifest,
    sections: {},
  } as unknown as LiveComposition
  const kept = { page: page as PageDocument | undefined, reachable: true, live }
  const unused = () => Promise.reject(new Error('nothing here waits'))
  const pages = pagePipeline({
    briefMs: 30_000,
    compositions: { cachedFor: () => kept.live, forVisitor: unused, unusableFor: () => ({}) },
    cache: { fresh: () => kept.page, get: unused },
    pool: { render: unused },
    deltas: { from: unused },
    registry: kept,
    settings: { PUBLIC_URL: 'https://marram.example' },
    isOfPreviews: ({ headers }) => headers.host === 'previews.example',
    commonHeaders: {},
    onRendered: () => {},
    onUnrendered: () => {},
  })
  const send = fastPath({ fromMemory: pages.fromMemory, idOf: () => 'id-of-the-request', onSent: () => {} })
  const plain = { method: 'GET', url: '/news/details/dunes', headers: { host: 'marram.example' } }
  const isAnswered = (given: object, socket: object | null = {}) => {
    const response = { socket, writeHead: () => response, end: () => {} }
    return send({ ...plain, ...given } as IncomingMessage, response as unknown as ServerResponse)
  }
  beforeEach(() => void Object.assign(kept, { page, reachable: true, live }))

  it('releases a closed composition, although its pages are still cached', async () => {
    kept.live = { ...live, id: 'closed' }
    expect(isAnswered({})).toBe(true)
    const closed = new WeakRef(kept.live)
    kept.live = live
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    await expect
      .poll(() => {
        collect()
        return closed.deref() === undefined
      })
      .toBe(true)
  })

  it.each(['/', '/news', '/news/details/dunes', '/news_2/A-b'])(
    'is accepted when it asks for a plain page: %s',
    (url) => expect(isAnswered({ url })).toBe(true),
  )

  it.each([
    ['is another method', { method: 'HEAD' }],
    ['has a query', { url: '/news?page=2' }],
    ['has an address that is not written properly', { url: '/news/' }],
    ['has one with two slashes', { url: '//news' }],
    ['has one with escapes', { url: '/%6eews' }],
    ['has one with a host', { url: 'http://marram.example/news' }],
    ['has the page already', { headers: { ...plain.headers, 'if-none-match': '"x"' } }],
    ['has a body', { headers: { ...plain.headers, 'content-length': '3' } }],
    ['has a body of any length', { headers: { ...plain.headers, 'transfer-encoding': 'chunked' } }],
    ['is for the address of previews', { headers: { host: 'previews.example' } }],
    ['names no host', { headers: {} }],
    ['wants it in another form than anybody before', { headers: { ...plain.headers, 'accept-encoding': 'br' } }],
  ])('is not accepted when it %s', (_, given) => expect(isAnswered(given)).toBe(false))

  it('is not accepted before earlier responses on its connection', () => expect(isAnswered({}, null)).toBe(false))

  it.each([
    ['the registry is away', { reachable: false }],
    ['the page is not kept', { page: undefined }],
    ['the page is no page', { page: new PageDocument(404, Buffer.from('none'), 'server') }],
  ])('is not accepted when %s', (_, other) => {
    Object.assign(kept, other)
    expect(isAnswered({})).toBe(false)
  })
})
