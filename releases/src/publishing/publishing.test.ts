import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { containerName, RELEASE_FILE } from '@marram/release-contract/release'
import { freeDisk } from '@marram/server/free-disk'
import { createMetrics } from '@marram/server/metrics'
import { openFolder } from '@marram/server/stored-files'
import { engines } from '@marram/server/testing/engines'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { deleteFiles } from '../clean-up/clean-up'
import { releaseFile, release as table } from '../schema'
import { StorageFailed } from '../storage'
import { type FakeRelease, fakeSection, fakeShell } from '../testing/fake-release'
import { freshRegistry } from '../testing/registry'

const noSpace = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })

describe.each(engines)('publishing, database $name', (engine) => {
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  const call: (typeof fresh)['registry']['call'] = (...args) => fresh.registry.call(...args)
  beforeAll(async () => {
    fresh = await freshRegistry(engine)
  })
  afterAll(() => fresh.remove())

  const versionsOf = ({ name }: FakeRelease) => `/releases/parts/${name}/versions`
  const begin = (release: FakeRelease) => call('POST', versionsOf(release), { bytes: release.bytes })
  const send = (release: FakeRelease, path: string, bytes = release.files[path] ?? '') =>
    call('PUT', `${versionsOf(release)}/${release.version}/files/${path}`, { bytes })
  const complete = (release: FakeRelease, json?: unknown) =>
    call('POST', `${versionsOf(release)}/${release.version}/complete`, { json })
  const visible = async ({ name, version }: FakeRelease, path: string) =>
    (await call('GET', `/releases/files/${name}/${version}/${path}`)).status === 200

  it.each(['01.0.0', '1.0.0-..', '1.0.0-01'])('accepts no new release with the version %s', async (version) => {
    const message = 'release.json cannot be used: version: a version of SemVer, such as 1.4.0 or 1.4.0-rc.1'
    expect(await begin(fakeSection('tides', version))).toMatchObject({
      status: 400,
      body: { code: 'invalid', message },
    })
  })

  it('requests every file, then shows the release at once', async () => {
    const release = fakeSection('events', '1.0.0')
    const begun = await begin(release)
    expect(begun.status).toBe(201)
    expect(begun.body.missing).toEqual(Object.keys(release.files).sort())
    for (const path of Object.keys(release.files)) {
      expect((await send(release, path)).status).toBe(204)
      expect(await visible(release, path)).toBe(false)
    }
    expect((await call('GET', versionsOf(release))).status).toBe(404)
    expect((await complete(release)).body).toEqual({ part: 'events', version: '1.0.0', changed: true })
    expect(await visible(release, 'server/server.cjs')).toBe(true)
    expect(await visible(release, RELEASE_FILE)).toBe(true)
    expect((await call('GET', versionsOf(release))).body.versions).toMatchObject([{ version: '1.0.0', live: [] }])
  })

  it('does nothing for the same release again, and refuses the version with other bytes', async () => {
    const release = fakeSection('events', '1.1.0')
    await fresh.registry.publish(release)
    expect(await begin(release)).toMatchObject({ status: 200, body: { complete: true, missing: [] } })
    expect((await complete(release)).body).toMatchObject({ changed: false })
    const other = await begin(fakeSection('events', '1.1.0', { title: 'Other' }))
    expect(other).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(other.body.message).toContain('raise the version')
    const rewritten = await send(release, 'server/server.cjs', 'something else')
    expect(rewritten.status).toBe(422)
  })

  it('resumes a broken upload', async () => {
    const release = fakeSection('events', '1.2.0')
    await begin(release)
    const [first, ...rest] = Object.keys(release.files).sort() as [string, ...string[]]
    await send(release, first)
    expect(await begin(release)).toMatchObject({ status: 201, body: { missing: rest } })
    const early = await complete(release)
    expect(early).toMatchObject({ status: 409, body: { code: 'incomplete', missing: rest } })
    expect(await visible(release, first)).toBe(false)
    for (const path of rest) await send(release, path)
    expect((await complete(release)).status).toBe(200)
  })

  it('is incomplete while its files are unknown, and can be started again', async () => {
    const release = fakeSection('events', '1.2.1')
    const all = Object.keys(release.files).sort()
    await begin(release)
    const { db } = fresh.registry
    const [row] = await db.select().from(table).where(eq(table.version, '1.2.1'))
    await db.delete(releaseFile).where(eq(releaseFile.release, row?.id as string))
    const lost = await complete(release)
    expect(lost).toMatchObject({ status: 409, body: { code: 'incomplete' } })
    expect(lost.body.missing).toEqual([...all, RELEASE_FILE].sort())
    expect((await begin(release)).body.missing).toEqual(all)
    for (const path of all) await send(release, path)
    expect((await complete(release)).body).toMatchObject({ changed: true })
    expect(await visible(release, RELEASE_FILE)).toBe(true)
  })

  it('accepts no release when its disk is nearly full, reports that, and keeps serving', async () => {
    const release = fakeSection('events', '1.2.3')
    const { context, url } = fresh.registry
    let free = 5
    context.disk = freeDisk('', createMetrics(), async () => ({ free, size: 1000 }))
    try {
      expect(await begin(release)).toMatchObject({
        status: 507,
        body: { code: 'disk-full', message: expect.stringContaining('nearly full') },
      })
      const health = await fetch(`${url}/healthz`)
      expect([health.status, await health.json()]).toEqual([
        200,
        { status: 'ok', disk: { state: 'full', freeBytes: 5 } },
      ])
      expect((await call('GET', versionsOf(release))).status).toBe(200)
      free = 50
      await fresh.registry.publish(release)
      expect(await visible(release, RELEASE_FILE)).toBe(true)
    } finally {
      context.disk = undefined
    }
  })

  it('continues after the disk was full for a while', async () => {
    const release = fakeSection('events', '1.2.2')
    const put = vi.spyOn(fresh.registry.context.files, 'put')
    const fullOnce = () => put.mockRejectedValueOnce(new Error('Cannot write', { cause: noSpace() }))
    const diskFull = { status: 507, body: { code: 'disk-full', message: expect.stringContaining('disk is full') } }
    try {
      const paths = Object.keys(release.files)
      fullOnce()
      expect(await begin(release)).toMatchObject(diskFull)
      expect((await begin(release)).body.missing).toEqual(paths.toSorted())
      const entry = 'static/js/remoteEntry.js'
      fullOnce()
      expect(await send(release, entry)).toMatchObject(diskFull)
      // There was no space left for its compressed copy.
      put.mockImplementationOnce((...args) => openFolder(fresh.files).put(...args))
      fullOnce()
      expect(await send(release, entry)).toMatchObject(diskFull)
      expect((await complete(release)).status).toBe(409)
      expect(await visible(release, entry)).toBe(false)
      expect((await begin(release)).body.missing).toEqual(paths.toSorted())
      for (const path of paths) expect((await send(release, path)).status).toBe(204)
      expect((await complete(release)).body).toMatchObject({ changed: true })
      for (const path of [RELEASE_FILE, entry, 'server/server.cjs']) expect(await visible(release, path)).toBe(true)
    } finally {
      put.mockRestore()
    }
  })

  it('lets another build replace an unfinished one, which then cannot be completed', async () => {
    const abandoned = fakeSection('events', '1.3.0')
    const { integrity } = { integrity: (await import('@marram/files/digest')).integrityOf(abandoned.bytes) }
    await begin(abandoned)
    for (const path of Object.keys(abandoned.files)) await send(abandoned, path)
    const rebuilt = fakeSection('events', '1.3.0', { title: 'Built again' })
    expect((await begin(rebuilt)).body.missing).toEqual(Object.keys(rebuilt.files).sort())
    expect((await complete(abandoned, { integrity })).status).toBe(409)
    for (const path of Object.keys(rebuilt.files)) await send(rebuilt, path)
    expect((await complete(rebuilt)).status).toBe(200)
    const shown = await call('GET', `/releases/files/events/1.3.0/${RELEASE_FILE}`)
    expect(shown.body.title).toBe('Built again')
  })

  it('leaves no file of a replaced upload, even when the store failed or a file was arriving', async () => {
    const [first, second, third] = ['First', 'Second', 'Third'].map((title) =>
      fakeSection('events', '1.3.1', { title }),
    )
    const { db, context } = fresh.registry
    const before = readdirSync(fresh.files)
    const left = () => readdirSync(fresh.files).filter((name) => !before.includes(name))
    const path = 'static/js/remoteEntry.js'
    await begin(first as FakeRelease)
    await send(first as FakeRelease, path)
    const deleteAll = vi.spyOn(context.files, 'deleteAll').mockRejectedValueOnce(new StorageFailed('away'))
    const put = vi.spyOn(context.files, 'put')
    try {
      expect(await begin(second as FakeRelease)).toMatchObject({ status: 503 })
      expect((await begin(second as FakeRelease)).status).toBe(201)
      expect(left()).toHaveLength(2)
      await deleteFiles(db, context.files)
      expect(left()).toHaveLength(1)
      put.mockImplementationOnce(async (...args) => {
        expect((await begin(third as FakeRelease)).status).toBe(201)
        await openFolder(fresh.files).put(...args)
      })
      expect(await send(second as FakeRelease, path)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    } finally {
      deleteAll.mockRestore()
      put.mockRestore()
    }
    expect(left().flatMap((name) => readdirSync(join(fresh.files, name)))).toHaveLength(2)
    await fresh.registry.publish(third as FakeRelease)
  })

  it('refuses a file that differs from the build', async () => {
    const release = fakeSection('events', '1.4.0')
    await begin(release)
    const path = 'server/server.cjs'
    const tampered = (release.files[path] as string).replace('again', 'agaim')
    expect(await send(release, path, tampered)).toMatchObject({ status: 422, body: { code: 'mismatch' } })
    expect(await send(release, path, 'short')).toMatchObject({ status: 422, body: { code: 'mismatch' } })
    expect((await complete(release)).body.missing).toContain(path)
  })

  it.each([
    '../../outside.js',
    '..%2f..%2foutside.js',
    '%2e%2e/outside.js',
    'static/js/%00.js',
    'not-listed.js',
    RELEASE_FILE.toUpperCase(),
  ])('accepts no file called %s', async (path) => {
    const release = fakeSection('traversal', '1.0.0')
    await begin(release)
    const answer = await send(release, path, 'x')
    expect([400, 404]).toContain(answer.status)
    expect(answer.body).toMatchObject({ code: expect.any(String), message: expect.any(String) })
  })

  it('refuses a release.json that names files outside its folder', async () => {
    const bytes = Buffer.from(fakeSection('events', '1.5.0').bytes.toString().replaceAll('server/', '../'))
    expect(await call('POST', '/releases/parts/events/versions', { bytes })).toMatchObject({ status: 400 })
  })

  const foreign = { slot: 'more', title: 'News', path: '/news' }
  const unowned = { path: '/login', title: 'Log in', about: 'Give us your password' }
  it.each([
    ['no JSON', Buffer.from('{')],
    ['nothing at all', Buffer.alloc(0)],
    ['another part', fakeSection('other', '1.0.0').bytes],
    ['a version that is none', Buffer.from(JSON.stringify({ name: 'events', version: '1' }))],
    ['a file that is used but not listed', fakeSection('events', '9.0.0', { entry: 'missing.js' }).bytes],
    ['a path of the edge', fakeSection('events', '9.0.0', { patterns: ['/releases/x'] }).bytes],
    ['a version without end', fakeSection('events', `9.0.0-${'x'.repeat(200)}`).bytes],
    ['a link to what is not its own', fakeSection('events', '9.0.0', { navigation: [foreign] }).bytes],
    ['words for a page that is not its own', fakeSection('events', '9.0.0', { searchPages: [unowned] }).bytes],
    ['one pattern twice', fakeSection('events', '9.0.0', { patterns: ['/a/:id', '/a/:slug'] }).bytes],
  ])('refuses a release.json with %s', async (_, bytes) => {
    const answer = await call('POST', '/releases/parts/events/versions', { bytes })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', message: expect.any(String) } })
  })

  const kinds = Array.from({ length: 21 }, () => ({ kind: 'tide', title: 'Tide', plural: 'Tides' }))
  const patterns = Array.from({ length: 101 }, (_, i) => `/tides/${i}`)
  const feed = Array.from({ length: 21 }, () => ({ list: '/api/tides/', page: '/tides/:slug', feed: true }))
  const prefixes = Array.from({ length: 500 }, (_, i) => `marram:${'x'.repeat(30)}-${i}:`)
  it.each([
    ['title', { title: 'x'.repeat(61) }, 'title: at most 60'],
    ['pages', { patterns }, 'pages: at most 100'],
    ['kinds of what is found', { searchKinds: kinds }, 'searchKinds: at most 20'],
    ['lists of the sitemap', { sitemap: feed }, 'sitemap: at most 20'],
    ['words', { searchKinds: [{ kind: 'tide', title: 'x'.repeat(16_000), plural: 'x' }] }, 'at most 16000 are allowed'],
    ['address', { patterns: [`/${'x'.repeat(16_000)}`] }, 'at most 16000 are allowed'],
    [
      'of what a logout removes',
      { keptUntilLogout: { storagePrefixes: prefixes, databases: [] } },
      'at most 16000 are allowed',
    ],
    [
      'of what a page needs',
      { pages: [{ pattern: '/tides', files: [], needs: ['x'.repeat(2_000_000)] }] },
      'at most 2000000 are allowed',
    ],
  ])(
    'accepts no new release with too many or too long %s, because every page of the site would carry it',
    async (_, change, message) => {
      const begun = fakeSection('excess', '1.0.0')
      expect((await begin(begun)).status).toBe(201)
      // The same for replacing an unfinished upload.
      for (const version of ['1.0.0', '2.0.0'])
        expect(await begin(fakeSection('excess', version, change))).toMatchObject({
          ...{ status: 400, body: { code: 'invalid', message: expect.stringContaining(message) } },
        })
    },
  )

  it('accepts no new release whose name in browsers differs from its own, such as that of another part', async () => {
    const message = 'container: it is called pebbles_V6__6__6 in browsers, and nothing else'
    for (const container of [containerName({ name: 'events', version: '1.0.0' }), 'pebbles'])
      expect(await begin(fakeSection('pebbles', '6.6.6', { container }))).toMatchObject({
        ...{ status: 400, body: { code: 'invalid', message: expect.stringContaining(message) } },
      })
  })

  it('accepts a shell only under the name shell', async () => {
    const shell = fakeShell('1.0.0')
    expect(
      (await begin({ ...shell, bytes: fakeShell('1.0.0', { entry: ['static/css/shell.css'] }).bytes })).status,
    ).toBe(400)
    expect((await begin({ ...shell, bytes: fakeSection('shell', '1.0.0').bytes })).status).toBe(400)
    expect((await begin(shell)).status).toBe(201)
  })

  it('detects that a stored file has vanished from the disk before completion', async () => {
    const release = fakeSection('events', '1.6.0')
    await begin(release)
    for (const path of Object.keys(release.files)) await send(release, path)
    const storage = openFolder(fresh.files)
    const newest = await fresh.registry.db.query.release.findFirst({
      where: (table, { eq }) => eq(table.version, '1.6.0'),
    })
    await storage.deleteAll(newest?.id as string)
    expect((await complete(release)).status).toBe(409)
    const { missing } = (await complete(release)).body
    expect(missing).toHaveLength(Object.keys(release.files).length + 1)
    await begin(release)
    for (const path of Object.keys(release.files)) await send(release, path)
    expect((await complete(release)).status).toBe(200)
  })

  it('reports that a file was damaged in the store, instead of a hanging response', async () => {
    const release = fakeSection('events', '1.6.1')
    await begin(release)
    for (const path of Object.keys(release.files)) await send(release, path)
    expect((await complete(release)).status).toBe(200)
    const row = await fresh.registry.db.query.release.findFirst({
      where: (table, { eq }) => eq(table.version, '1.6.1'),
    })
    const folder = join(fresh.files, row?.id as string)
    for (const file of readdirSync(folder)) writeFileSync(join(folder, file), 'x')
    const { status, body, headers } = await call('GET', '/releases/files/events/1.6.1/server/server.cjs')
    expect(status).toBe(503)
    expect(body.code).toBe('damaged')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('lets two clients upload the same release at once', async () => {
    const release = fakeSection('events', '1.7.0')
    const all = await Promise.all(Array.from({ length: 8 }, () => begin(release)))
    expect(all.filter(({ status }) => status >= 300)).toEqual([])
    const paths = Object.keys(release.files)
    await Promise.all([...paths, ...paths].map((path) => send(release, path)))
    const completed = await Promise.all([complete(release), complete(release)])
    expect(completed.map(({ body }) => body.changed).sort()).toEqual([false, true])
    expect(readdirSync(fresh.files, { recursive: true }).filter((path) => String(path).endsWith('.new'))).toEqual([])
  })
})
