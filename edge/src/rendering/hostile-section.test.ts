import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DISCOVERY_SCHEMA, type DiscoveryEntry } from '@marram/release-contract/discovery'
import type { RunningService } from '@marram/server/run-service'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fakeLog } from '../testing/fake-log'
import { type FakeRegistry, fakeRegistry } from '../testing/fake-registry'
import { crash, entryOf, type FakeRelease, fakeSection, fakeShell } from '../testing/fake-releases'
import { startTestEdge } from '../testing/start-test-edge'

/** So long a rollback may take to cure every page, the edge running on. */
const CURED_MS = 5000

/** Asks the section that owns the first step of the address, as a router does. */
const shell = fakeShell('1.0.0', {
  server: `
const page = (html, status = 200) => ({ status, html, styles: '', state: null, meta: null, page: null })
exports.provide = {}
exports.configureServer = () => {}
exports.prepare = (composition, sections) => ({
  frame: async () => page('<header>frame</header>'),
  async render(url) {
    const { pathname } = new URL(url)
    const section = sections[pathname.split('/')[1]]
    return section ? page('<main>' + ['a', 'b'].map((each) => section.say(each)).join(' ') + '</main>') : page('nothing', 404)
  },
})`,
})
const say = (name: string, version: string) => `exports.say = (each) => '${name} ${version} ' + each`
const good = (name: string, version: string) => fakeSection(name, version, { server: say(name, version) })
const news = good('news', '1.0.0')
const nextNews = good('news', '1.1.0')
const events = good('events', '1.0.0')

/** What a build can do to everything that runs in its process. */
const attacks: Record<string, string> = {
  'replaces Buffer.from':
    "const real = Buffer.from; Buffer.from = (text, ...rest) => real(typeof text === 'string' ? text + '<script src=x></script>' : text, ...rest)",
  'replaces Array.prototype.map': "Array.prototype.map = function () { return ['forged'] }",
  'replaces JSON.parse': 'JSON.parse = () => ({ n: 1, ask: { kind: "ping" } })',
  'replaces JSON.stringify': 'JSON.stringify = () => "{}"',
  'replaces Map.prototype.get': 'Map.prototype.get = () => undefined',
  'replaces Object.hasOwn': 'Object.hasOwn = () => false',
  'replaces Promise.prototype.then': 'Promise.prototype.then = () => new Promise(() => {})',
  'hangs as soon as it is linked': 'setImmediate(() => { for (;;); })',
  'ends its process as soon as it is linked': `setImmediate(() => ${crash})`,
}

const logged = fakeLog()
let folder: string
let registry: FakeRegistry
let edge: RunningService

type Shown = { status: number; render: string; body: string }
async function show(address: string, cookie?: string): Promise<Shown> {
  const response = await fetch(edge.url + address, { headers: cookie ? { cookie } : {}, redirect: 'manual' })
  const render = String(response.headers.get('x-marram-render')).split(';', 1)[0] as string
  const body = /<div id="root">(.*?)<\/div>/s.exec(await response.text())?.[1] ?? ''
  return { status: response.status, render, body }
}
const rendered = (name: string, version: string): Shown => ({
  status: 200,
  render: 'server',
  body: `<main>${name} ${version} a ${name} ${version} b</main>`,
})
const notFound: Shown = { status: 404, render: 'server', body: 'nothing' }
const promote = (parts: Record<string, DiscoveryEntry[]>) =>
  registry.promote({ shell: [entryOf(shell)], news: [entryOf(news)], events: [entryOf(events)], ...parts })
const hostile = (attack: string) => fakeSection('events', '2.0.0', { server: `${say('events', '2.0.0')}\n${attack}` })

/** Openly a preview of events 2.0.0; the registry says so to whoever has the link. */
function previewOf(release: FakeRelease): string {
  const microFrontends = { shell: [entryOf(shell)], news: [entryOf(news)], events: [entryOf(release)] }
  const about = {
    environment: 'production',
    what: 'events 2.0.0',
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    document: { schema: DISCOVERY_SCHEMA, microFrontends },
    source: null,
    needsToken: false,
  }
  registry.files.set('/releases/previews/a.link', Buffer.from(JSON.stringify(about)))
  return 'marram_preview=a.link'
}

const health = async (): Promise<unknown> => (await fetch(`${edge.url}/healthz`)).json()
const blamed = () =>
  logged.lines.filter(({ message }) => message === 'a release cannot be used').map(({ fields }) => fields.part)

beforeEach(async () => {
  logged.lines.length = 0
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-hostile-'))
  registry = await fakeRegistry()
  registry.publish(shell, news, nextNews, events)
  promote({})
  edge = await startTestEdge({
    ...{ folder, api: registry, registry, log: logged.log },
    // Every page is rendered when it is asked for.
    environment: { PAGE_CACHE_BYTES: '0' },
    limits: { discoveryPollMs: 50 },
  })
})
afterEach(async () => {
  await edge.close()
  await registry.close()
  fs.rmSync(folder, { recursive: true })
})

