import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DISCOVERY_SCHEMA, type DiscoveryDocument, type DiscoveryEntry } from '@marram/contracts/discovery'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Compositions } from './compositions'
import { ReleaseStore } from './release-store'
import type { Ask, OpenMessage, RenderedPage } from './render-messages'
import { fakeLog } from './testing/fake-log'
import { type FakeRegistry, fakeRegistry } from './testing/fake-registry'
import { entryOf, type FakeRelease, fakeSection, fakeShell } from './testing/fake-releases'

type Link = Extract<Ask, { kind: 'link' }>

/** Links everything but what a test calls bad. */
class FakePool {
  readonly bad = new Set<string>()
  readonly opened: OpenMessage[] = []
  readonly closed: string[] = []
  frameFails: Error | undefined
  links = 0
  readonly size = 1
  async tryLink({ shell, section }: Link): Promise<void> {
    this.links += 1
    const { part, version } = section ?? shell
    if (this.bad.has(`${part}@${version}`)) throw new Error('it throws while it is linked\n    at somewhere')
  }
  async openComposition(message: OpenMessage): Promise<void> {
    this.opened.push(message)
  }
  async frame(): Promise<RenderedPage> {
    if (this.frameFails) throw this.frameFails
    return { status: 200, html: 'frame', styles: '', state: null, meta: null, page: null }
  }
  closeComposition(id: string): void {
    this.closed.push(id)
  }
}

const shell = fakeShell()
const [one, two, three] = ['1.0.0', '2.0.0', '3.0.0'].map((version) => fakeSection('events', version)) as [
  FakeRelease,
  FakeRelease,
  FakeRelease,
]
const documentOf = (events: DiscoveryEntry[], shells: DiscoveryEntry[] = [entryOf(shell)]): DiscoveryDocument => ({
  schema: DISCOVERY_SCHEMA,
  microFrontends: { shell: shells, events },
})
const stable = entryOf(two, { fallbacks: [one] })
const inRollout = documentOf([
  entryOf(two, { traffic: 0 }),
  entryOf(three, { traffic: 100, stable: false, fallbacks: [two] }),
])

let registry: FakeRegistry
let folder: string
let pool: FakePool
let compositions: Compositions
const logged = fakeLog()
const settings = { API_HOST: 'http://127.0.0.1:1', MEDIA_HOST: '', PUBLIC_URL: 'https://marram.example' }
const versionsOf = async (visitor = 'v') =>
  (await compositions.forVisitor(visitor)).composition.sections.events?.releases.map(({ version }) => version)
const fileOf = ({ manifest }: FakeRelease, file: string) =>
  `/releases/files/${manifest.name}/${manifest.version}/${file}`

beforeEach(async () => {
  registry = await fakeRegistry()
  registry.publish(shell, one, two, three)
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-compositions-'))
  pool = new FakePool()
  logged.lines.length = 0
  compositions = new Compositions({ store: new ReleaseStore(folder, registry.url), pool, settings, log: logged.log })
})
afterEach(async () => {
  await registry.close()
  fs.rmSync(folder, { recursive: true })
})

describe('what visitors get', () => {
  it('is what was promoted, with the last good one behind it', async () => {
    expect(compositions.ready).toBe(false)
    const live = await compositions.useDocument(documentOf([stable]))
    expect(compositions.ready).toBe(true)
    expect(await versionsOf()).toEqual(['2.0.0', '1.0.0'])
    expect((await compositions.forVisitor('w')).id).toBe(live.id)
    expect(pool.opened).toHaveLength(1)
  })

  it('is opened once, however many come at the same time', async () => {
    await compositions.useDocument(inRollout)
    await Promise.all(Array.from({ length: 20 }, (_, i) => compositions.forVisitor(String(i))))
    expect(pool.opened).toHaveLength(2)
  })

  it('stays what it was when the next document names no shell', async () => {
    await compositions.useDocument(documentOf([stable]))
    const bare = { schema: DISCOVERY_SCHEMA, microFrontends: {} }
    await expect(compositions.useDocument(bare)).rejects.toThrow('nothing has been promoted yet')
    expect(await versionsOf()).toEqual(['2.0.0', '1.0.0'])
  })

  it('links a build once, although it is in several compositions', async () => {
    await compositions.useDocument(documentOf([stable]))
    await compositions.useDocument(documentOf([entryOf(two)]))
    expect(pool.links).toBe(2)
  })
})

