import { integrityOf } from '@marram/files/digest'
import { discoveryDocument } from '@marram/release-contract/discovery'
import { releaseFileUrl } from '@marram/release-contract/release-files'
import { resolve } from '@marram/release-contract/resolve'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type FakeRelease, fakeSection, fakeShell } from '../testing/fake-release'
import { freshRegistry, type TestRegistry } from '../testing/registry'

/**
 * The Frontend Discovery schema, v1-pre. Its `items` is a list of one schema, which in JSON Schema 2019-09 applies only
 * to the first element; here every element is checked.
 */
const frontendDiscovery = z.strictObject({
  schema: z.string(),
  microFrontends: z.record(
    z.string(),
    z
      .array(
        z.strictObject({
          url: z.string(),
          fallbackUrl: z.string().optional(),
          metadata: z.strictObject({ integrity: z.string(), version: z.string() }),
          extras: z.looseObject({}).optional(),
          deployment: z.looseObject({ traffic: z.number().min(0).max(100), default: z.boolean() }).optional(),
        }),
      )
      .refine((list) => new Set(list.map((entry) => JSON.stringify(entry))).size === list.length, 'unique items'),
  ),
})

describe.each(engines)('the discovery document, database $name', (engine) => {
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  let registry: TestRegistry
  const shell = fakeShell('1.0.0')
  const events = ['1.0.0', '1.1.0', '1.2.0', '1.3.0'].map((version) => fakeSection('events', version))
  beforeAll(async () => {
    fresh = await freshRegistry(engine)
    registry = fresh.registry
    for (const release of [shell, ...events]) await registry.publish(release)
  })
  afterAll(() => fresh.remove())

  const path = '/releases/environments/production/discovery.json'
  const read = (headers?: Record<string, string>, environment = 'production') =>
    registry.call('GET', path.replace('production', environment), { token: null, headers })
  const document = async (environment?: string) => {
    const { body } = await read({}, environment)
    frontendDiscovery.parse(body)
    return discoveryDocument.parse(body)
  }
  const rollBack = (json?: unknown) =>
    registry.call('POST', '/releases/environments/production/parts/events/rollback', { json })

  it('exists before anything is live', async () => {
    expect((await document()).microFrontends).toEqual({})
    expect((await registry.call('GET', '/releases/environments/nowhere/discovery.json')).status).toBe(404)
  })

  it('names entry and description of every live part with their digests', async () => {
    const [first] = events as [FakeRelease]
    await registry.promote(shell)
    await registry.promote(first)
    const { microFrontends } = await document()
    const [entry] = microFrontends.events ?? []
    expect(entry).toMatchObject({
      url: releaseFileUrl('events', '1.0.0', 'static/js/remoteEntry.js'),
      metadata: {
        version: '1.0.0',
        integrity: integrityOf(Buffer.from(first.files['static/js/remoteEntry.js'] as string)),
      },
      deployment: { traffic: 100, default: true },
      extras: {
        manifest: releaseFileUrl('events', '1.0.0', 'release.json'),
        manifestIntegrity: integrityOf(first.bytes),
        salt: expect.stringMatching(/^[0-9a-f]{16}$/),
        fallbacks: [],
      },
    })
    expect(entry).not.toHaveProperty('fallbackUrl')
    expect(microFrontends.shell?.[0]?.url).toBe(releaseFileUrl('shell', '1.0.0', 'static/js/shell.js'))
    for (const { url } of Object.values(microFrontends).flat())
      expect((await registry.call('GET', url, { token: null })).status).toBe(200)
  })

  it('names the pages of a part and which of them are private', async () => {
    const page = { files: ['static/js/@page~1.js'], needs: [] }
    const pages = [
      { pattern: '/mine', requiresLogin: true },
      { pattern: '/mine/:phone', private: true },
      { pattern: '/ours' },
    ]
    const personal = fakeSection('personal', '1.0.0', {
      pages: pages.map((each) => ({ ...each, ...page, query: ['q'] })),
    })
    await registry.publish(personal)
    await registry.promote(personal)
    const { microFrontends } = await document()
    expect(microFrontends.personal?.[0]?.extras).toMatchObject({ title: 'The personal', pages })
    expect(microFrontends.personal?.[0]?.extras.pages?.[2]).toEqual({ pattern: '/ours' })
    expect(microFrontends.shell?.[0]?.extras).not.toHaveProperty('pages')
  })

  it('offers the two previous live versions, newest first, and drops what a rollback left behind', async () => {
    const before = await document()
    for (const release of events.slice(1)) await registry.promote(release)
    const after = await document()
    const [entry] = after.microFrontends.events ?? []
    expect(entry?.extras.fallbacks.map(({ version }) => version)).toEqual(['1.2.0', '1.1.0'])
    expect(entry?.fallbackUrl).toBe(releaseFileUrl('events', '1.2.0', 'static/js/remoteEntry.js'))
    expect(entry?.extras.salt).toBe(before.microFrontends.events?.[0]?.extras.salt)
    await rollBack({ version: '1.1.0' })
    const [back] = (await document()).microFrontends.events ?? []
    expect(back?.metadata.version).toBe('1.1.0')
    expect(back?.extras.fallbacks.map(({ version }) => version)).toEqual(['1.0.0'])
  })

  it('offers no version that is incompatible with the live shell', async () => {
    const old = fakeSection('quiz', '1.0.0', { host: '^1.0.0' })
    const wide = fakeSection('quiz', '1.1.0', { host: '^1.3.0' })
    for (const release of [old, wide, fakeShell('1.3.0', { host: '1.3.0' })]) await registry.publish(release)
    await registry.promote(old)
    await registry.promote(fakeShell('1.3.0'))
    await registry.promote(wide)
    const { microFrontends } = await document()
    expect(microFrontends.quiz?.[0]?.extras.fallbacks.map(({ version }) => version)).toEqual(['1.0.0'])
    expect(microFrontends.shell?.[0]?.extras.fallbacks).toEqual([])
    expect(microFrontends.shell?.[0]).not.toHaveProperty('fallbackUrl')
  })

  it('responds with 304 while nothing changes and with a new ETag at once when something does', async () => {
    const first = await read()
    const etag = first.headers.get('etag') as string
    expect(etag).toMatch(/^"[^"]+"$/)
    expect(first.headers.get('cache-control')).toBe('no-cache')
    expect((await read({ 'if-none-match': etag })).status).toBe(304)
    expect((await read({ 'if-none-match': `"other", W/${etag}` })).status).toBe(304)
    await registry.promote(events[3] as FakeRelease)
    const changed = await read({ 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(etag)
    await registry.promote(events[3] as FakeRelease)
    expect((await read({ 'if-none-match': changed.headers.get('etag') as string })).status).toBe(304)
  })

  it('is sent when it changes to edges that know the current one and can wait', async () => {
    const first = await read()
    const known = {
      prefer: 'wait=20',
      'if-none-match': first.headers.get('etag') as string,
      'x-marram-revision': first.headers.get('x-marram-revision') as string,
    }
    const waiting = read(known)
    const isEarly = await Promise.race([waiting.then(() => true), new Promise((done) => setTimeout(done, 200))])
    expect(isEarly).toBeUndefined()
    await registry.promote(events[2] as FakeRelease)
    const { status, headers } = await waiting
    expect([status, headers.get('preference-applied')]).toEqual([200, 'wait'])
    expect(headers.get('etag')).not.toBe(known['if-none-match'])
    // What it knows is no longer current: nothing to wait for.
    expect((await read(known)).status).toBe(200)
    await registry.promote(events[3] as FakeRelease)
  })

  it('is not waited for longer than was asked, nor where a revision is new', async () => {
    const { headers } = await read()
    const etag = headers.get('etag') as string
    expect((await read({ prefer: 'wait=1', 'if-none-match': etag })).status).toBe(304)
    const other = await read({ prefer: 'wait=20', 'if-none-match': etag, 'x-marram-revision': '1' })
    expect([other.status, other.headers.get('x-marram-revision')]).toEqual([304, headers.get('x-marram-revision')])
  })

  it('resolves to the live versions for every visitor', async () => {
    const choices = resolve(await document(), 'somebody')
    expect(choices.map(({ part, rule, entry }) => [part, rule, entry.metadata.version])).toEqual([
      ['events', 'only', '1.3.0'],
      ['personal', 'only', '1.0.0'],
      ['quiz', 'only', '1.1.0'],
      ['shell', 'only', '1.3.0'],
    ])
  })

  it('keeps environments apart', async () => {
    await registry.promote(shell, 'staging')
    const staging = discoveryDocument.parse((await registry.call('GET', path.replace('production', 'staging'))).body)
    expect(Object.keys(staging.microFrontends)).toEqual(['shell'])
    expect(staging.microFrontends.shell?.[0]?.metadata.version).toBe('1.0.0')
  })

  it('matches the schema with a canary, a group and killed parts', async () => {
    const parts = (part: string, action: string, json: object) =>
      registry.call('POST', `/releases/environments/staging/parts/${part}/${action}`, { json })
    for (const name of ['alone', 'left', 'right'])
      for (const version of ['1.0.0', '1.1.0']) {
        await registry.publish(fakeSection(name, version))
        if (version === '1.0.0') await registry.promote(fakeSection(name, version), 'staging')
      }
    const canary = (part: string, more: object) => parts(part, 'canary', { version: '1.1.0', ...more })
    expect((await canary('alone', { traffic: 0.5 })).status).toBe(200)
    expect((await canary('left', { traffic: 30, group: 'both' })).status).toBe(200)
    expect((await canary('right', { traffic: 30, group: 'both' })).status).toBe(200)
    expect((await parts('right', 'kill', { reason: 'it is broken', notice: 'Back at nine.' })).status).toBe(200)
    expect((await parts('alone', 'kill', { reason: 'it is broken' })).status).toBe(200)
    const { microFrontends } = await document('staging')
    const entriesOf = (part: string) =>
      microFrontends[part]?.map(({ metadata, deployment, extras: { group, stopped, fallbacks } }) => [
        metadata.version,
        deployment.traffic,
        { group, stopped },
        fallbacks.map(({ version }) => version),
      ])
    expect(entriesOf('alone')).toEqual([
      ['1.0.0', 99.5, { stopped: {} }, []],
      ['1.1.0', 0.5, { stopped: {} }, ['1.0.0']],
    ])
    expect(entriesOf('left')).toEqual([
      ['1.0.0', 70, { group: 'both' }, []],
      ['1.1.0', 30, { group: 'both' }, ['1.0.0']],
    ])
    const stopped = { notice: 'Back at nine.' }
    expect(entriesOf('right')).toEqual([
      ['1.0.0', 70, { group: 'both', stopped }, []],
      ['1.1.0', 30, { group: 'both', stopped }, ['1.0.0']],
    ])
    expect(JSON.stringify(microFrontends)).not.toContain('it is broken')
  })

  it('offers an earlier shell although it has fewer places for links: better than none', async () => {
    const navigation = [{ slot: 'more', title: 'Dunes', path: '/dunes' }]
    const dunes = fakeSection('dunes', '1.0.0', { navigation })
    const [narrow, wide] = [0, 1].map((more) => fakeShell(`1.9.${more}`, { slots: { more } })) as [
      FakeRelease,
      FakeRelease,
    ]
    for (const release of [narrow, wide, dunes]) {
      await registry.publish(release)
      expect((await registry.promote(release, 'staging')).status).toBe(200)
    }
    const [entry] = (await document('staging')).microFrontends.shell ?? []
    expect(entry?.extras.fallbacks.map(({ version }) => version)).toEqual(['1.9.0', '1.0.0'])
  })

  it('offers no version with a page at an address that another part has now', async () => {
    const pages = (...patterns: string[]) => ({ patterns })
    const both = fakeSection('gallery', '1.0.0', pages('/gallery', '/prints/one'))
    const shared = fakeSection('gallery', '1.1.0', pages('/gallery', '/prints/two'))
    const without = fakeSection('gallery', '1.2.0', pages('/gallery'))
    const prints = fakeSection('prints', '1.0.0', pages('/prints/:slug'))
    for (const release of [both, shared, without, prints]) await registry.publish(release)
    const fallbacks = async (i = 0) =>
      (await document('staging')).microFrontends.gallery?.[i]?.extras.fallbacks.map(({ version }) => version)
    for (const release of [both, without, shared]) await registry.promote(release, 'staging')
    expect(await fallbacks()).toEqual(['1.2.0', '1.0.0'])
    for (const pattern of ['/prints/one', '/prints/two'])
      await registry.call('POST', '/releases/environments/staging/parts/gallery/addresses/release', {
        json: { pattern },
      })
    expect((await registry.promote(prints, 'staging')).status).toBe(200)
    expect(await fallbacks()).toEqual(['1.2.0'])
    // A page that is live beside that part is shared on purpose: visitors of the next version fall back to it.
    const canary = '/releases/environments/staging/parts/gallery/canary'
    expect((await registry.call('POST', canary, { json: { version: '1.2.0', traffic: 10 } })).status).toBe(200)
    expect(await fallbacks(1)).toEqual(['1.1.0'])
  })
})

it.each([
  ['an unknown field', { url: '/a', metadata: { version: '1', integrity: 'x' }, surprise: 1 }],
  ['no metadata', { url: '/a' }],
  [
    'too much traffic',
    { url: '/a', metadata: { version: '1', integrity: 'x' }, deployment: { traffic: 101, default: true } },
  ],
])('is checked by the schema, which detects %s in a second element', (_, wrong) => {
  const fine = { url: '/a', metadata: { version: '1', integrity: 'x' } }
  expect(frontendDiscovery.safeParse({ schema: '', microFrontends: { a: [fine] } }).success).toBe(true)
  expect(frontendDiscovery.safeParse({ schema: '', microFrontends: { a: [fine, wrong] } }).success).toBe(false)
})
