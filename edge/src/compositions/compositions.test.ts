import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DISCOVERY_SCHEMA, type DiscoveryDocument, type DiscoveryEntry } from '@marram/release-contract/discovery'
import type { OpenMessage, RenderedPage, ServerBuild } from '@marram/rendering/render-messages'
import { RenderBusy, RenderProcessEnded, RenderTimeout } from '@marram/rendering/render-worker'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ReleaseStore } from '../releases/release-store'
import type { CompositionBuilds } from '../rendering/render-pool'
import { PublicError } from '../requests/error-pages'
import { fakeLog } from '../testing/fake-log'
import { type FakeRegistry, fakeRegistry } from '../testing/fake-registry'
import { entryOf, type FakeRelease, fakeSection, fakeShell } from '../testing/fake-releases'
import { Compositions } from './compositions'

/** Links everything except the versions in `bad`. */
class FakePool {
  readonly bad = new Set<string>()
  readonly hanging = new Set<string>()
  /** Sections with their shell that take until they are deleted here. */
  readonly slow = new Set<string>()
  readonly opened: string[] = []
  readonly closed: string[] = []
  readonly open = new Set<string>()
  readonly together = new Set<string>()
  appShellFails: Error | undefined
  openMs = 0
  links = 0
  readonly isAble = true
  isServed: (build: ServerBuild) => boolean = () => true
  async tryOut({ shell, section }: OpenMessage): Promise<void> {
    this.links += 1
    const { part, version } = section ?? shell
    const release = `${part}@${version}`
    if (this.hanging.has(release)) await new Promise(() => {})
    while (this.slow.has(`${release} with ${shell.version}`)) await new Promise((resolve) => setTimeout(resolve, 5))
    if (this.bad.has(release)) throw new Error('it throws while it is linked\n    at somewhere')
  }
  private draw(sections: Record<string, string>): void {
    if (this.appShellFails) throw this.appShellFails
    if (Object.values(sections).some((version) => this.refused.has(version))) throw new Error('its pages have no route')
    if (this.together.size > 0 && [...this.together].every((each) => each in sections))
      throw new Error('two sections claim one route')
  }
  openComposition({ composition }: CompositionBuilds): void {
    this.opened.push(composition.id)
    this.open.add(composition.id)
    const shown = Object.entries(composition.sections).map(([part, { releases }]) => [part, releases[0]?.version])
    this.sections.set(composition.id, Object.fromEntries(shown))
  }
  private readonly sections = new Map<string, Record<string, string>>()
  /** Versions that make every composition fail. */
  readonly refused = new Set<string>()
  async appShell(id: string): Promise<RenderedPage> {
    if (this.openMs > 0) await new Promise((resolve) => setTimeout(resolve, this.openMs))
    if (!this.open.has(id)) throw new Error(`composition ${id} is not open`)
    this.draw(this.sections.get(id) ?? {})
    return { status: 200, html: 'frame', styles: '', state: 'null', meta: null, page: null }
  }
  readonly warmed: string[] = []
  async warm(id: string): Promise<void> {
    this.warmed.push(id)
  }
  serveOnly(isServed: (build: ServerBuild) => boolean): void {
    this.isServed = isServed
  }
  closeComposition(id: string): void {
    this.closed.push(id)
    this.open.delete(id)
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
let admit: (release: { manifest: { version: string } }) => Promise<void>
const logged = fakeLog()
const settings = {
  API_HOST: 'http://127.0.0.1:1',
  MEDIA_HOST: '',
  PUBLIC_URL: 'https://marram.example',
  LIVE_RELOAD: false,
}
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
  admit = async () => {}
  compositions = new Compositions({
    store: new ReleaseStore(folder, registry.url),
    admit: (release) => admit(release),
    pool,
    settings,
    log: logged.log,
  })
})
afterEach(async () => {
  await registry.close()
  fs.rmSync(folder, { recursive: true })
})

describe('compositions', () => {
  it('can be looked up by the id in their pages, however many came later, except previews', async () => {
    const { id, versions } = await compositions.useDocument(documentOf([stable]))
    for (let i = 0; i < 8; i += 1) {
      const next = fakeSection('events', `9.${i}.0`)
      registry.publish(next)
      await compositions.useDocument(documentOf([entryOf(next)]))
    }
    expect(compositions.find(id)).toBeUndefined()
    expect(compositions.versionsIn(id)).toEqual(versions)
    const { composition } = await compositions.forPreview(documentOf([entryOf(one)]))
    expect(compositions.versionsIn(composition.id)).toBeUndefined()
  })

  it('consist of the promoted releases, with the last good ones behind them', async () => {
    expect(compositions.ready).toBe(false)
    const live = await compositions.useDocument(documentOf([stable]))
    expect(compositions.ready).toBe(true)
    expect(await versionsOf()).toEqual(['2.0.0', '1.0.0'])
    expect((await compositions.forVisitor('w')).id).toBe(live.id)
    expect(pool.opened).toHaveLength(1)
  })

  it('are opened once for simultaneous requests', async () => {
    await compositions.useDocument(inRollout)
    await Promise.all(Array.from({ length: 20 }, (_, i) => compositions.forVisitor(String(i))))
    expect(pool.opened).toHaveLength(2)
  })

  it('stay unchanged when the next document names no shell', async () => {
    await compositions.useDocument(documentOf([stable]))
    const bare = { schema: DISCOVERY_SCHEMA, microFrontends: {} }
    await expect(compositions.useDocument(bare)).rejects.toThrow('nothing has been promoted yet')
    expect(await versionsOf()).toEqual(['2.0.0', '1.0.0'])
  })

  it('link a build once, although it is in several compositions', async () => {
    await compositions.useDocument(documentOf([stable]))
    await compositions.useDocument(documentOf([entryOf(two)]))
    expect(pool.links).toBe(2)
  })
})

