import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DISCOVERY_SCHEMA, type DiscoveryEntry } from '@marram/release-contract/discovery'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askPreview } from '../testing/ask-preview'
import { fakeLog } from '../testing/fake-log'
import { type FakeRegistry, fakeRegistry } from '../testing/fake-registry'
import { crash, entryOf, type FakeRelease, fakeSection, fakeShell, PROCESS } from '../testing/fake-releases'
import { sayProcessIds } from '../testing/process-ids'
import { startTestEdge } from '../testing/start-test-edge'

sayProcessIds()

/** Requests the section that owns the first segment of the address, like a router. */
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

/** Attacks of a build on everything in its process. */
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

/** `npm test` runs some of them, `npm run verify` all. */
const ALL = Number(process.env.TEST_RUNS || 1) > 1
const FEW = ['replaces JSON.parse', 'replaces Map.prototype.get', 'hangs as soon as it is linked']

const logged = fakeLog()
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-hostile-'))
let registry: FakeRegistry
let edge: Awaited<ReturnType<typeof startTestEdge>>

type Shown = { status: number; render: string; body: string }
const ask = (address: string, link?: string) =>
  link ? askPreview(edge.previews, link, address) : fetch(edge.url + address, { redirect: 'manual' })
async function show(address: string, link?: string): Promise<Shown> {
  const response = await ask(address, link)
  const render = String(response.headers.get('x-marram-render')).split(';', 1)[0] as string
  const body = /<div id="root">(.*?)<\/div>/s.exec(await response.text())?.[1] ?? ''
  return { status: response.status, render, body }
}
const compositionOf = async (address: string) => (await ask(address)).headers.get('x-marram-composition')
const rendered = (name: string, version: string): Shown => ({
  status: 200,
  render: 'server',
  body: `<main>${name} ${version} a ${name} ${version} b</main>`,
})
const notFound: Shown = { status: 404, render: 'server', body: 'nothing' }
/** With its predecessor, as the registry names it: on a busy machine the edge goes live before it has tried the new one. */
const promotedNews = entryOf(nextNews, { fallbacks: [news] })
const promote = (parts: Record<string, DiscoveryEntry[]>) =>
  registry.promote({ shell: [entryOf(shell)], news: [entryOf(news)], events: [entryOf(events)], ...parts })

/** Every case has its own version, because one edge serves them all. */
let round = 0
function publishEvents(server: (version: string) => string): FakeRelease {
  round += 1
  const release = fakeSection('events', `2.0.${round}`, { server: server(`2.0.${round}`) })
  registry.publish(release)
  return release
}
const publishHostile = (attack: string) => publishEvents((version) => `${say('events', version)}\n${attack}`)
const publishReporting = () => publishEvents(() => `exports.say = () => '${PROCESS}'`)

/** A preview of a release of events that the registry shows to everybody with the link. */
function previewOf(release: FakeRelease): string {
  const microFrontends = { shell: [entryOf(shell)], news: [entryOf(news)], events: [entryOf(release)] }
  const about = {
    environment: 'production',
    what: `events ${release.manifest.version}`,
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    document: { schema: DISCOVERY_SCHEMA, microFrontends },
    source: null,
    needsToken: false,
  }
  registry.files.set(`/releases/previews/${round}.link`, Buffer.from(JSON.stringify(about)))
  return `${round}.link`
}

const health = async (): Promise<unknown> => (await fetch(`${edge.url}/healthz`)).json()
const blamed = () =>
  logged.lines.filter(({ message }) => message === 'a release cannot be used').map(({ fields }) => fields.part)

