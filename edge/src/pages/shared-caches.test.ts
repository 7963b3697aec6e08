import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fakeLog } from '../testing/fake-log'
import { type FakeRegistry, fakeRegistry } from '../testing/fake-registry'
import { entryOf, fakePages, fakeSection, fakeShell } from '../testing/fake-releases'
import { startTestEdge } from '../testing/start-test-edge'
import { SharedCaches } from './shared-caches'

const shell = fakeShell()
const pages = [
  ...fakePages('/events', '/content'),
  ...fakePages('/mine').map((page) => ({ ...page, private: true as const })),
]
const [one, two] = [fakeSection('events', '1.0.0', { pages }), fakeSection('events', '2.0.0', { pages })]
const [SOMEBODY, OTHER] = ['0000000000000001', '00000000000000ff']

const api = { revision: '1.2027-04-17' }
const upstream = http.createServer((_, response) =>
  response.writeHead(200, { 'x-content-revision': api.revision }).end('text'),
)
/** A cache in front that refuses the first `refusals` requests. */
const purged: { method: string | undefined; tag: unknown; at: number }[] = []
let refusals = 0
const front = http.createServer(({ method, headers }, response) => {
  purged.push({ method, tag: headers['cache-tag'], at: performance.now() })
  refusals -= 1
  response.writeHead(refusals >= 0 ? 503 : 200).end()
})
const listen = async (server: http.Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-shared-caches-'))
let registry: FakeRegistry
let edge: Awaited<ReturnType<typeof startTestEdge>>
let cacheUrl: string
beforeAll(async () => {
  registry = await fakeRegistry()
  registry.publish(shell, one, two)
  registry.promote({ shell: [entryOf(shell)], events: [entryOf(one)] })
  cacheUrl = await listen(front)
  const url = await listen(upstream)
  edge = await startTestEdge({ folder, api: { url }, registry, environment: { CACHE_URLS: cacheUrl } })
})
afterAll(async () => {
  await edge.close()
  await registry.close()
  for (const server of [front, upstream]) {
    server.closeAllConnections()
    server.close()
  }
  fs.rmSync(folder, { recursive: true })
})

async function headersOf(address: string, visitor?: string, asked?: string | null) {
  const { headers } = await fetch(edge.url + address, {
    headers: { ...(visitor && { cookie: `marram_visitor=${visitor}` }), ...(asked && { 'x-marram-variant': asked }) },
  })
  return {
    variant: headers.get('x-marram-variant'),
    shared: headers.get('cdn-cache-control'),
    tags: headers.get('cache-tag'),
    browser: headers.get('cache-control'),
    vary: headers.get('vary'),
    composition: headers.get('x-marram-composition'),
  }
}
const variantOf = async (visitor: string) => (await headersOf('/releases/variant', visitor)).variant

/** As a cache in front asks for a page: with the variant that it has looked up. */
const askedFor = async (address: string, visitor: string) => headersOf(address, visitor, await variantOf(visitor))
const NOTHING = { shared: null, variant: null }

it('a page may be kept by a cache that asks for its variant, and is private for everybody else', async () => {
  const variant = await variantOf(SOMEBODY)
  expect(variant).toMatch(/^[0-9a-f]{32}\.1\.2027-04-17$/)
  await expect.poll(async () => (await askedFor('/content', SOMEBODY)).shared).toContain('max-age=3600')
  const vary = 'cookie, accept-encoding, x-marram-variant'
  expect(await askedFor('/content', OTHER)).toMatchObject({ variant, vary, browser: 'private, no-cache' })
  expect(await headersOf('/releases/variant', SOMEBODY)).toMatchObject({
    variant,
    tags: 'variant',
    browser: 'no-store',
  })
  // This shell does not report which content it used.
  expect((await askedFor('/events', SOMEBODY)).shared).toMatch(/^max-age=30,/)
  for (const asked of [undefined, 'another', variant?.replace('1.2027', '0.2027')])
    expect(await headersOf('/content', SOMEBODY, asked), asked).toMatchObject(NOTHING)
})

it.each([
  ['a private page', '/mine'],
  ['an address that nobody has', '/nowhere'],
  ['a page with a query that it does not declare', '/content?utm=1'],
])('%s may not be kept', async (_, address) => {
  expect(await askedFor(address, SOMEBODY)).toMatchObject(NOTHING)
})

it('nothing may be kept that was made for a visitor without a cookie, who gets one', async () => {
  expect(await headersOf('/content', undefined, await variantOf(SOMEBODY))).toMatchObject(NOTHING)
  expect(await headersOf('/releases/variant')).toMatchObject({ ...NOTHING, tags: null })
})

it('visitors of both sides of a rollout have different variants, each with pages of its own', async () => {
  registry.promote({
    shell: [entryOf(shell)],
    events: [entryOf(one, { traffic: 50 }), entryOf(two, { traffic: 50, stable: false })],
  })
  const visitors = Array.from({ length: 20 }, (_, i) => i.toString(16).padStart(16, '0'))
  const variants = () => Promise.all(visitors.map(variantOf))
  await expect.poll(async () => new Set(await variants()).size).toBe(2)
  const [first, second] = new Set(await variants())
  const compositions = new Map<string, Set<string | null>>()
  for (const visitor of visitors) {
    const own = await variantOf(visitor)
    const { variant, composition } = await headersOf('/events', visitor, own)
    expect(variant).toBe(own)
    expect((await headersOf('/events', visitor, own === first ? second : first)).variant).toBeNull()
    compositions.set(own as string, (compositions.get(own as string) ?? new Set()).add(composition))
  }
  expect([...compositions.values()].map(({ size }) => size)).toEqual([1, 1])
  registry.promote({ shell: [entryOf(shell)], events: [entryOf(one)] })
  await expect.poll(async () => new Set(await variants()).size).toBe(1)
})

it('caches are purged of variants when a release goes live, and when the content changes', async () => {
  const before = await variantOf(SOMEBODY)
  registry.promote({ shell: [entryOf(shell)], events: [entryOf(two)] })
  await expect.poll(() => variantOf(SOMEBODY)).not.toBe(before)
  const promoted = await variantOf(SOMEBODY)
  // Once more after a moment: an earlier variant may have been on its way to the cache.
  await expect.poll(() => new Set(purged.slice(-2).map(({ at }) => Math.round(at / 1000))).size).toBe(2)
  expect(purged.every(({ method, tag }) => method === 'PURGE' && tag === 'variant')).toBe(true)
  purged.length = 0
  api.revision = '2.2027-04-17'
  await expect.poll(() => purged.length).toBeGreaterThan(0)
  expect(await variantOf(SOMEBODY)).toBe(`${promoted?.split('.', 1)[0]}.2.2027-04-17`)
})

it('a cache that does not obey is asked again, and named when it does not at all', async () => {
  const { log, lines } = fakeLog()
  const caches = new SharedCaches({ urls: [cacheUrl], log })
  refusals = 2
  await caches.changed()
  expect([refusals < 0, lines]).toEqual([true, []])
  refusals = 1000
  await caches.changed()
  await new SharedCaches({ urls: ['http://127.0.0.1:9'], log }).changed()
  refusals = 0
  expect(lines.map(({ fields }) => fields)).toEqual([
    { cache: cacheUrl, reason: 'it responded with 503' },
    { cache: 'http://127.0.0.1:9', reason: expect.any(String) },
  ])
})