describe('a trust.json that withdraws a release', () => {
  const refuseTwo: typeof admit = async ({ manifest }) => {
    if (manifest.version === '2.0.0') throw new Error('events 2.0.0 was withdrawn by trust.json 2.')
  }

  it('also stops one that is being linked', async () => {
    await compositions.useDocument(documentOf([entryOf(one)]))
    pool.slow.add('events@2.0.0 with 1.0.0')
    await compositions.useDocument(documentOf([stable]))
    const links = pool.links
    admit = refuseTwo
    await compositions.trustChanged()
    pool.slow.clear()
    await vi.waitFor(() => expect(logged.lines.at(-1)?.fields.reason).toContain('was withdrawn by trust.json 2'))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(pool.links).toBe(links)
    expect(await versionsOf()).toEqual(['1.0.0'])
  })

  it('also stops one that the former trust.json is admitting', async () => {
    await compositions.useDocument(documentOf([entryOf(one)]))
    let finish = () => {}
    admit = ({ manifest }) =>
      new Promise((resolve) => {
        if (manifest.version !== '2.0.0') resolve()
        finish = resolve
      })
    await compositions.useDocument(documentOf([stable]))
    admit = refuseTwo
    await compositions.trustChanged()
    finish()
    await vi.waitFor(() => expect(logged.lines.at(-1)?.fields.reason).toContain('was withdrawn by trust.json 2'))
    expect(await versionsOf()).toEqual(['1.0.0'])
  })

  it('never replaces the composition of a document that came meanwhile', async () => {
    await compositions.useDocument(documentOf([stable]))
    admit = refuseTwo
    pool.openMs = 300
    const changing = compositions.trustChanged()
    await vi.waitFor(() => expect(pool.opened).toHaveLength(2))
    pool.openMs = 0
    await compositions.useDocument(documentOf([entryOf(three)]))
    await changing
    // Now visitors get the one of most visitors that was opened last.
    admit = async () => {
      throw new Error('nothing is signed')
    }
    await compositions.trustChanged()
    expect(await versionsOf()).toEqual(['3.0.0'])
  })

  it('also replaces a composition of it that is being opened', async () => {
    await compositions.useDocument(documentOf([entryOf(one)]))
    pool.openMs = 300
    const taking = compositions.useDocument(documentOf([stable]))
    await vi.waitFor(() => expect(pool.opened).toHaveLength(2))
    admit = refuseTwo
    await compositions.trustChanged()
    expect((await taking).versions).toEqual({ shell: '1.0.0', events: '1.0.0' })
  })

  it('ends the processes of what it withdraws, and no others', async () => {
    await compositions.useDocument(documentOf([stable]))
    const served = () =>
      ['1.0.0', '2.0.0', '3.0.0'].filter((version) =>
        pool.isServed({ part: 'events', version, file: '', integrity: '' }),
      )
    expect(served()).toEqual(['1.0.0', '2.0.0'])
    admit = refuseTwo
    await compositions.trustChanged()
    expect(served()).toEqual(['1.0.0'])
  })

  it('asks for all signatures at once: a slow registry delays nothing that is withdrawn', async () => {
    await compositions.useDocument(inRollout)
    let [running, most] = [0, 0]
    admit = async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 20))
      running -= 1
    }
    await compositions.trustChanged()
    expect(most).toBe(3)
  })
})

describe('a rollout', () => {
  const shared = (traffic: number) =>
    documentOf([entryOf(two, { traffic: 100 - traffic }), entryOf(three, { traffic, stable: false, fallbacks: [two] })])
  const visitors = Array.from({ length: 400 }, (_, i) => (i * 2_654_435_761).toString(16).padStart(16, '0'))
  const withNew = async () => {
    const got = await Promise.all(visitors.map(async (visitor) => [visitor, (await versionsOf(visitor))?.[0]] as const))
    return new Set(got.filter(([, version]) => version === '3.0.0').map(([visitor]) => visitor))
  }

  it('gives each visitor one version by the cookie, and takes it from nobody while the share grows', async () => {
    const seen: Set<string>[] = []
    for (const traffic of [0, 10, 40, 100]) {
      await compositions.useDocument(shared(traffic))
      const now = await withNew()
      expect(await withNew()).toEqual(now)
      for (const visitor of seen.at(-1) ?? []) expect(now).toContain(visitor)
      seen.push(now)
    }
    const [none, few, more, all] = seen.map(({ size }) => size) as [number, number, number, number]
    expect([none, all]).toEqual([0, visitors.length])
    // Five deviations around 40 and around 160.
    expect(few).toBeGreaterThan(10)
    expect(few).toBeLessThan(70)
    expect(more).toBeGreaterThan(110)
    expect(more).toBeLessThan(210)
  })
})