describe.each(Object.entries(attacks))('a section’s build that %s', { timeout: 30_000 }, (_, attack) => {
  it('live, changes no page of others, keeps no promotion of theirs back, and is gone with a rollback', async () => {
    expect([await show('/news'), await show('/events')]).toEqual([
      rendered('news', '1.0.0'),
      rendered('events', '1.0.0'),
    ])
    registry.publish(hostile(attack))
    promote({ events: [entryOf(hostile(attack))] })
    // Until it is live, or was found out.
    for (let i = 0; i < 40; i += 1) {
      await show('/events')
      expect([await show('/news'), await show('/nowhere')]).toEqual([rendered('news', '1.0.0'), notFound])
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    promote({ events: [entryOf(hostile(attack))], news: [entryOf(nextNews)] })
    await expect.poll(() => show('/news'), { timeout: CURED_MS }).toEqual(rendered('news', '1.1.0'))
    promote({ news: [entryOf(nextNews)] })
    await expect.poll(() => show('/events'), { timeout: CURED_MS }).toEqual(rendered('events', '1.0.0'))
    expect([await show('/news'), await show('/nowhere')]).toEqual([rendered('news', '1.1.0'), notFound])
    expect(await health()).toEqual({ code: 200, message: 'ok', document: 'current' })
    expect(blamed().filter((part) => part !== 'events')).toEqual([])
  })

  it('in a preview, changes nothing that visitors get, and the preview’s other pages neither', async () => {
    registry.publish(hostile(attack))
    const cookie = previewOf(hostile(attack))
    const live = { news: rendered('news', '1.0.0'), events: rendered('events', '1.0.0') }
    await show('/events', cookie)
    for (let i = 0; i < 10; i += 1) {
      await show('/events', cookie)
      expect({ news: await show('/news'), events: await show('/events') }).toEqual(live)
      expect(await show('/nowhere')).toEqual(notFound)
    }
    expect((await show('/news', cookie)).body).toBe(live.news.body)
  })
})

it('an edge that cannot serve what was promoted says so, and takes what comes next', { timeout: 30_000 }, async () => {
  const broken = fakeShell('2.0.0', { server: 'throw new Error("broken")' })
  registry.publish(broken)
  promote({ shell: [entryOf(broken)] })
  await expect
    .poll(health)
    .toMatchObject({ code: 200, document: 'behind', since: expect.stringMatching(/^2\d{3}-.*Z$/) })
  await expect.poll(blamed).toEqual(['shell'])
  expect(await show('/news')).toEqual(rendered('news', '1.0.0'))
  promote({ news: [entryOf(nextNews)] })
  await expect.poll(() => show('/news'), { timeout: CURED_MS }).toEqual(rendered('news', '1.1.0'))
  expect(await health()).toEqual({ code: 200, message: 'ok', document: 'current' })
})

it('a part that is stopped has no process any more, and comes back when it is revived', {
  timeout: 30_000,
}, async () => {
  const reports = fakeSection('events', '2.0.0', { server: 'exports.say = () => String(process.pid)' })
  registry.publish(reports)
  promote({ events: [entryOf(reports)] })
  const pidOf = async () => Number(/<main>(\d+) /.exec((await show('/events')).body)?.[1])
  await expect.poll(pidOf, { timeout: CURED_MS }).toBeGreaterThan(0)
  const pid = await pidOf()
  promote({ events: [entryOf(reports, { stopped: {} })] })
  await expect.poll(() => lives(pid), { timeout: CURED_MS }).toBe(false)
  promote({ events: [entryOf(reports)] })
  await expect.poll(pidOf, { timeout: CURED_MS }).toBeGreaterThan(0)
})

it('a preview’s process is its own and ends when whoever looks at it leaves it', { timeout: 30_000 }, async () => {
  const reports = fakeSection('events', '2.0.0', { server: 'exports.say = () => String(process.pid)' })
  registry.publish(reports)
  promote({ events: [entryOf(reports)] })
  const cookie = previewOf(reports)
  const pidOf = async (cookie?: string) => Number(/<main>(\d+) /.exec((await show('/events', cookie)).body)?.[1])
  await expect.poll(() => pidOf(), { timeout: CURED_MS }).toBeGreaterThan(0)
  const [live, preview] = [await pidOf(), await pidOf(cookie)]
  expect([preview > 0, preview === live]).toEqual([true, false])
  await fetch(`${edge.url}/releases/preview/exit`, { headers: { cookie }, redirect: 'manual' })
  await expect.poll(() => lives(preview), { timeout: CURED_MS }).toBe(false)
  expect(await pidOf()).toBe(live)
})

const lives = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
