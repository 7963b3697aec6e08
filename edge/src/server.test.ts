import fs from 'node:fs'
import http from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { RELEASE_FILE } from '@marram/release-contract/release'
import { createMetrics } from '@marram/server/metrics'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ReleaseStore } from './releases/release-store'
import { fakeLog } from './testing/fake-log'
import { type FakeRegistry, fakeRegistry } from './testing/fake-registry'
import { entryOf, fakePages, fakeSection, fakeShell } from './testing/fake-releases'
import { startTestEdge } from './testing/start-test-edge'

type Answer = { status?: number; headers: http.IncomingHttpHeaders; body: Buffer }
type Edge = Awaited<ReturnType<typeof startTestEdge>>

const shell = fakeShell()
const pages = fakePages('/events', '/content')
const one = fakeSection('events', '1.0.0', { pages })
const two = fakeSection('events', '2.0.0', { pages })
const upstream = http.createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ code: 200, url: request.url, headers: request.headers }))
})
const addressOf = (server: http.Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

let registry: FakeRegistry
let folder: string
let edge: Edge
const metrics = createMetrics()

type Given = Partial<Parameters<typeof startTestEdge>[0]>
function start({ limits, ...given }: Given = {}): Promise<Edge> {
  const api = { url: addressOf(upstream) }
  return startTestEdge({
    ...{ folder, api, registry, ...given },
    limits: { discoveryPollMs: 50, ...limits },
  })
}

function ask(target: string, { method = 'GET', headers = {}, body = '', at = edge } = {}): Promise<Answer> {
  const { hostname, port } = new URL(at.url)
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, path: target, method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    request.on('error', reject)
    request.end(body)
  })
}
const shown = async (url: string) => (await ask(url)).body.toString()
const file = (name: string, part = 'events', version = '1.0.0') => `/releases/files/${part}/${version}/${name}`

beforeAll(async () => {
  registry = await fakeRegistry()
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  registry.publish(shell, one)
  registry.promote({ shell: [entryOf(shell)], events: [entryOf(one)] })
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-edge-'))
  edge = await start({ metrics, lookAtDisk: async () => ({ free: 50, size: 1000 }) })
})
afterAll(async () => {
  await edge.close()
  await registry.close()
  upstream.closeAllConnections()
  upstream.close()
  fs.rmSync(folder, { recursive: true })
})