describe('a recent choice of versions', () => {
  const versionReadyFor = (visitor: string) => compositions.cachedFor(visitor)?.sections.events?.[0]?.version

  it('is reused without waiting, and is the same for each visitor', async () => {
    expect(compositions.cachedFor('v')).toBeUndefined()
    for (const document of [documentOf([stable]), inRollout, documentOf([stable])]) {
      await compositions.useDocument(document)
      const visitors = Array.from({ length: 20 }, (_, i) => `visitor ${i}`)
      for (const visitor of visitors) {
        const got = (await versionsOf(visitor))?.[0]
        expect(versionReadyFor(visitor)).toBe(got)
      }
      const all = new Set(visitors.map(versionReadyFor))
      expect([...all].filter(Boolean).sort()).toEqual(document === inRollout ? [...all].sort() : ['2.0.0'])
    }
  })

  it('expires with the document, and after a moment', async () => {
    await compositions.useDocument(documentOf([stable]))
    await versionsOf()
    expect(versionReadyFor('v')).toBe('2.0.0')
    await compositions.useDocument(documentOf([entryOf(one)]))
    expect(compositions.cachedFor('v')).toBeUndefined()
    await versionsOf()
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(compositions.cachedFor('v')).toBeUndefined()
  })
})

describe('a stopped part', () => {
  const stopped = (notice?: string) =>
    documentOf([entryOf(two, { fallbacks: [one], stopped: notice === undefined ? {} : { notice } })])

  it('keeps its addresses and has nothing to load, not even from before', async () => {
    const before = await compositions.useDocument(documentOf([stable]))
    const live = await compositions.useDocument(stopped('Back at nine.'))
    expect(live.composition.sections.events).toEqual({
      title: 'The events',
      pages: [{ pattern: '/events' }],
      releases: [],
      stopped: { notice: 'Back at nine.' },
    })
    expect(live.pages.map(({ section }) => section)).toEqual(['events'])
    expect(live.id).not.toBe(before.id)
    expect((await compositions.useDocument(stopped('Back at ten.'))).id).not.toBe(live.id)
    expect((await compositions.useDocument(documentOf([stable]))).id).toBe(before.id)
  })

  it('is named in the explanation of a page from that composition', async () => {
    await compositions.useDocument(stopped('Back at nine.'))
    expect(compositions.takeOpened()).toMatchObject([
      { parts: { events: { wanted: '2.0.0', reason: 'it was killed' } } },
    ])
  })

  it('is neither fetched nor linked, because it may crash servers', async () => {
    await compositions.useDocument(stopped())
    expect(registry.asked.filter((path) => path.includes('/events/'))).toEqual([])
    expect(pool.links).toBe(1)
  })
})

