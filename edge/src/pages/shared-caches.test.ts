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
const purged: { method: string | undefined; tag: unknown }[] = []
let refusals = 0
const front = http.createServer(({ method, headers }, response) => {
  purged.push({ method, tag: headers['cache-tag'] })
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

async function headersOf(address: string, visitor?: string) {
  const { headers } = await fetch(
    edge.url + address,
    visitor ? { headers: { cookie: `marram_visitor=${visitor}` } } : {},
  )
  return {
    variant: headers.get('x-marram-variant'),
    shared: headers.get('cdn-cache-control'),
    tags: headers.get('cache-tag'),
    browser: headers.get('cache-control'),
    composition: headers.get('x-marram-composition'),
  }
}
const variantOf = async (visitor: string) => (await headersOf('/releases/variant', visitor)).variant

it('a page may be kept by shared caches, and by no browser, under the variant that its visitors are told', async () => {
  await expect.poll(async () => (await headersOf('/content', SOMEBODY)).shared).toContain('max-age=3600')
  const { variant, tags, browser, composition } = await headersOf('/content', SOMEBODY)
  expect(variant).toBe(`${composition}.1.2027-04-17`)
  expect([tags, browser]).toEqual([`composition-${composition},content-1.2027-04-17`, 'private, no-cache'])
  expect(await headersOf('/releases/variant', SOMEBODY)).toMatchObject({
    variant,
    tags: 'variant',
    browser: 'no-store',
  })
  expect(await variantOf(OTHER)).toBe(variant)
  // A shell of which it is not known what it shows.
  expect(await headersOf('/events')).toMatchObject({ variant, shared: expect.stringMatching(/^max-age=30,/) })
})

it('a private page, and the variant of somebody without a number, are not', async () => {
  const nothing = { shared: null, tags: null }
  expect(await headersOf('/mine', SOMEBODY)).toMatchObject({ ...nothing, variant: null })
  expect(await headersOf('/releases/variant')).toMatchObject({ ...nothing, variant: null })
})

it('visitors of both sides of a rollout have different variants, each with pages of its own', async () => {
  registry.promote({
    shell: [entryOf(shell)],
    events: [entryOf(one, { traffic: 50 }), entryOf(two, { traffic: 50, stable: false })],
  })
  const visitors = Array.from({ length: 20 }, (_, i) => i.toString(16).padStart(16, '0'))
  const variants = () => Promise.all(visitors.map(variantOf))
  await expect.poll(async () => new Set(await variants()).size).toBe(2)
  for (const visitor of visitors) {
    const { variant, composition } = await headersOf('/events', visitor)
    expect([variant, variant?.split('.', 1)[0]]).toEqual([await variantOf(visitor), composition])
  }
  registry.promote({ shell: [entryOf(shell)], events: [entryOf(one)] })
  await expect.poll(async () => new Set(await variants()).size).toBe(1)
})

it('caches are purged of variants when a release goes live, and when the content changes', async () => {
  const before = await variantOf(SOMEBODY)
  purged.length = 0
  registry.promote({ shell: [entryOf(shell)], events: [entryOf(two)] })
  await expect.poll(() => purged).toEqual([{ method: 'PURGE', tag: 'variant' }])
  const promoted = await variantOf(SOMEBODY)
  expect(promoted).not.toBe(before)
  api.revision = '2.2027-04-17'
  await expect.poll(() => purged).toHaveLength(2)
  expect(await variantOf(SOMEBODY)).toBe(`${promoted?.split('.', 1)[0]}.2.2027-04-17`)
})

it('a cache that does not obey is asked again, and named when it does not at all', async () => {
  const { log, lines } = fakeLog()
  const caches = new SharedCaches({ urls: [cacheUrl], log })
  purged.length = 0
  refusals = 2
  await caches.changed()
  expect([purged.length, lines]).toEqual([3, []])
  refusals = 3
  await caches.changed()
  await new SharedCaches({ urls: ['http://127.0.0.1:9'], log }).changed()
  expect(lines.map(({ fields }) => fields)).toEqual([
    { cache: cacheUrl, reason: 'it responded with 503' },
    { cache: 'http://127.0.0.1:9', reason: expect.any(String) },
  ])
})