describe('a visitor', () => {
  it('reads a page that was rendered here', async () => {
    const { status, body } = await ask('/healthz')
    // Public, as one word without figures.
    expect([status, JSON.parse(body.toString()).disk]).toEqual([200, 'low'])
    expect(await metrics.metrics()).toMatch(/^marram_disk_low 1$/m)
    expect(await shown('/events')).toContain('<div id="root">Hello from events 1.0.0 at /events</div>')
  })

  it.each(['/%zz', '/events/%', '/%c0%ae'])('reads a plain message at the broken address %s', async (url) => {
    const { status, headers, body } = await ask(url)
    expect([status, headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'strict-transport-security': expect.any(String),
    })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
    expect(body.toString()).toContain('Go to the home page')
  })

  it.each(['/events/', '/x/../events'])(
    'is redirected from %s to the page, by a response without permissions',
    async (url) => {
      const { status, headers } = await ask(url)
      expect([status, headers.location]).toEqual([308, '/events'])
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringMatching(/^default-src 'none'/),
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
      })
    },
  )

  it.each([
    ['a script', '*/*', 'application/json; charset=utf-8', '"message":"Pages are read with GET."'],
    ['a form', 'text/html,*/*;q=0.8', 'text/html; charset=utf-8', 'This form needs JavaScript'],
  ])('cannot send anything to a page, and %s gets the error in its own format', async (_, accept, type, words) => {
    const headers = { accept, 'content-type': 'application/x-www-form-urlencoded' }
    const { status, headers: sent, body } = await ask('/events', { method: 'POST', headers, body: 'name=Ada' })
    expect([status, sent.allow, sent['content-type']]).toEqual([405, 'GET, HEAD', type])
    expect(body.toString()).toContain(words)
  })

  it('gets only the headers of a page for HEAD', async () => {
    const { status, body } = await ask('/events', { method: 'HEAD' })
    expect([status, body.length]).toEqual([200, 0])
  })

  it('reaches the API without the cookies of this site, and cannot claim another address', async () => {
    const headers = {
      cookie: 'marram_visitor=1',
      'x-forwarded-for': '8.8.8.8',
      forwarded: 'for=8.8.8.8',
      authorization: 'Bearer t',
    }
    const sent = JSON.parse((await ask('/api/news/?page=2', { headers })).body.toString())
    expect(sent.url).toBe('/api/news/?page=2')
    expect(sent.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', authorization: 'Bearer t' })
    expect(Object.keys(sent.headers)).not.toEqual(expect.arrayContaining(['cookie']))
    expect(sent.headers.forwarded).toBeUndefined()
  })

  it('cannot pass for the edge: only calls to our API carry the token of the edge', async () => {
    const token = 'a-token-that-edge-and-api-have-in-common'
    const NAME = 'x-marram-edge-token'
    const claimed = { [NAME]: 'claimed-by-a-browser', connection: `close, ${NAME}` }
    const sentBy = async (path: string, at: Edge) => (await ask(path, { headers: claimed, at })).body.toString()
    const ours = await start({ environment: { API_EDGE_TOKEN: token, PAGE_CACHE_BYTES: '0' } })
    for (const path of ['/api/news/', '/content']) expect(await sentBy(path, ours)).toContain(`"${NAME}":"${token}"`)
    await ours.close()
    for (const path of ['/api/news/', '/content']) expect(await sentBy(path, edge)).not.toContain(NAME)
  })

  it('counts with a token missing, which is reported at the start', async () => {
    const logs = [fakeLog(), fakeLog()] as const
    await (await start({ log: logs[0].log })).close()
    const API_EDGE_TOKEN = 'a-token-that-edge-and-api-have-in-common'
    await (await start({ log: logs[1].log, environment: { API_EDGE_TOKEN } })).close()
    const isWarning = ({ level, message }: (typeof logs)[0]['lines'][0]) =>
      level === 'warn' && message.includes('API_EDGE_TOKEN')
    expect(logs.map(({ lines }) => lines.filter(isWarning).length)).toEqual([1, 0])
  })

  it('gets the id of each request, which the API gets too, and cannot choose it', async () => {
    const { headers, body } = await ask('/api/news/', { headers: { 'x-request-id': 'chosen-by-a-visitor' } })
    const sent = JSON.parse(body.toString()).headers['x-request-id']
    expect(sent).toMatch(/^[0-9a-f-]{36}$/)
    expect([headers['x-request-id'], sent === (await ask('/events')).headers['x-request-id']]).toEqual([sent, false])
  })
})

describe('the metrics of the edge', () => {
  it('count renders, cache hits and faults, by part and version and by no address', async () => {
    const metrics = createMetrics()
    const at = await start({ metrics })
    for (let i = 0; i < 2; i += 1) await ask('/events', { at })
    const composition = (await ask('/events', { at })).headers['x-marram-composition']
    const report = JSON.stringify({ kind: 'uncaught', message: 'no', part: 'events', composition })
    const headers = { 'content-type': 'application/json' }
    await ask('/releases/reports', { method: 'POST', headers, body: report, at })
    await at.close()
    const text = await metrics.metrics()
    for (const line of [
      'marram_page_render_seconds_count{section="events",version="1.0.0",shell="1.0.0",outcome="server"}',
      'marram_page_answers_total{section="events",version="1.0.0",cache="miss",render="server"}',
      'marram_faults_total{source="browser",kind="uncaught",part="events",version="1.0.0"} 1',
      'marram_http_request_duration_seconds_count{method="GET",route="/*",status="200"} 3',
      'marram_render_processes',
      'marram_page_cache_bytes',
    ])
      expect(text).toContain(line)
  })

  it('count releases that cannot be used', async () => {
    const broken = fakeSection('broken', '3.0.0', { server: 'throw new Error("never")' })
    registry.publish(broken)
    registry.promote({ shell: [entryOf(shell)], events: [entryOf(one)], broken: [entryOf(broken)] })
    const metrics = createMetrics()
    const at = await start({ metrics })
    const counted = 'marram_faults_total{source="server",kind="release",part="broken",version="3.0.0"} 1'
    await expect.poll(() => metrics.metrics()).toContain(counted)
    await at.close()
    registry.promote({ shell: [entryOf(shell)], events: [entryOf(one)] })
  })

  it('are not for visitors', async () => {
    const { headers, body } = await ask('/metrics')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body.toString()).not.toContain('marram_http')
  })
})