describe('a bad release', () => {
  const isLogged = (version: string, reason: RegExp) =>
    expect(logged.lines).toContainEqual({
      level: 'error',
      message: 'a release cannot be used',
      fields: { part: 'events', version, reason: expect.stringMatching(reason) },
    })

  it('is replaced by the last good one when its server build cannot be linked, and is recorded', async () => {
    pool.bad.add('events@2.0.0')
    await compositions.useDocument(documentOf([stable]))
    expect(await versionsOf()).toEqual(['1.0.0'])
    isLogged('2.0.0', /^it throws while it is linked$/)
  })

  it('is reported as unusable for the visitors of its share, and for nobody else', async () => {
    pool.bad.add('events@3.0.0')
    const rollout = [entryOf(two, { traffic: 50 }), entryOf(three, { traffic: 50, stable: false, fallbacks: [two] })]
    await compositions.useDocument(documentOf(rollout))
    const visitors = Array.from({ length: 40 }, (_, i) => (i * 2_654_435_761).toString(16).padStart(16, '0'))
    const seen = new Set<string>()
    for (const visitor of visitors) {
      expect(await versionsOf(visitor)).toContain('2.0.0')
      const { version, bucket } = compositions.choicesFor(visitor).events as { version: string; bucket: number }
      // The part of a visitor's number that a report stores; it still shows the side of the share.
      expect(Number.isInteger(bucket)).toBe(true)
      expect(version).toBe(bucket < 50 ? '3.0.0' : '2.0.0')
      expect(compositions.unusableFor(visitor)).toEqual(version === '3.0.0' ? { events: '3.0.0' } : {})
      seen.add(version)
    }
    expect(seen.size).toBe(2)
  })

  it.each(['server/index.js', 'browser/remoteEntry.js', 'browser/page.css', 'release.json'])(
    'is replaced by the last good one when the registry’s %s was changed',
    async (file) => {
      registry.files.set(fileOf(two, file), Buffer.from('tampered()'))
      await compositions.useDocument(documentOf([stable]))
      expect(await versionsOf()).toEqual(['1.0.0'])
      isLogged('2.0.0', /digest of events\/2\.0\.0/)
    },
  )

  it('delays nobody when it is only a fallback', async () => {
    registry.hanging.add(fileOf(one, 'browser/page.js'))
    const startedAt = Date.now()
    await compositions.useDocument(documentOf([stable]))
    expect(await versionsOf()).toEqual(['2.0.0'])
    expect(Date.now() - startedAt).toBeLessThan(5000)
    const fields = { part: 'events', version: '1.0.0' }
    const said = { level: 'warn', message: 'going live without a release that cannot be used yet', fields }
    expect(logged.lines).toContainEqual(said)
    // The next document does not wait for it again either.
    const again = Date.now()
    await compositions.useDocument(documentOf([stable]))
    expect(Date.now() - again).toBeLessThan(1000)
  })

  it('is replaced when the registry does not have it', async () => {
    registry.files.delete(fileOf(two, 'browser/page.js'))
    await compositions.useDocument(documentOf([stable]))
    expect(await versionsOf()).toEqual(['1.0.0'])
  })

  it('leaves its section named and empty when no other is good, and the rest of the site unchanged', async () => {
    pool.bad.add('events@2.0.0').add('events@1.0.0')
    const live = await compositions.useDocument(documentOf([stable]))
    expect(live.composition.sections.events).toEqual({
      title: 'The events',
      pages: [{ pattern: '/events' }],
      releases: [],
    })
  })

  it('is reported while the document names it, as a candidate too', async () => {
    expect(await compositions.serves()).toEqual({})
    const { id } = await compositions.useDocument(documentOf([stable]))
    expect(await compositions.serves()).toEqual({ composition: id, unusable: {} })
    pool.bad.add('events@3.0.0')
    await compositions.useDocument(inRollout)
    const unusable = { events: { wanted: '3.0.0', reason: 'it throws while it is linked' } }
    expect(await compositions.serves()).toEqual({ composition: id, unusable })
  })

  it('is reported as not yet fetched while that lasts, as a candidate too, without a fault', async () => {
    const { id } = await compositions.useDocument(documentOf([stable]))
    registry.hanging.add(fileOf(three, 'browser/page.js'))
    const unusable = { events: { wanted: '3.0.0', reason: 'it is not ready yet' } }
    for (const document of [inRollout, documentOf([entryOf(three, { fallbacks: [two] })])]) {
      await compositions.useDocument(document)
      expect(await versionsOf()).toEqual(['2.0.0'])
      expect(await compositions.serves()).toEqual({ composition: id, unusable })
      expect(compositions.unusableFor('v')).toEqual({})
    }
  })

  it('is no longer reported once it is fetched', async () => {
    const { id } = await compositions.useDocument(documentOf([stable]))
    let link = () => {}
    const linking = new Promise<void>((resolve) => {
      link = resolve
    })
    vi.spyOn(pool, 'tryOut').mockReturnValue(linking)
    await compositions.useDocument(inRollout)
    const unusable = { events: { wanted: '3.0.0', reason: 'it is not ready yet' } }
    expect(await compositions.serves()).toEqual({ composition: id, unusable })
    link()
    await expect.poll(() => compositions.serves()).toEqual({ composition: id, unusable: {} })
  })

  it('is reported when it is fetched late and then cannot be opened', async () => {
    const { id } = await compositions.useDocument(documentOf([stable]))
    let link = () => {}
    const linking = new Promise<void>((resolve) => {
      link = resolve
    })
    vi.spyOn(pool, 'tryOut').mockReturnValue(linking)
    await compositions.useDocument(documentOf([entryOf(three, { fallbacks: [two] })]))
    pool.refused.add('3.0.0')
    link()
    const reason = 'events 3.0.0 cannot be opened together with the other live releases: its pages have no route'
    const unusable = { events: { wanted: '3.0.0', reason } }
    await expect.poll(() => compositions.serves()).toEqual({ composition: id, unusable })
    expect(await versionsOf()).toEqual(['2.0.0'])
  })

  it('is reported as not yet fetched, and not for a failure of another version', async () => {
    await compositions.useDocument(documentOf([entryOf(one)]))
    pool.hanging.add('events@2.0.0')
    pool.bad.add('events@3.0.0')
    const candidate = entryOf(three, { traffic: 10, stable: false, fallbacks: [one] })
    await compositions.useDocument(documentOf([entryOf(two, { traffic: 90, fallbacks: [one] }), candidate]))
    const { unusable } = await compositions.serves()
    expect(unusable).toEqual({ events: { wanted: '2.0.0', reason: 'it is not ready yet' } })
  })

  it('keeps its personal pages personal, even when their section is empty', async () => {
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

  it('is detected before any visitor of a rollout gets it, and replaced by the last good one', async () => {
    pool.bad.add('events@3.0.0')
    await compositions.useDocument(inRollout)
    const got = await Promise.all(Array.from({ length: 10 }, (_, i) => versionsOf(String(i))))
    expect(new Set(got.map((versions) => versions?.[0]))).toEqual(new Set(['2.0.0']))
    expect(logged.lines.filter(({ message }) => message === 'a release cannot be used')).toHaveLength(1)
  })

  it('is replaced as a shell too', async () => {
    const newer = fakeShell('2.0.0')
    registry.publish(newer)
    pool.bad.add('shell@2.0.0')
    const live = await compositions.useDocument(documentOf([stable], [entryOf(newer, { fallbacks: [shell] })]))
    expect(live.shell.version).toBe('1.0.0')
  })

  it('is replaced as a shell that cannot render its app shell', async () => {
    const newer = fakeShell('2.0.0')
    registry.publish(newer)
    pool.appShellFails = new Error('the header cannot be drawn')
    const document = documentOf([stable], [entryOf(newer, { fallbacks: [shell] })])
    await expect(compositions.useDocument(document)).rejects.toThrow('no release of the shell can be used')
    expect(logged.lines.map(({ fields }) => fields.version)).toEqual(['2.0.0', '1.0.0'])
    pool.appShellFails = undefined
    const version = () =>
      compositions.useDocument(document).then(
        (live) => live.shell.version,
        (error) => error,
      )
    await expect.poll(version).toBe('2.0.0')
  })

  it('leaves visitors with the current composition when nothing of the next document can be used', async () => {
    await compositions.useDocument(documentOf([stable]))
    const newer = fakeShell('2.0.0')
    await expect(compositions.useDocument(documentOf([stable], [entryOf(newer)]))).rejects.toThrow()
    expect((await compositions.forVisitor('v')).shell.version).toBe('1.0.0')
  })
})

describe('a release that never finishes linking', () => {
  const quiz = ['1.0.0', '2.0.0'].map((version) => fakeSection('quiz', version)) as [FakeRelease, FakeRelease]
  const both = (events: DiscoveryEntry, quizRelease: FakeRelease): DiscoveryDocument => ({
    schema: DISCOVERY_SCHEMA,
    microFrontends: { shell: [entryOf(shell)], events: [events], quiz: [entryOf(quizRelease)] },
  })
  const hanging = entryOf(three, { fallbacks: [two] })
  const shown = async () => {
    const { sections } = (await compositions.forVisitor('v')).composition
    return [sections.events?.releases[0]?.version, sections.quiz?.releases[0]?.version]
  }
  const took = async (work: () => Promise<unknown>) => {
    const startedAt = performance.now()
    await work()
    return performance.now() - startedAt
  }

  beforeEach(async () => {
    registry.publish(...quiz)
    await compositions.useDocument(both(entryOf(two), quiz[0]))
    pool.hanging.add('events@3.0.0')
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('delays its own promotion for a second, and other parts not at all', async () => {
    expect(await took(() => compositions.useDocument(both(hanging, quiz[0])))).toBeGreaterThan(900)
    expect(await shown()).toEqual(['2.0.0', '1.0.0'])
    expect(await took(() => compositions.useDocument(both(hanging, quiz[1])))).toBeLessThan(500)
    expect(await shown()).toEqual(['2.0.0', '2.0.0'])
  })

  it('delays no visitor, not even when it is tried again', async () => {
    pool.hanging.clear()
    pool.bad.add('events@3.0.0')
    await compositions.useDocument(both(hanging, quiz[0]))
    const links = pool.links
    pool.hanging.add('events@3.0.0')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    expect(await took(shown)).toBeLessThan(500)
    expect(pool.links).toBe(links + 1)
    expect(await shown()).toEqual(['2.0.0', '1.0.0'])
    expect(pool.links).toBe(links + 1)
  })

  it('goes live when it can be used after all', async () => {
    pool.hanging.clear()
    pool.bad.add('events@3.0.0')
    await compositions.useDocument(both(hanging, quiz[0]))
    pool.bad.clear()
    // A promotion of another part does not retry it.
    const links = pool.links
    await compositions.useDocument(both(hanging, quiz[1]))
    expect(pool.links).toBe(links + 1)
    expect(await shown()).toEqual(['2.0.0', '2.0.0'])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    await shown()
    vi.useRealTimers()
    await expect.poll(shown).toEqual(['3.0.0', '2.0.0'])
  })

  it('is tried again at once when it is promoted again', async () => {
    pool.hanging.clear()
    pool.bad.add('events@3.0.0')
    await compositions.useDocument(both(hanging, quiz[0]))
    await compositions.useDocument(both(entryOf(two), quiz[0]))
    pool.bad.clear()
    await compositions.useDocument(both(hanging, quiz[0]))
    expect(await shown()).toEqual(['3.0.0', '1.0.0'])
  })
})

describe('a new shell, while it is not known whether all sections go together with it', () => {
  const newer = fakeShell('2.0.0')
  const quiz = fakeSection('quiz')
  const document = (shells: DiscoveryEntry[]): DiscoveryDocument => ({
    schema: DISCOVERY_SCHEMA,
    microFrontends: { shell: shells, events: [entryOf(two)], quiz: [entryOf(quiz)] },
  })
  const shown = async (visitor = 'v') => {
    const { shell, composition } = await compositions.forVisitor(visitor)
    const { events, quiz } = composition.sections
    return [shell.version, events?.releases[0]?.version, quiz?.releases[0]?.version]
  }
  beforeEach(async () => {
    registry.publish(newer, quiz)
    await compositions.useDocument(document([entryOf(shell)]))
    pool.slow.add('quiz@1.0.0 with 2.0.0')
  })
  afterEach(() => pool.slow.clear())

  it('waits, and the shell before it goes on with all of them', async () => {
    await compositions.useDocument(document([entryOf(newer, { fallbacks: [shell] })]))
    expect(await shown()).toEqual(['1.0.0', '2.0.0', '1.0.0'])
    expect((await compositions.serves()).unusable).toEqual({
      shell: { wanted: '2.0.0', reason: expect.stringMatching(/not ready/) },
    })
    pool.slow.clear()
    await expect.poll(shown).toEqual(['2.0.0', '2.0.0', '1.0.0'])
    expect((await compositions.serves()).unusable).toEqual({})
  })

  it('is given to none of its visitors in a rollout', async () => {
    const shells = [entryOf(shell, { traffic: 0 }), entryOf(newer, { traffic: 100, stable: false, fallbacks: [shell] })]
    await compositions.useDocument(document(shells))
    expect(await shown()).toEqual(['1.0.0', '2.0.0', '1.0.0'])
    pool.slow.clear()
    await expect.poll(shown).toEqual(['2.0.0', '2.0.0', '1.0.0'])
  })

  it('goes live without a section that turns out not to go together with it', async () => {
    await compositions.useDocument(document([entryOf(newer, { fallbacks: [shell] })]))
    pool.bad.add('quiz@1.0.0')
    pool.slow.clear()
    await expect.poll(shown).toEqual(['2.0.0', '2.0.0', undefined])
  })

  it('starts no attempts of other shells', async () => {
    const links = pool.links
    await compositions.useDocument(document([entryOf(newer, { fallbacks: [shell, fakeShell('0.9.0')] })]))
    await shown()
    // The shell, and two sections with it.
    expect(pool.links).toBe(links + 3)
  })
})

describe('missing or slow render processes', () => {
  it.each([new RenderProcessEnded('no render process is ready'), new RenderTimeout('frame took too long')])(
    'are not counted against the shell: %s',
    async (error) => {
      pool.appShellFails = error
      await expect(compositions.useDocument(documentOf([stable]))).rejects.toThrow(error)
      expect(logged.lines).toEqual([])
      pool.appShellFails = undefined
      await compositions.useDocument(documentOf([stable]))
      expect(await versionsOf()).toEqual(['2.0.0', '1.0.0'])
    },
  )

  it('give a visitor of a rollout the version that most visitors have', async () => {
    await compositions.useDocument(inRollout)
    pool.appShellFails = new RenderProcessEnded('no render process is ready')
    expect(await versionsOf()).toEqual(['2.0.0'])
    expect(logged.messages()).toContain('a composition cannot be opened: its visitor gets the last one that was')
    pool.appShellFails = undefined
    expect(await versionsOf()).toEqual(['3.0.0', '2.0.0'])
  })
})

describe('a section that needs another host', () => {
  it('is not loaded, the last good one is, and operators get a report', async () => {
    const future = fakeSection('events', '4.0.0', { host: '^2.0.0' })
    registry.publish(future)
    await compositions.useDocument(documentOf([entryOf(future, { fallbacks: [one] })]))
    expect(await versionsOf()).toEqual(['1.0.0'])
    expect(logged.lines).toContainEqual({
      level: 'error',
      message: 'a release cannot be used',
      fields: {
        part: 'events',
        version: '4.0.0',
        reason: 'its host range is not satisfied',
        needs: '^2.0.0',
        provides: '1.2.0',
      },
    })
  })
})

it('knows only the parts and versions that a document names or that are open', async () => {
  expect(compositions.knows('events', '2.0.0')).toBe(false)
  await compositions.useDocument(documentOf([entryOf(three)]))
  await compositions.useDocument(documentOf([stable]))
  for (const version of ['1.0.0', '2.0.0', '3.0.0', undefined]) expect(compositions.knows('events', version)).toBe(true)
  expect(compositions.knows('events', '9.0.0')).toBe(false)
  expect(compositions.knows('event', undefined)).toBe(false)
})

describe('many compositions', () => {
  it('are closed again, the least recently used first', async () => {
    const ids: string[] = []
    for (let i = 0; i < 30; i++) {
      const each = fakeSection('events', `5.${i}.0`)
      registry.publish(each)
      ids.push((await compositions.useDocument(documentOf([entryOf(each)]))).id)
    }
    // Besides the live one, the three before it.
    await expect.poll(() => pool.closed).toEqual(ids.slice(0, 26))
  })

  it('are open for every combination that a visitor can get', async () => {
    const names = ['account', 'content', 'events', 'menu', 'quiz']
    const parts = names.map((name) => {
      const [stable, candidate] = [fakeSection(name, '7.0.0'), fakeSection(name, '7.1.0')]
      registry.publish(stable, candidate)
      return [name, [entryOf(stable, { traffic: 50 }), entryOf(candidate, { traffic: 50, stable: false })]]
    })
    await compositions.useDocument({
      ...documentOf([]),
      microFrontends: { shell: [entryOf(shell)], ...Object.fromEntries(parts) },
    })
    const ids = new Set<string>()
    for (let i = 0; i < 400; i++) ids.add((await compositions.forVisitor(`visitor ${i}`)).id)
    expect(ids.size).toBe(2 ** names.length)
    expect(pool.closed).toEqual([])
  })

  it('stay open while the same versions are served with another fallback', async () => {
    const { id } = await compositions.useDocument(documentOf([stable]))
    for (let i = 0; i < 3; i++) {
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

describe('a version that was rolled back and is promoted again', () => {
  const promoted = documentOf([entryOf(three, { fallbacks: [two, one] })])
  const rolledBack = documentOf([stable])

  it('is linked no second time, and its processes are started before a page has to', async () => {
    await compositions.useDocument(rolledBack)
    const { composition } = await compositions.useDocument(promoted)
    await compositions.useDocument(rolledBack)
    expect(pool.isServed({ part: 'events', version: '3.0.0' } as ServerBuild)).toBe(false)
    const { links } = pool
    pool.warmed.length = 0
    pool.hanging.add('events@3.0.0')
    expect((await compositions.useDocument(promoted)).composition.id).toBe(composition.id)
    expect(await versionsOf()).toEqual(['3.0.0', '2.0.0', '1.0.0'])
    expect(pool.links).toBe(links)
    await expect.poll(() => pool.warmed).toContain(composition.id)
  })

  it('is linked again when its composition is no longer open', async () => {
    await compositions.useDocument(promoted)
    for (let i = 0; i < 6; i++) {
      const each = fakeSection('events', `5.${i}.0`)
      registry.publish(each)
      await compositions.useDocument(documentOf([entryOf(each)]))
    }
    const { links } = pool
    await compositions.useDocument(promoted)
    expect(pool.links).toBeGreaterThan(links)
  })
})

describe('open previews', () => {
  const previewOf = (i: number) => {
    const each = fakeSection('events', `8.${i}.0`)
    registry.publish(each)
    return documentOf([entryOf(each)])
  }

  it('never close a composition that is being opened, and are not counted against its shell', async () => {
    const { id } = await compositions.useDocument(documentOf([stable]))
    const documents = Array.from({ length: 6 }, (_, i) => previewOf(i))
    pool.openMs = 50
    const shown = await Promise.all(documents.map((document) => compositions.forPreview(document)))
    expect(shown.map(({ sections }) => sections.events?.[0]?.version)).toEqual(documents.map((_, i) => `8.${i}.0`))
    expect(logged.messages()).not.toContain('a release cannot be used')
    expect(pool.open).toContain(id)
    expect(await versionsOf()).toEqual(['2.0.0', '1.0.0'])
  })

  it('stay open up to a limit, close no live ones, and release their versions once they are closed', async () => {
    const { id } = await compositions.useDocument(documentOf([stable]))
    for (let i = 0; i < 8; i++) await compositions.forPreview(previewOf(i))
    expect(pool.open.size).toBe(1 + 4)
    expect(pool.open).toContain(id)
    expect(pool.closed.filter((closed) => compositions.find(closed))).toEqual([])
  })

  it('are opened two at a time, even during background trials; further ones get a time to retry', async () => {
    await compositions.useDocument(documentOf([stable]))
    const open = previewOf(0)
    const first = await compositions.forPreview(open)
    const asked = pool.links
    const documents = Array.from({ length: 20 }, (_, i) => previewOf(i + 1))
    for (let i = 1; i <= 20; i += 1) pool.hanging.add(`events@8.${i}.0`)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const shown = documents.map((document) => compositions.forPreview(document).catch((error: Error) => error))
    // Simultaneous callers share one attempt.
    const again = compositions.forPreview(documents[0] as DiscoveryDocument)
    expect(await shown.at(-1)).toMatchObject({ name: 'PublicError', message: expect.stringContaining('Try again') })
    await expect.poll(() => pool.links - asked).toBe(2)
    await vi.advanceTimersByTimeAsync(10_500)
    expect((await again).sections.events).toBeUndefined()
    expect(await shown[0]).toBe(await again)
    // Its trial still hangs.
    await vi.advanceTimersByTimeAsync(60_000)
    expect(pool.links - asked).toBe(2)
    for (const each of shown.slice(2)) expect(await each).toBeInstanceOf(PublicError)
    vi.useRealTimers()
    expect(await compositions.forPreview(open)).toBe(first)
    await compositions.useDocument(documentOf([entryOf(three)]))
    expect(await versionsOf()).toEqual(['3.0.0'])
  })

  it('are separate from live compositions, even of the same releases, and are closed without them', async () => {
    await compositions.useDocument(documentOf([stable]))
    const first = await compositions.forPreview(previewOf(0))
    const live = await compositions.useDocument(previewOf(0))
    expect([live.id === first.id, live.composition.id === first.composition.id]).toEqual([true, false])
    await compositions.useDocument(documentOf([stable]))
    for (let i = 1; i < 6; i++) await compositions.forPreview(previewOf(i))
    expect(pool.open).not.toContain(first.composition.id)
    expect(pool.open).toContain(live.composition.id)
    expect(compositions.find(live.id)).toBe(live)
  })
})

describe('a document', () => {
  it('that takes long neither delays nor replaces a later one', async () => {
    await compositions.useDocument(documentOf([stable]))
    pool.openMs = 300
    const late = expect(compositions.useDocument(documentOf([entryOf(three)]))).rejects.toThrow(
      'a newer document was taken meanwhile',
    )
    await new Promise((resolve) => setTimeout(resolve, 100))
    pool.openMs = 0
    await compositions.useDocument(documentOf([entryOf(one)]))
    expect(await versionsOf()).toEqual(['1.0.0'])
    await late
    expect(await versionsOf()).toEqual(['1.0.0'])
  })

  it('that arrives without a free process blames none of its releases', async () => {
    await compositions.useDocument(documentOf([stable]))
    const newer = fakeShell('1.1.0')
    registry.publish(newer)
    pool.appShellFails = new RenderBusy('too many render processes are in use')
    await expect(
      compositions.useDocument(documentOf([stable], [entryOf(newer, { fallbacks: [shell] })])),
    ).rejects.toBeInstanceOf(RenderBusy)
    expect(logged.messages()).not.toContain('a release cannot be used')
    pool.appShellFails = undefined
    const live = await compositions.useDocument(documentOf([stable], [entryOf(newer, { fallbacks: [shell] })]))
    expect(live.shell.version).toBe('1.1.0')
  })

  it('whose candidate cannot be opened with the rest counts that against it, and retries once a second at most', async () => {
    const late = fakeSection('late', '2.0.0')
    const lateStable = fakeSection('late', '1.0.0')
    registry.publish(late, lateStable)
    const document = documentOf([stable])
    document.microFrontends.late = [
      entryOf(lateStable, { traffic: 0 }),
      entryOf(late, { traffic: 100, stable: false, fallbacks: [lateStable] }),
    ]
    await compositions.useDocument(document)
    pool.refused.add('2.0.0')
    const opened = pool.opened.length
    for (let i = 0; i < 5; i += 1) await compositions.forVisitor('v')
    expect(compositions.unusableFor('v')).toEqual({ late: '2.0.0' })
    expect(pool.opened.length).toBe(opened + 1)
  })

  it('stops what is no longer served, and what was stopped', async () => {
    const served = () =>
      [shell, one, two, three].filter(({ manifest: { name, version } }) =>
        pool.isServed({ part: name, version, file: '', integrity: '' }),
      )
    await compositions.useDocument(inRollout)
    expect(served()).toEqual([shell, two, three])
    await compositions.useDocument(documentOf([stable]))
    expect(served()).toEqual([shell, one, two])
    await compositions.useDocument(documentOf([entryOf(two, { stopped: {} })]))
    expect(served()).toEqual([shell])
  })

  it('with incompatible sections names the new ones, and does not delay the next document', async () => {
    const news = fakeSection('news')
    registry.publish(news)
    const both = documentOf([stable])
    both.microFrontends.news = [entryOf(news)]
    await compositions.useDocument(documentOf([stable]))
    pool.together.add('events').add('news')
    await expect(compositions.useDocument(both)).rejects.toThrow(
      'news 1.0.0 cannot be opened together with the other live releases',
    )
    expect(logged.messages()).not.toContain('a release cannot be used')
    await compositions.useDocument(documentOf([entryOf(three)]))
    expect(await versionsOf()).toEqual(['3.0.0'])
  })
})

it('keeps the versions in use that it names, for rollouts and fallbacks too, and the open ones', async () => {
  expect(compositions.inUse()).toBeUndefined()
  const four = fakeSection('events', '4.0.0')
  const zero = fakeSection('events', '0.1.0')
  registry.publish(four, zero)
  await compositions.useDocument(documentOf([entryOf(zero)]))
  await compositions.useDocument(
    documentOf([
      entryOf(two, { traffic: 100, fallbacks: [one] }),
      entryOf(three, { traffic: 0, stable: false, fallbacks: [two] }),
    ]),
  )
  const named = ['shell@1.0.0', 'events@1.0.0', 'events@2.0.0', 'events@3.0.0']
  // The previous live composition is still open, because visitors may be on one of its pages.
  expect(compositions.inUse()).toEqual(new Set([...named, 'events@0.1.0']))
  await compositions.forPreview(documentOf([entryOf(four)]))
  // Also after its work has finished.
  await compositions.useDocument(
    documentOf([entryOf(two, { fallbacks: [one] }), entryOf(three, { traffic: 0, stable: false })]),
  )
  expect(compositions.inUse()).toEqual(new Set([...named, 'events@0.1.0', 'events@4.0.0']))
  // A stopped version is not fetched, and stays unchanged.
  await compositions.useDocument(documentOf([entryOf(fakeSection('events', '6.0.0'), { stopped: {} })]))
  expect(compositions.inUse()).toContain('events@6.0.0')
})

it('closes a composition that could not be opened', async () => {
  await compositions.useDocument(documentOf([stable]))
  pool.appShellFails = new RenderTimeout('frame took too long')
  await expect(compositions.useDocument(documentOf([entryOf(three)]))).rejects.toThrow('frame took too long')
  expect(pool.open.size).toBe(1)
})