describe('a release that is bad', () => {
  const isLogged = (version: string, reason: RegExp) =>
    expect(logged.lines).toContainEqual({
      level: 'error',
      message: 'a release cannot be used',
      fields: { part: 'events', version, reason: expect.stringMatching(reason) },
    })

  it('gives way to the last good one when its server build cannot be linked, and is recorded', async () => {
    pool.bad.add('events@2.0.0')
    await compositions.useDocument(documentOf([stable]))
    expect(await versionsOf()).toEqual(['1.0.0'])
    isLogged('2.0.0', /^it throws while it is linked$/)
  })

  it.each(['server/index.js', 'browser/remoteEntry.js', 'browser/page.css', 'release.json'])(
    'gives way to the last good one when the registry’s %s was changed',
    async (file) => {
      registry.files.set(fileOf(two, file), Buffer.from('tampered()'))
      await compositions.useDocument(documentOf([stable]))
      expect(await versionsOf()).toEqual(['1.0.0'])
      isLogged('2.0.0', /digest of events\/2\.0\.0/)
    },
  )

  it('keeps nobody waiting when it is only what would be fallen back to', async () => {
    registry.hanging.add(fileOf(one, 'browser/page.js'))
    const startedAt = Date.now()
    await compositions.useDocument(documentOf([stable]))
    expect(await versionsOf()).toEqual(['2.0.0'])
    expect(Date.now() - startedAt).toBeLessThan(5000)
    isLogged('1.0.0', /did not come within/)
    // Nor does the next document wait for it again.
    const again = Date.now()
    await compositions.useDocument(documentOf([stable]))
    expect(Date.now() - again).toBeLessThan(1000)
  })

  it('gives way when the registry does not have it', async () => {
    registry.files.delete(fileOf(two, 'browser/page.js'))
    await compositions.useDocument(documentOf([stable]))
    expect(await versionsOf()).toEqual(['1.0.0'])
  })

  it('leaves its section named and empty when no other is good, and the rest of the site as it was', async () => {
    pool.bad.add('events@2.0.0').add('events@1.0.0')
    const live = await compositions.useDocument(documentOf([stable]))
    expect(live.composition.sections.events).toEqual({
      title: 'The events',
      pages: [{ pattern: '/events' }],
      releases: [],
    })
  })

  it('leaves its personal pages personal, also where their section is empty', async () => {
    const pages = [
      { pattern: '/mine/:phone', private: true, files: [], needs: [] },
      { pattern: '/mine', requiresLogin: true, files: [], needs: [] },
    ]
    const personal = fakeSection('events', '4.0.0', { pages, host: '^2.0.0' })
    registry.publish(personal)
    const live = await compositions.useDocument(documentOf([entryOf(personal)]))
    const flags = [
      { pattern: '/mine/:phone', private: true },
      { pattern: '/mine', requiresLogin: true },
    ]
    expect(live.composition.sections.events?.pages).toEqual(flags)
    expect(live.pages.map(({ section, page }) => [section, page])).toEqual([
      ['events', { ...flags[0], files: [], needs: [] }],
      ['events', { ...flags[1], files: [], needs: [] }],
    ])
  })

  it('is met by one visitor of a rollout, and all who came at the same time get the last good one', async () => {
    await compositions.useDocument(inRollout)
    pool.bad.add('events@3.0.0')
    const got = await Promise.all(Array.from({ length: 10 }, (_, i) => versionsOf(String(i))))
    expect(new Set(got.map((versions) => versions?.[0]))).toEqual(new Set(['2.0.0']))
    expect(logged.lines.filter(({ message }) => message === 'a release cannot be used')).toHaveLength(1)
  })

  it('as a shell gives way to the last good shell', async () => {
    const newer = fakeShell('2.0.0')
    registry.publish(newer)
    pool.bad.add('shell@2.0.0')
    const live = await compositions.useDocument(documentOf([stable], [entryOf(newer, { fallbacks: [shell] })]))
    expect(live.shell.version).toBe('1.0.0')
  })

  it('as a shell that cannot even draw its frame gives way too', async () => {
    const newer = fakeShell('2.0.0')
    registry.publish(newer)
    pool.frameFails = new Error('the header cannot be drawn')
    const document = documentOf([stable], [entryOf(newer, { fallbacks: [shell] })])
    await expect(compositions.useDocument(document)).rejects.toThrow('no release of the shell can be used')
    pool.frameFails = undefined
    expect((await compositions.useDocument(document)).shell.version).toBe('2.0.0')
  })

  it('leaves visitors with what they had when nothing of the next document can be used', async () => {
    await compositions.useDocument(documentOf([stable]))
    const newer = fakeShell('2.0.0')
    await expect(compositions.useDocument(documentOf([stable], [entryOf(newer)]))).rejects.toThrow()
    expect((await compositions.forVisitor('v')).shell.version).toBe('1.0.0')
  })
})

describe('a section that asks for another host', () => {
  it('is not loaded, the last good one is, and operators are told', async () => {
    const future = fakeSection('events', '4.0.0', { host: '^2.0.0' })
    registry.publish(future)
    await compositions.useDocument(documentOf([entryOf(future, { fallbacks: [one] })]))
    expect(await versionsOf()).toEqual(['1.0.0'])
    expect(logged.lines).toContainEqual({
      level: 'error',
      message: 'a section is not loaded: its host range is not satisfied',
      fields: { part: 'events', version: '4.0.0', needs: '^2.0.0', provides: '1.2.0' },
    })
  })
})

describe('many compositions', () => {
  it('are closed again, the ones that nobody asked for longest first', async () => {
    const ids: string[] = []
    for (let i = 0; i < 30; i++) {
      const each = fakeSection('events', `5.${i}.0`)
      registry.publish(each)
      ids.push((await compositions.useDocument(documentOf([entryOf(each)]))).id)
    }
    await expect.poll(() => pool.closed).toEqual(ids.slice(0, 6))
  })

  it('stay open while the same versions are served with another release behind them', async () => {
    const { id } = await compositions.useDocument(documentOf([stable]))
    for (let i = 0; i < 23; i++) {
      const each = fakeSection('events', `5.${i}.0`)
      registry.publish(each)
      await compositions.useDocument(documentOf([entryOf(each)]))
    }
    await compositions.useDocument(documentOf([entryOf(two)]))
    const last = fakeSection('events', '6.0.0')
    registry.publish(last)
    await compositions.useDocument(documentOf([entryOf(last)]))
    await expect.poll(() => pool.closed).toHaveLength(1)
    expect(pool.closed).not.toContain(id)
  })
})