describe('this edge', () => {
  it('limits the connections of one client', async () => {
    const at = await start({ limits: { connectionsOfClient: 2 } })
    const { hostname: host, port } = new URL(at.url)
    const sockets: Socket[] = []
    const opened = () =>
      new Promise<string>((resolve) => {
        const socket = connect({ host, port: Number(port) })
        sockets.push(socket)
        socket.on('error', () => resolve('closed')).on('close', () => resolve('closed'))
        socket.on('data', () => resolve('answered'))
        socket.write('GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n')
      })
    const answers: string[] = []
    for (let i = 0; i < 4; i += 1) answers.push(await opened())
    for (const socket of sockets) socket.destroy()
    await at.close()
    expect(answers).toEqual(['answered', 'answered', 'closed', 'closed'])
  })

  it('removes copies that no document names, and those of dev sources', async () => {
    const [candidate, fallback] = [fakeSection('events', '1.1.0'), fakeSection('events', '0.9.0')]
    const data = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-cleaned-'))
    const releases = path.join(data, 'edge/releases')
    const store = new ReleaseStore(releases, registry.url)
    registry.publish(candidate, fallback, fakeSection('events', '0.1.0'))
    for (const version of ['0.1.0', '0.9.0', '1.0.0', '1.1.0']) await store.open({ part: 'events', version })
    const machine = path.join(releases, '_dev-sources', encodeURIComponent('http://127.0.0.1:4001'))
    fs.cpSync(path.join(releases, 'events/0.1.0'), path.join(machine, 'events/0.1.0'), { recursive: true })
    for (const folder of [releases, machine])
      for (const version of fs.readdirSync(path.join(folder, 'events')))
        fs.utimesSync(path.join(folder, 'events', version, RELEASE_FILE), 0, 0)
    const rollout = [
      entryOf(one, { traffic: 90, fallbacks: [fallback] }),
      entryOf(candidate, { traffic: 10, stable: false, fallbacks: [one] }),
    ]
    registry.promote({ shell: [entryOf(shell)], events: rollout })
    const at = await start({ folder: data })
    const copies = (folder: string) => fs.readdirSync(path.join(folder, 'events')).sort()
    await expect.poll(() => copies(releases)).toEqual(['0.9.0', '1.0.0', '1.1.0'])
    await expect.poll(() => copies(machine)).toEqual([])
    await at.close()
    registry.promote({ shell: [entryOf(shell)], events: [entryOf(one)] })
    fs.rmSync(data, { recursive: true })
  })
})

describe('the address of a visitor', () => {
  const claimed = { 'x-forwarded-for': '8.8.8.8, 203.0.113.7', 'x-request-id': 'given-by-a-proxy' }

  it.each([
    ['of one proxy', '1', '203.0.113.7'],
    ['of two proxies', '2', '8.8.8.8'],
    ['of a proxy at this address', '192.0.2.1, 127.0.0.0/8', '203.0.113.7'],
    ['of a proxy elsewhere', '192.0.2.1', '127.0.0.1'],
    ['of no proxy', 'false', '127.0.0.1'],
  ])('is taken from the header %s', async (_, setting, expected) => {
    const at = await start({ environment: { TRUST_PROXY: setting } })
    const { headers } = JSON.parse((await ask('/api/news/', { headers: claimed, at })).body.toString())
    await at.close()
    expect(headers['x-forwarded-for']).toBe(expected)
    // The id of the request follows the same rule.
    expect(headers['x-request-id'] === claimed['x-request-id']).toBe(expected !== '127.0.0.1')
  })
})