/** Requests pages of others continuously, and returns what was seen once `action` has ended. */
async function seenOfOthers(action: () => Promise<void>): Promise<{ news: Shown[]; nowhere: Shown[] }> {
  const seen = { news: new Map<string, Shown>(), nowhere: new Map<string, Shown>() }
  let watches = true
  const watch = async () => {
    while (watches) {
      const [news, nowhere] = await Promise.all([show('/news'), show('/nowhere')])
      seen.news.set(JSON.stringify(news), news)
      seen.nowhere.set(JSON.stringify(nowhere), nowhere)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  const watching = watch()
  await action().finally(() => {
    watches = false
  })
  await watching
  return { news: [...seen.news.values()], nowhere: [...seen.nowhere.values()] }
}

beforeAll(async () => {
  registry = await fakeRegistry()
  registry.publish(shell, news, nextNews, events)
  promote({})
  edge = await startTestEdge({
    ...{ folder, api: registry, registry, log: logged.log },
    // Every page is rendered for every request.
    environment: { PAGE_CACHE_BYTES: '0' },
    limits: { discoveryPollMs: 50 },
  })
})
afterAll(async () => {
  await edge.close()
  await registry.close()
  fs.rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  promote({})
  await expect.poll(() => show('/news')).toEqual(rendered('news', '1.0.0'))
  await expect.poll(() => show('/events')).toEqual(rendered('events', '1.0.0'))
  logged.lines.length = 0
})

describe.each(Object.entries(attacks).filter(([name]) => ALL || FEW.includes(name)))(
  'a section’s build that %s',
  (_, attack) => {
    it('changes no page of other sections when it is live, keeps no promotion of theirs from going live, and ends with a rollback', async () => {
      const before = await compositionOf('/events')
      const release = publishHostile(attack)
      const isUsed = async () => blamed().includes('events') || (await compositionOf('/events')) !== before
      const others = await seenOfOthers(async () => {
        promote({ events: [entryOf(release)] })
        await expect.poll(isUsed).toBe(true)
        for (let i = 0; i < 3; i += 1) await show('/events')
        promote({ events: [entryOf(release)], news: [promotedNews] })
        await expect.poll(() => show('/news')).toEqual(rendered('news', '1.1.0'))
        promote({ news: [promotedNews] })
        await expect.poll(() => show('/events')).toEqual(rendered('events', '1.0.0'))
      })
      expect(others).toEqual({ news: [rendered('news', '1.0.0'), rendered('news', '1.1.0')], nowhere: [notFound] })
      expect(await health()).toEqual({ code: 200, message: 'ok', document: 'current', trust: 'none', disk: 'ok' })
      expect(blamed().filter((part) => part !== 'events')).toEqual([])
    })

    it('changes nothing for visitors when it is in a preview, nor other pages of the preview', async () => {
      const link = previewOf(publishHostile(attack))
      const others = await seenOfOthers(async () => {
        for (let i = 0; i < 3; i += 1) {
          await show('/events', link)
          expect(await show('/events')).toEqual(rendered('events', '1.0.0'))
        }
      })
      expect(others).toEqual({ news: [rendered('news', '1.0.0')], nowhere: [notFound] })
      expect((await show('/news', link)).body).toBe(rendered('news', '1.0.0').body)
    })
  },
)

it('an edge that cannot serve the promoted document reports that, and uses the next one', async () => {
  const broken = fakeShell('2.0.0', { server: 'throw new Error("broken")' })
  registry.publish(broken)
  promote({ shell: [entryOf(broken)] })
  await expect
    .poll(health)
    .toMatchObject({ code: 200, document: 'behind', since: expect.stringMatching(/^2\d{3}-.*Z$/) })
  // What an earlier test did may still be reported.
  await expect.poll(() => blamed().filter((part) => part !== 'events')).toEqual(['shell'])
  expect(await show('/news')).toEqual(rendered('news', '1.0.0'))
  promote({ news: [promotedNews] })
  await expect.poll(() => show('/news')).toEqual(rendered('news', '1.1.0'))
  expect(await health()).toEqual({ code: 200, message: 'ok', document: 'current', trust: 'none', disk: 'ok' })
})

it('a stopped part has no process, and gets one when it is revived', async () => {
  const reports = publishReporting()
  promote({ events: [entryOf(reports)] })
  const pidOf = async () => Number(/<main>(\d+) /.exec((await show('/events')).body)?.[1])
  await expect.poll(pidOf).toBeGreaterThan(0)
  const pid = await pidOf()
  promote({ events: [entryOf(reports, { stopped: {} })] })
  await expect.poll(() => lives(pid)).toBe(false)
  promote({ events: [entryOf(reports)] })
  await expect.poll(pidOf).toBeGreaterThan(0)
})

it('a preview has its own process, which ends when the visitor leaves it', async () => {
  const reports = publishReporting()
  promote({ events: [entryOf(reports)] })
  const link = previewOf(reports)
  const pidOf = async (link?: string) => Number(/<main>(\d+) /.exec((await show('/events', link)).body)?.[1])
  await expect.poll(() => pidOf()).toBeGreaterThan(0)
  const [live, preview] = [await pidOf(), await pidOf(link)]
  expect([preview > 0, preview === live]).toEqual([true, false])
  await ask('/releases/preview/exit', link)
  await expect.poll(() => lives(preview)).toBe(false)
  expect(await pidOf()).toBe(live)
})

const lives = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
