import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { DISCOVERY_SCHEMA } from '@marram/release-contract/discovery'
import { RELEASE_FILE } from '@marram/release-contract/release'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { atPreview } from '../testing/ask-preview'
import { fakeLog } from '../testing/fake-log'
import { type FakeRegistry, fakeRegistry } from '../testing/fake-registry'
import { entryOf, fakeSection, fakeShell } from '../testing/fake-releases'
import { startTestEdge } from '../testing/start-test-edge'

const shell = fakeShell()
const [one, two, three] = ['1.0.0', '2.0.0', '3.0.0'].map((version) => fakeSection('events', version)) as [
  ReturnType<typeof fakeSection>,
  ReturnType<typeof fakeSection>,
  ReturnType<typeof fakeSection>,
]
const quiz = fakeSection('quiz', '2.0.0')
const ENTRY = 'browser/remoteEntry.js'
const OWN = 'marram_of-the-edge'
const VIEWER = 'marram_of-a-viewer'
const FOREVER = 'public, max-age=31536000, immutable'
const PRIVATE = 'private, no-store'

let registry: FakeRegistry
let folder: string
let edge: Awaited<ReturnType<typeof startTestEdge>>
const logged = fakeLog()

const start = (environment: Record<string, string | undefined> = { RELEASES_TOKEN: OWN }) =>
  startTestEdge({
    ...{ folder, registry, api: { url: 'http://127.0.0.1:1' }, log: logged.log },
    limits: { discoveryPollMs: 50 },
    environment,
  })
const again = async (environment?: Parameters<typeof start>[0]) => {
  await edge.close()
  edge = await start(environment)
}

type Asked = { file?: string; part?: string; headers?: Record<string, string> }
function ask(version: string, { file = ENTRY, part = 'events', headers = {} }: Asked = {}) {
  return new Promise<{ status: number; headers: http.IncomingHttpHeaders; body: string }>((resolve, reject) => {
    // A preview has its own address.
    const link = headers.cookie?.replace('marram_preview=', '')
    const url = `${link ? edge.previews : edge.url}/releases/files/${part}/${version}/${file}`
    http
      .get(url, { headers: link ? atPreview(edge.previews, link) : headers }, (response) => {
        let body = ''
        response.on('data', (text) => (body += text))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
      })
      .on('error', reject)
  })
}
const statusOf = async (version: string, asked?: Asked) => (await ask(version, asked)).status
const preview = { headers: { cookie: 'marram_preview=a.link' } }
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const questions = () => registry.asked.filter((each) => each.endsWith('/ever-live')).length

/** A link that shows these releases on top of what is live. */
function link(name: string, ...releases: ReturnType<typeof fakeSection>[]): void {
  const microFrontends = {
    shell: [entryOf(shell)],
    ...Object.fromEntries(releases.map((each) => [each.manifest.name, [entryOf(each)]])),
  }
  const shown = {
    environment: 'production',
    what: 'a preview',
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    document: { schema: DISCOVERY_SCHEMA, microFrontends },
    source: null,
    needsToken: false,
  }
  registry.files.set(`/releases/previews/${name}`, Buffer.from(JSON.stringify(shown)))
}
const promote = (live: ReturnType<typeof fakeSection>, ...fallbacks: ReturnType<typeof fakeSection>[]) =>
  registry.promote({ shell: [entryOf(shell)], events: [entryOf(live, { fallbacks })] })

beforeEach(async () => {
  registry = await fakeRegistry()
  registry.publish(shell, one, two, three, quiz)
  promote(one)
  // The registry sends releases that were never live only to the edge's token and a viewer's.
  registry.guarded.set('/releases/files/events/2.0.0/', OWN)
  registry.guarded.set('/releases/files/quiz/2.0.0/', OWN)
  link('a.link', two)
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-rights-'))
  logged.lines.length = 0
  edge = await start()
})
afterEach(async () => {
  await edge.close()
  await registry.close()
  fs.rmSync(folder, { recursive: true })
})

it('files that were never live are 404 without permission, like unknown files', async () => {
  // Not even what the registry would send to this edge.
  registry.guarded.clear()
  for (const file of [ENTRY, RELEASE_FILE, 'browser/none.js']) {
    const [unpromoted, none] = [await ask('2.0.0', { file }), await ask('9.9.9', { file })]
    expect([unpromoted.status, unpromoted.headers['cache-control'], unpromoted.body]).toEqual([
      404,
      'no-store',
      none.body,
    ])
  }
  // It is not fetched to this disk either.
  expect(fs.existsSync(path.join(folder, 'edge/releases/events/2.0.0'))).toBe(false)
})

it('live releases and their fallbacks are public at once, without a registry call', async () => {
  promote(three, one)
  await expect.poll(() => statusOf('3.0.0')).toBe(200)
  const asked = questions()
  expect((await ask('1.0.0')).headers['cache-control']).toBe(FOREVER)
  expect(await statusOf('1.0.0', { part: 'shell', file: 'browser/shell.js' })).toBe(200)
  expect(questions()).toBe(asked)
})