describe('API calls during a render', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ])('carry the visitor’s network: of %s, %s', async (address, network) => {
    const at = await start({ environment: { TRUST_PROXY: 'loopback', PAGE_CACHE_BYTES: '0' } })
    const { body } = await ask('/content', { headers: { 'x-forwarded-for': address }, at })
    await at.close()
    expect(/"x-forwarded-for":"([^"]*)"/.exec(body.toString())?.[1]).toBe(network)
  })
})

describe('the id of a request', () => {
  it('is passed from our proxy through page and API into the log, and is new when its source is unknown', async () => {
    const logged = fakeLog()
    const at = await start({ environment: { TRUST_PROXY: 'loopback', PAGE_CACHE_BYTES: '0' }, log: logged.log })
    const idsOf = async (given: string, target: string) => {
      const { headers, body } = await ask(target, { headers: { 'x-request-id': given }, at })
      const id = headers['x-request-id'] as string
      await expect.poll(() => logged.lines.some(({ fields }) => fields.request === id)).toBe(true)
      const line = logged.lines.find(({ fields }) => fields.request === id)
      return { id, inCall: /"x-request-id":"([^"]*)"/.exec(body.toString())?.[1], line: line?.fields }
    }
    for (const target of ['/content', '/api/content']) {
      const id = `given-for${target.replaceAll('/', '-')}`
      expect(await idsOf(id, target)).toMatchObject({ id, inCall: id, line: { request: id, status: 200 } })
      for (const unsafe of ['x'.repeat(10_000), 'short', '{"level":60}', 'a word and another']) {
        const made = await idsOf(unsafe, target)
        expect(made.id).toMatch(/^[0-9a-f-]{36}$/)
        expect(made.inCall).toBe(made.id)
      }
    }
    expect(logged.lines.find(({ fields }) => fields.request === 'given-for-content')?.fields).toMatchObject({
      composition: expect.stringMatching(/^[0-9a-f]{32}$/),
      render: expect.stringContaining('server'),
    })
    expect(JSON.stringify(logged.lines)).not.toMatch(/xxxx|another|level":60/)
    await at.close()
  })
})

describe('a file of a release', () => {
  it('is cached for ever, and compressed on request', async () => {
    const plain = await ask(file('browser/remoteEntry.js'))
    expect(plain.body).toEqual(one.files['browser/remoteEntry.js'])
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding, available-dictionary',
    })
    const brotli = await ask(file('browser/remoteEntry.js'), { headers: { 'accept-encoding': 'gzip, br' } })
    expect(brotli.headers['content-encoding']).toBe('br')
    const refused = await ask(file('browser/remoteEntry.js'), { headers: { 'accept-encoding': 'gzip, br;q=0' } })
    expect(refused.headers['content-encoding']).toBeUndefined()
  })

  it.each([
    ['is not in the release', file('browser/nothing.js')],
    ['is the server’s', file('server/index.js')],
    ['is of a version that was never published', file('browser/remoteEntry.js', 'events', '7.0.0')],
    ['is of no part', file('browser/remoteEntry.js', 'nobody')],
    ['has the name of something that every object has', file('constructor')],
    ['leaves its release', file('..%2f..%2f..%2fdiscovery.json')],
    ['leaves the folder of releases by its version', file('release.json', 'events', '..%2f..')],
    ['leaves the folder of releases by its part', file('release.json', '..%2f..%2fedge', '1.0.0')],
  ])('is a 404, uncached, when it %s', async (_, url) => {
    const { status, headers } = await ask(url)
    expect([status, headers['cache-control']]).toEqual([404, 'no-store'])
  })

  it('is refused, uncached, when it was changed on disk', async () => {
    const onDisk = path.join(folder, 'edge/releases/events/1.0.0/browser/page.js')
    const right = fs.readFileSync(onDisk)
    fs.writeFileSync(onDisk, 'tampered()')
    const { status, headers } = await ask(file('browser/page.js'))
    expect([status, headers['cache-control']]).toEqual([503, 'no-store'])
    fs.writeFileSync(onDisk, right)
    expect((await ask(file('browser/page.js'))).body).toEqual(right)
  })
})

