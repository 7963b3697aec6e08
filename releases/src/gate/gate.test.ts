import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { containerName } from '@marram/release-contract/release'
import { openFolder, readStored } from '@marram/server/stored-files'
import { engines } from '@marram/server/testing/engines'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { environment, release as table } from '../schema'
import {
  type FakeRelease,
  FEDERATION_MANIFEST,
  fakeSection,
  fakeShell,
  federationManifest,
} from '../testing/fake-release'
import { freshRegistry, type TestRegistry } from '../testing/registry'
import { serverTrial } from './server-trial'

const NO_API = 'http://127.0.0.1:9'
const server = (code: string) => ({ built: { 'server/server.cjs': code } })

describe.each(engines.slice(0, 1))('the gate', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'marram-trials-'))
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  let registry: TestRegistry
  let env: string
  let number = 0
  const versionOf = () => `1.${++number}.0`

  beforeAll(async () => {
    fresh = await freshRegistry(engine, (files) => ({
      trial: serverTrial({ files: openFolder(files), folder, apiUrl: NO_API }),
    }))
    registry = fresh.registry
    for (const release of [fakeShell('1.0.0'), fakeSection('events', '1.0.0')]) await registry.publish(release)
  })
  afterAll(async () => {
    await fresh.remove()
    rmSync(folder, { recursive: true })
  })
  beforeEach(async () => {
    env = `test-${++number}`
    await registry.db.insert(environment).values({ name: env })
    expect((await promote(fakeShell('1.0.0'))).status).toBe(200)
    expect((await promote(fakeSection('events', '1.0.0'))).status).toBe(200)
  })

  const promote = ({ name, version }: FakeRelease, more: object = {}) =>
    registry.call('POST', `/releases/environments/${env}/parts/${name}/promote`, { json: { version, ...more } })
  const report = async ({ name, version }: FakeRelease) => {
    const path = `/releases/environments/${env}/parts/${name}/versions/${version}/gate`
    const { body } = await registry.call('GET', path)
    return body as { passed: boolean; checks: { name: string; outcome: string; message: string }[] }
  }
  /** Published, and refused with this message. */
  async function refused(release: FakeRelease, kind: string, words: string): Promise<void> {
    await registry.publish(release)
    const answer = await promote(release)
    expect(answer).toMatchObject({ status: 422, body: { code: 'refused' } })
    expect(answer.body.problems).toContainEqual(expect.objectContaining({ kind }))
    expect(answer.body.message).toContain(words)
    expect(await report(release)).toMatchObject({ passed: false })
  }

  it('reports everything that it passed', async () => {
    const next = fakeSection('events', versionOf())
    await registry.publish(next)
    const { passed, checks } = await report(next)
    expect(checks.map(({ name, outcome }) => `${name} ${outcome}`).sort()).toEqual([
      'address passed',
      'browser warned',
      'declared passed',
      'digests passed',
      'files passed',
      'host passed',
      'manifest passed',
      'navigation passed',
      'pattern passed',
      'search passed',
      'server passed',
      'shared passed',
      'size passed',
      'styles passed',
    ])
    expect(checks.find(({ name }) => name === 'server')?.message).toBe(
      `events ${next.version} beside shell 1.0.0 rendered 2 of 2 sample pages.`,
    )
    expect(passed).toBe(true)
    expect((await promote(next)).status).toBe(200)
    expect(existsSync(folder) && readdirSync(folder)).toEqual([])
  })

  it('refuses a server build that cannot be linked, and names the pair; a manager can override with a reason', async () => {
    const bad = fakeSection('events', versionOf(), server("require('left-pad')"))
    await refused(
      bad,
      'server',
      `events ${bad.version} beside shell 1.0.0: Error: events ${bad.version} asks for left-pad`,
    )
    expect(await promote(bad, { override: true })).toMatchObject({
      status: 400,
      body: { message: 'Overriding the gate needs a reason.' },
    })
    expect(await promote(bad, { override: true, reason: 'it is worse without' })).toMatchObject({ status: 200 })
    const { events } = (await registry.call('GET', `/releases/events?environment=${env}&limit=1`)).body
    expect(events).toMatchObject([
      { action: 'promote', reason: 'it is worse without', detail: { overridden: [{ kind: 'server' }] } },
    ])
  })

  it('refuses a page that throws, a process that ends, and a shell that cannot render its app shell', async () => {
    const version = versionOf()
    const throws = "exports.render = (path) => { if (path.endsWith('/sample')) throw new Error('no such thing') }"
    await refused(
      fakeSection('events', version, server(throws)),
      'server',
      `events ${version} beside shell 1.0.0 cannot render /events/sample: Error: no such thing.`,
    )
    await refused(
      fakeSection('events', versionOf(), server('{ const all = []; for (;;) all.push(new Array(3e6).fill(all)) }')),
      'server',
      'the process ended (it ended with SIG',
    )
    await refused(fakeShell(versionOf(), server('exports.provide = {}')), 'server', 'is not a function')
  })

  it('refuses incompatible versions, and names both sides', async () => {
    const shell = fakeShell(versionOf(), { versions: { react: '18.3.0' } })
    const section = fakeSection('events', versionOf(), { ranges: { react: '^19.0.0', dayjs: '^1.11.0' } })
    for (const release of [shell, section]) await registry.publish(release)
    expect((await promote(shell)).status).toBe(200)
    const answer = await promote(section)
    expect(answer.status).toBe(422)
    expect(answer.body.message).toContain(
      `events ${section.version} needs dayjs ^1.11.0, but shell ${shell.version} does not provide it. ` +
        `events ${section.version} needs react ^19.0.0, but shell ${shell.version} provides 18.3.0.`,
    )
  })

  it("reads federation's manifest with federation's own parser", async () => {
    const written = (text: string) => fakeSection('events', versionOf(), { built: { [FEDERATION_MANIFEST]: text } })
    await refused(written('{}'), 'manifest', 'Module Federation cannot read')
    await refused(written(federationManifest('another')), 'manifest', 'Its manifest names another')
    const version = versionOf()
    const of = (text: string) => fakeSection('events', version, { built: { [FEDERATION_MANIFEST]: text } })
    await refused(
      of(federationManifest(containerName({ name: 'events', version }), ['other'])),
      'manifest',
      'exposes no ./section',
    )
    const elsewhere = versionOf()
    const enters = federationManifest(containerName({ name: 'events', version: elsewhere }), ['section'], 'other.js')
    await refused(
      fakeSection('events', elsewhere, { built: { [FEDERATION_MANIFEST]: enters } }),
      'manifest',
      'Its manifest has the entry other.js, release.json static/js/remoteEntry.js.',
    )
    const none = fakeSection('events', versionOf(), { manifest: undefined })
    await refused(none, 'manifest', 'The build names no manifest of Module Federation.')
  })

  it('refuses a stylesheet that affects elements outside its section, and accepts one of a shell', async () => {
    const styled = (css: string) => ({ built: { 'static/css/page.css': css } })
    for (const css of ['*{display:none}', '@media print{.events-a+header{}}'])
      await refused(fakeSection('events', versionOf(), styled(css)), 'styles', 'static/css/page.css: ')
    await refused(fakeSection('events', versionOf(), styled(' '.repeat(1_000_001))), 'styles', 'at most 1000000')
    const inPage = server("exports.render = () => '<main><style>h1{}</style></main>'")
    await refused(fakeSection('events', versionOf(), inPage), 'server', 'use a CSS module')
    const own = fakeSection('events', versionOf(), styled('@media print{.events-a h1{display:none}}'))
    const shell = fakeShell(versionOf(), styled('h1{color:red}'))
    for (const release of [own, shell]) {
      await registry.publish(release)
      expect((await promote(release)).status).toBe(200)
    }
  })

  it('refuses a section without a page, and a page without a file', async () => {
    await refused(fakeSection('events', versionOf(), { patterns: [] }), 'files', 'It has no page.')
    const pages = [
      { pattern: '/events', files: ['static/js/@page~1.js'], needs: [] },
      { pattern: '/events/:slug', files: [], needs: [] },
    ]
    await refused(fakeSection('events', versionOf(), { pages }), 'files', 'No file is named for /events/:slug.')
  })

  it('refuses a page that another section has, or a page below those of another section', async () => {
    const claims = fakeSection('courses', versionOf(), { patterns: ['/courses', '/events'] })
    await refused(claims, 'address', `courses ${claims.version} claims /events, which can match /events of events.`)
    const inTheWay = fakeSection('courses', versionOf(), { patterns: ['/courses', '/events/sample'] })
    await refused(inTheWay, 'address', '/events/sample, which can match /events/:slug of events.')
  })

  it('reports new navigation entries, and refuses those without a place beside the links of others', async () => {
    const version = versionOf()
    const link = (name: string, path: string) => ({ slot: 'more', title: `The ${name}`, path })
    const events = fakeSection('events', version, { navigation: [link('events', '/events')] })
    const shell = fakeShell(version, { slots: { more: 2 } })
    const tides = fakeSection('tides', version, { navigation: [link('tides', '/tides')] })
    const both = [link('a', '/aaa'), link('b', '/aaa')]
    const first = fakeSection('aaa', version, { navigation: both, patterns: ['/aaa'] })
    for (const release of [events, shell, tides, first]) await registry.publish(release)
    const said = async (release: FakeRelease) =>
      (await report(release)).checks.find(({ name }) => name === 'navigation')
    expect(await said(events)).toMatchObject({ outcome: 'warned', message: expect.stringContaining('leaves that out') })
    expect((await promote(shell)).status).toBe(200)
    expect(await said(events)).toMatchObject({
      ...{ outcome: 'passed', message: 'The navigation shows “The events” (/events) in more.' },
    })
    expect((await promote(events)).status).toBe(200)
    const refusal = await promote(first)
    expect(refusal).toMatchObject({ status: 422, body: { problems: [{ kind: 'navigation' }] } })
    expect(refusal.body.message).toContain(
      `too few places in the navigation's more (2) for the entries (3) of aaa ${version}, events ${version}.`,
    )
    expect(await said(first)).toMatchObject({ outcome: 'failed' })
    expect((await promote(tides)).status).toBe(200)
    const { body } = await registry.call('GET', `/releases/environments/${env}/discovery.json`)
    expect(body.microFrontends).toMatchObject({ tides: [{ extras: { navigation: [link('tides', '/tides')] } }] })
  })

  it('refuses a shell without a place for existing links, and lists the dropped ones', async () => {
    const version = versionOf()
    const link = (title: string, slot = 'more') => ({ slot, title, path: '/events' })
    const events = fakeSection('events', version, { navigation: [link('One'), link('Two')] })
    const [wide, narrow, without] = [2, 1, undefined].map((more, i) =>
      fakeShell(version.replace(/\d+$/, String(i)), { slots: more === undefined ? {} : { more } }),
    ) as [FakeRelease, FakeRelease, FakeRelease]
    for (const release of [events, wide, without]) await registry.publish(release)
    for (const release of [wide, events]) expect((await promote(release)).status).toBe(200)
    const message = `shell ${narrow.version} has too few places in the navigation's more (1) for the entries (2) of events ${version}.`
    await refused(narrow, 'navigation', message)
    const canary = `/releases/environments/${env}/parts/shell/canary`
    expect((await registry.call('POST', canary, { json: { version: narrow.version, traffic: 1 } })).status).toBe(422)
    const left = expect.stringMatching(/“One” \(\/events\) in more, “Two”.*leaves that out/)
    expect((await report(without)).checks).toContainEqual(
      expect.objectContaining({ name: 'navigation', outcome: 'warned', message: left }),
    )
    expect((await promote(wide)).status).toBe(200)
  })

  it('refuses a search kind that another section declares, and accepts changes of its owner', async () => {
    const version = versionOf()
    const named = (title: string) => ({ searchKinds: [{ kind: 'main-news', title, plural: title }] })
    const events = fakeSection('events', version, named('News'))
    const courses = fakeSection('courses', version, named('Spam'))
    await registry.publish(events)
    expect((await promote(events)).status).toBe(200)
    await refused(courses, 'search', `events ${version}, which is live, both name the search kind main-news.`)
    const newer = fakeSection('events', versionOf(), named('Newer'))
    await registry.publish(newer)
    expect((await promote(newer)).status).toBe(200)
  })

  it('refuses a resource that another section owns, and accepts changes of its owner', async () => {
    const belongings = (part: string) => {
      const page = `/${part}/:slug`
      return {
        sitemap: [{ list: '/api/sports/', page, feed: true }],
        calendar: { file: '/a.ics', lists: [{ list: '/api/sports/', kind: 'sports', title: 'Sports', page }] },
        keptUntilLogout: { storagePrefixes: ['marram:draft:'], databases: ['marram-drafts'] },
      }
    }
    const events = fakeSection('events', versionOf(), belongings('events'))
    await registry.publish(events)
    expect((await promote(events)).status).toBe(200)
    const words = [
      'the list of the feed /api/sports/',
      'the calendar /a.ics',
      'the prefix of what a logout removes marram:draft:',
      'the database that a logout empties marram-drafts',
    ].join(' and ')
    const courses = fakeSection('courses', versionOf(), belongings('courses'))
    await refused(courses, 'declared', `events ${events.version}, which is live, both declare ${words}.`)
    const newer = fakeSection('events', versionOf(), belongings('events'))
    await registry.publish(newer)
    expect((await promote(newer)).status).toBe(200)
  })

  it('accepts changes of others beside two sections that conflict already', async () => {
    const kept = (...storagePrefixes: string[]) => ({ keptUntilLogout: { storagePrefixes, databases: [] } })
    const events = fakeSection('events', versionOf(), kept('marram:note:'))
    const courses = fakeSection('courses', versionOf(), kept('marram:note:'))
    for (const release of [events, courses]) await registry.publish(release)
    expect((await promote(events)).status).toBe(200)
    expect((await promote(courses, { override: true, reason: 'as it was' })).status).toBe(200)
    const shell = fakeShell(versionOf())
    await registry.publish(shell)
    expect((await promote(shell)).status).toBe(200)
  })

  it('refuses a section whose logout would remove data of the shell', async () => {
    const kept = { storagePrefixes: ['marram:left-session:'], databases: [] }
    const words = 'has a logout remove marram:left-session:, which the shell stores.'
    await refused(fakeSection('events', versionOf(), { keptUntilLogout: kept }), 'declared', words)
  })

  it('refuses a release whose bytes have changed', async () => {
    const release = fakeSection('events', versionOf())
    const versions = '/releases/parts/events/versions'
    await registry.call('POST', versions, { bytes: release.bytes })
    for (const [path, text] of Object.entries(release.files))
      await registry.call('PUT', `${versions}/${release.version}/files/${path}`, { bytes: text })
    const stored = openFolder(fresh.files)
    const [row] = await registry.db.select({ id: table.id }).from(table).where(eq(table.version, release.version))
    const id = row?.id as string
    const all = readdirSync(join(fresh.files, id)).filter((file) => !file.endsWith('.br'))
    for (const file of all) {
      const bytes = await readStored(stored, `${id}/${file}`)
      if (Buffer.from(bytes).includes('font of')) writeFileSync(join(fresh.files, id, file), bytes.reverse())
    }
    expect((await registry.call('POST', `${versions}/${release.version}/complete`)).status).toBe(200)
    const answer = await promote(release)
    expect(answer.body.message).toContain('1 of 7 files are missing or damaged, such as static/font.woff2.')
  })

  it('refuses a release that is far larger than the one it replaces', async () => {
    const large = fakeSection('events', versionOf(), {
      built: { 'static/js/@page~1.js': `/* ${'x'.repeat(300_000)} */` },
    })
    await refused(large, 'size', `events ${large.version} has 30`)
    // Restoring a composition that only some of the visitors had does not bypass the gate.
    const { version } = large
    const overriding = { override: true, reason: 'a look at it' }
    const part = `/releases/environments/${env}/parts/events`
    await registry.call('POST', `${part}/canary`, { json: { version, traffic: 1, ...overriding } })
    await registry.call('POST', `${part}/abort`)
    const { compositions } = (await registry.call('GET', `/releases/environments/${env}/compositions`)).body as {
      compositions: { id: string; partial: boolean }[]
    }
    const composition = compositions.find(({ partial }) => partial)?.id
    const back = await registry.call('POST', `/releases/environments/${env}/rollback`, { json: { composition } })
    expect(back).toMatchObject({ status: 422, body: { problems: [{ kind: 'size' }] } })
    // A release that was live here may return.
    expect((await promote(large, { override: true, reason: 'all the pictures' })).status).toBe(200)
    expect((await promote(fakeSection('events', '1.0.0'))).status).toBe(200)
    expect((await promote(large)).status).toBe(200)
  })
})