it('a visitor of a preview gets the files of exactly its releases, uncached', async () => {
  const { status, headers } = await ask('2.0.0', preview)
  expect([status, headers['cache-control'], headers['access-control-allow-origin']]).toEqual([200, PRIVATE, undefined])
  // The edge now has this in its memory, and still does not send it to others.
  expect([await statusOf('2.0.0'), await statusOf('2.0.0', { part: 'quiz', ...preview })]).toEqual([404, 404])
  link('of.another-part', quiz)
  const other = { headers: { cookie: 'marram_preview=of.another-part' } }
  expect([await statusOf('2.0.0', other), await statusOf('2.0.0', { part: 'quiz', ...other })]).toEqual([404, 200])
  expect(await statusOf('2.0.0', { headers: { cookie: 'marram_preview=none' } })).toBe(404)
  expect(await statusOf('1.0.0', preview)).toBe(200)
  expect(await statusOf('2.0.0', { file: 'server/index.js', ...preview })).toBe(404)
})

it('a client with a token that the registry accepts gets all files', async () => {
  registry.guarded.set('/releases/files/events/2.0.0/', VIEWER)
  expect(await statusOf('2.0.0', bearer('marram_wrong'))).toBe(404)
  expect(await statusOf('2.0.0', { headers: { authorization: 'Basic x' } })).toBe(404)
  // This registry accepts one token at a time, so the edge's copy is fetched first.
  registry.guarded.set('/releases/files/events/2.0.0/', OWN)
  const { status, headers } = await ask('2.0.0', bearer(OWN))
  expect([status, headers['cache-control']]).toEqual([200, PRIVATE])
  registry.guarded.set('/releases/files/events/2.0.0/', VIEWER)
  expect([await statusOf('2.0.0', bearer(VIEWER)), await statusOf('2.0.0')]).toEqual([200, 404])
  expect(JSON.stringify(logged.lines)).not.toMatch(/of-a-viewer|of-the-edge|marram_wrong/)
})

it('a release that goes live stays public, even after a rollback and without the registry', async () => {
  expect(await statusOf('2.0.0')).toBe(404)
  promote(two, one)
  await expect.poll(() => statusOf('2.0.0')).toBe(200)
  expect((await ask('2.0.0')).headers['cache-control']).toBe(FOREVER)
  promote(one)
  await expect.poll(async () => (await fetchText('/events')).includes('from events 1.0.0')).toBe(true)
  registry.broken = 503
  expect(await statusOf('2.0.0')).toBe(200)
  await again()
  expect([await statusOf('2.0.0'), await statusOf('1.0.0')]).toEqual([200, 200])
})

it('releases that were live before this edge started are public, as the registry reports, and cached', async () => {
  registry.everLive.add('events@3.0.0')
  expect([await statusOf('3.0.0'), questions()]).toEqual([200, 1])
  expect([await statusOf('3.0.0'), questions()]).toEqual([200, 1])
  registry.broken = 503
  await again()
  expect(await statusOf('3.0.0')).toBe(200)
  // When it cannot be checked, the response is not 404.
  const unknown = await ask('2.0.0')
  expect([unknown.status, unknown.headers['retry-after'], unknown.headers['cache-control']]).toEqual([
    503,
    '5',
    'no-store',
  ])
})

it('the registry is asked once for simultaneous requests, and again a moment later', async () => {
  const all = await Promise.all(Array.from({ length: 40 }, () => statusOf('2.0.0')))
  expect([new Set(all), questions()]).toEqual([new Set([404]), 1])
  registry.everLive.add('events@2.0.0')
  registry.guarded.clear()
  await expect.poll(() => statusOf('2.0.0')).toBe(200)
})

it.each(['..', '%2e%2e', 'a%2fb', '1.0.0%3fx', 'x'.repeat(200), '1'])(
  'the registry is not asked for an impossible release: %s',
  async (version) => {
    const asked = registry.asked.filter((each) => each.includes('ever-live'))
    expect([400, 404]).toContain(await statusOf(version))
    expect(registry.asked.filter((each) => each.includes('ever-live'))).toEqual(asked)
  },
)

it('an edge without a token serves only releases that were live, and logs that', async () => {
  await again({ RELEASES_TOKEN: undefined })
  expect(logged.lines).toContainEqual(
    expect.objectContaining({ message: expect.stringMatching(/without RELEASES_TOKEN.*previews.*never live/) }),
  )
  expect([await statusOf('1.0.0'), await statusOf('2.0.0')]).toEqual([200, 404])
  const { status } = await ask('2.0.0', preview)
  expect(status).toBe(404)
})

async function fetchText(address: string): Promise<string> {
  return (await fetch(edge.url + address)).text()
}