describe('a promoted release', () => {
  it('is served to the next visitor, and so is the earlier one after a rollback', async () => {
    registry.publish(two)
    registry.promote({ shell: [entryOf(shell)], events: [entryOf(two)] })
    await expect.poll(() => shown('/events')).toContain('Hello from events 2.0.0')
    registry.promote({ shell: [entryOf(shell)], events: [entryOf(one)] })
    await expect.poll(() => shown('/events')).toContain('Hello from events 1.0.0')
  })

  it('is served by an edge that starts while the registry is down', async () => {
    const kept = path.join(folder, 'edge/discovery.json')
    await expect.poll(() => fs.readFileSync(kept, 'utf8')).toContain('events/1.0.0')
    await edge.close()
    registry.broken = 503
    edge = await start()
    expect(await shown('/events')).toContain('Hello from events 1.0.0')
    registry.broken = undefined
  })

  it('is replaced by the last good one when an edge starts with a changed server build that cannot be repaired', async () => {
    registry.publish(two)
    registry.promote({
      shell: [entryOf(shell)],
      events: [entryOf(two, { fallbacks: [one] })],
    })
    await expect.poll(() => shown('/events')).toContain('Hello from events 2.0.0')
    await edge.close()
    fs.writeFileSync(path.join(folder, 'edge/releases/events/2.0.0/server/index.js'), "exports.say = () => 'tampered'")
    registry.files.set(file('server/index.js', 'events', '2.0.0'), Buffer.from("exports.say = () => 'tampered'"))
    edge = await start()
    expect(await shown('/events')).toContain('Hello from events 1.0.0')
  })

  it('that is stopped is reported to open tabs', async () => {
    const read = async (etag?: string) => ask('/releases/stopped', { headers: etag ? { 'if-none-match': etag } : {} })
    const before = await read()
    expect([before.status, before.body.toString()]).toEqual([200, '{}'])
    registry.promote({
      shell: [entryOf(shell)],
      events: [entryOf(one, { stopped: { notice: 'Back at nine – promised.' } })],
    })
    await expect.poll(async () => (await read(before.headers.etag)).status).toBe(200)
    const { body, headers } = await read(before.headers.etag)
    expect(JSON.parse(body.toString())).toEqual({ events: { notice: 'Back at nine – promised.' } })
    expect((await read(headers.etag)).status).toBe(304)
    expect((await read(`W/${headers.etag}`)).status).toBe(304)
    expect(headers['set-cookie']).toBeUndefined()
  })

  it('of a new part that cannot be used is a 503, not a 404, and uncached', async () => {
    registry.promote({ shell: [entryOf(shell)], events: [entryOf(one)] })
    await expect.poll(() => shown('/events')).toContain('Hello from events 1.0.0')
    const broken = fakeSection('news', '1.0.0', { pages: fakePages('/new'), server: 'throw new Error("no")' })
    registry.publish(broken)
    registry.promote({ shell: [entryOf(shell)], events: [entryOf(one)], news: [entryOf(broken)] })
    await expect.poll(async () => (await ask('/new')).status).toBe(503)
    const { headers } = await ask('/new')
    expect(headers).toMatchObject({ 'retry-after': '30', 'x-marram-cache': 'miss' })
    expect((await ask('/events')).status).toBe(200)
  })
})
