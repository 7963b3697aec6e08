import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { unused as unusedAnswer } from '@marram/release-contract/calls/clean-up'
import { discoveryDocument } from '@marram/release-contract/discovery'
import { engines } from '@marram/server/testing/engines'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startScheduledJobs } from '../scheduled-jobs'
import { release } from '../schema'
import { StorageFailed } from '../storage'
import { command } from '../testing/command'
import { fakeSection, fakeShell } from '../testing/fake-release'
import { freshRegistry, type TestRegistry } from '../testing/registry'

const DAY = 86_400_000
type Unused = { part: string; version: string }[]

describe.each(engines)('cleaning up, database $name', (engine) => {
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  let registry: TestRegistry
  let now = Date.now()
  beforeAll(async () => {
    fresh = await freshRegistry(engine, () => ({ now: () => new Date(now) }))
    registry = fresh.registry
    await registry.publish(fakeShell('1.0.0'))
    for (const minor of [0, 1, 2, 3, 4]) await registry.publish(fakeSection('events', `1.${minor}.0`))
    await registry.promote(fakeShell('1.0.0'))
  })
  afterAll(() => fresh.remove())

  const unused = async (days = 30) =>
    (await registry.call('GET', `/releases/unused?days=${days}`)).body.releases as Unused
  const names = (all: Unused) => all.map(({ part, version }) => `${part} ${version}`)
  const remove = (releases: Unused, days = 30) =>
    registry.call('POST', '/releases/clean-up', {
      json: { days, releases: releases.map(({ part, version }) => ({ part, version })) },
    })
  const file = async (version: string) =>
    (await registry.call('GET', `/releases/files/events/${version}/static/js/remoteEntry.js`)).status

  it('offers nothing that a document names, or has named within the days', async () => {
    const path = '/releases/environments/production/parts/events'
    await registry.promote(fakeSection('events', '1.0.0'))
    await registry.call('POST', `${path}/canary`, { json: { version: '1.1.0', traffic: 5 } })
    expect(await unused(1)).toEqual([])
    now += 2 * DAY
    expect(names(await unused(1))).toEqual(['events 1.2.0', 'events 1.3.0', 'events 1.4.0'])
    await registry.call('POST', `${path}/abort`)
    // Named until this moment: tabs with it are still open.
    expect(names(await unused(1))).not.toContain('events 1.1.0')
    now += 2 * DAY
    expect(names(await unused(1))).toContain('events 1.1.0')
  })

  it('shows what keeps every other release, and until when', async () => {
    const environment = '/releases/environments/production'
    const why = async (days: number) => {
      const { body } = await registry.call('GET', `/releases/unused?days=${days}`)
      const { kept } = unusedAnswer.parse(body)
      expect(kept.every(({ bytes, files }) => bytes > 0 && files > 0)).toBe(true)
      const reasons = (version: string) => {
        const found = kept.find((each) => each.part === 'events' && each.version === version)
        return found && [found.why.map(({ reason }) => reason), found.keptUntil === null ? 'in use' : 'for a while']
      }
      return ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0'].map(reasons)
    }
    await registry.promote(fakeSection('events', '1.1.0'))
    await registry.call('POST', `${environment}/parts/events/canary`, { json: { version: '1.2.0', traffic: 5 } })
    await registry.call('POST', `${environment}/previews`, { json: { part: 'events', version: '1.3.0', seconds: 600 } })
    // One was named when the live releases changed, the other not since it was published.
    expect(await why(30)).toEqual([
      [['fallback', 'named'], 'in use'],
      [['live', 'named'], 'in use'],
      [['rollout', 'new'], 'in use'],
      [['link'], 'for a while'],
      [['new'], 'for a while'],
    ])
    await registry.call('POST', `${environment}/parts/events/abort`)
    await registry.call('POST', `${environment}/parts/events/rollback`)
    now += 2 * DAY
    expect(await why(1)).toEqual([[['live'], 'in use'], undefined, undefined, undefined, undefined])
  })

  it('keeps what a link shows until the link has ended', async () => {
    await registry.call('POST', '/releases/environments/production/previews', {
      json: { part: 'events', version: '1.4.0', seconds: (10 * DAY) / 1000 },
    })
    now += 5 * DAY
    expect(names(await unused(1))).not.toContain('events 1.4.0')
    now += 7 * DAY
    expect(names(await unused(1))).toContain('events 1.4.0')
  })

  it('deletes exactly what was shown, or nothing when one release is in use again', async () => {
    now += 40 * DAY
    const shown = await unused()
    expect(names(shown).sort()).toEqual(['events 1.1.0', 'events 1.2.0', 'events 1.3.0', 'events 1.4.0'])
    await registry.promote(fakeSection('events', '1.4.0'))
    expect(await remove(shown)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await file('1.2.0')).toBe(200)
    const rest = shown.filter(({ version }) => version !== '1.4.0')
    expect(await remove(rest)).toMatchObject({ status: 200, body: { deleted: 3 } })
    expect(await Promise.all(['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0'].map(file))).toEqual([
      200, 404, 404, 404, 200,
    ])
    expect(await unused()).toEqual([])
    expect((await registry.promote(fakeSection('events', '1.2.0'))).status).toBe(404)
    const { events } = (await registry.call('GET', '/releases/events?action=clean-up')).body
    expect(events).toHaveLength(4)
  })

  it('never allows other bytes for a deleted version; the same ones may return', async () => {
    const other = fakeSection('events', '1.2.0', { title: 'Another' })
    const versions = '/releases/parts/events/versions'
    expect(await registry.call('POST', versions, { bytes: other.bytes })).toMatchObject({ status: 409 })
    await registry.publish(fakeSection('events', '1.2.0'))
    expect(await file('1.2.0')).toBe(200)
    expect((await registry.promote(fakeSection('events', '1.2.0'))).status).toBe(200)
  })

  it('leaves the document whole when a rollback reaches further back than the remaining releases', async () => {
    const environments = '/releases/environments/production'
    const versions = Array.from({ length: 11 }, (_, i) => fakeSection('long', `1.${i}.0`))
    for (const release of versions) {
      await registry.publish(release)
      await registry.promote(release)
    }
    now += 40 * DAY
    const old = (await unused()).filter(({ part }) => part === 'long')
    expect(names(old)).toEqual(['long 1.0.0', 'long 1.1.0'])
    expect(await remove(old)).toMatchObject({ status: 200, body: { deleted: 2 } })
    // After two steps back the two deleted ones would be the fallbacks.
    for (const version of ['1.9.0', '1.8.0'])
      expect((await registry.call('POST', `${environments}/parts/long/rollback`)).body).toMatchObject({ version })
    const { status, body } = await registry.call('GET', `${environments}/discovery.json`, { token: null })
    expect(status).toBe(200)
    const [entry] = discoveryDocument.parse(body).microFrontends.long ?? []
    expect(entry?.metadata.version).toBe('1.8.0')
    expect(entry?.extras.fallbacks.map(({ version }) => version)).toEqual(['1.7.0', '1.6.0'])
    // Back to the oldest remaining one: nothing is behind it any more.
    await registry.call('POST', `${environments}/parts/long/rollback`, { json: { version: '1.2.0' } })
    const [oldest] =
      discoveryDocument.parse((await registry.call('GET', `${environments}/discovery.json`)).body).microFrontends
        .long ?? []
    expect(oldest).toMatchObject({ metadata: { version: '1.2.0' }, extras: { fallbacks: [] } })
  })

  it('delays a parallel upload of the same release, which then loses nothing', async () => {
    const release = fakeSection('racing', '1.0.0')
    await registry.publish(release)
    now += 40 * DAY
    const found = (await unused()).filter(({ part }) => part === 'racing')
    const { files } = registry.context
    const deleteAll = files.deleteAll.bind(files)
    let again: Promise<void> | undefined
    const spy = vi.spyOn(files, 'deleteAll').mockImplementationOnce(async (prefix) => {
      again = registry.publish(release)
      await Promise.race([again, sleep(2000)])
      await deleteAll(prefix)
    })
    try {
      expect(await remove(found)).toMatchObject({ status: 200, body: { deleted: 1 } })
      await again
    } finally {
      spy.mockRestore()
    }
    for (const path of Object.keys(release.files)) {
      const answer = await registry.call('GET', `/releases/files/racing/1.0.0/${path}`)
      expect([path, answer.status]).toEqual([path, 200])
    }
  })

  it('retries deletions that failed in the store', async () => {
    await registry.publish(fakeSection('left', '1.0.0'))
    now += 40 * DAY
    const found = (await unused()).filter(({ part }) => part === 'left')
    const [row] = await registry.db.select().from(release).where(eq(release.part, 'left'))
    const { files } = registry.context
    const spy = vi.spyOn(files, 'deleteAll').mockRejectedValueOnce(new StorageFailed('away'))
    try {
      expect(await remove(found)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    } finally {
      spy.mockRestore()
    }
    const stored = () => readdirSync(fresh.files).includes(row?.id as string)
    expect(stored()).toBe(true)
    const stop = startScheduledJobs(registry.context)
    try {
      await expect.poll(stored).toBe(false)
    } finally {
      await stop()
    }
  })

  it('deletes nothing that gets a link at the same moment, or refuses the link', async () => {
    const outcomes = new Set<string>()
    for (const minor of [0, 1, 2, 3, 4, 5, 6, 7]) {
      const version = `1.${minor}.0`
      await registry.publish(fakeSection('linked', version))
      now += 40 * DAY
      const seconds = 600
      const link = () =>
        registry.call('POST', '/releases/environments/production/previews', {
          json: { part: 'linked', version, seconds },
        })
      const clean = () => remove([{ part: 'linked', version }])
      const [made, deleted] = await Promise.all([link(), clean()])
      outcomes.add(`${made.status} ${deleted.status}`)
    }
    expect([...outcomes].filter((each) => !['201 409', '404 200'].includes(each))).toEqual([])
  })

  it('is a command too: it shows what may be deleted, and deletes exactly that', async () => {
    await registry.publish(fakeSection('archive', '1.0.0'))
    now += 40 * DAY
    const shown = await unused()
    const run = async (...args: string[]) =>
      (await command(['clean-up', ...args], { MARRAM_RELEASES_URL: registry.url, MARRAM_TOKEN: registry.token })).stdout
    expect(await run()).toMatch(/^May be deleted, \d+ KB: no page has named it for 30 days\.\n(.*\n)*archive +1\.0\.0 /)
    expect(await unused()).toEqual(shown)
    const deleted = await run('--delete', '--reason', 'the disk is full')
    expect(deleted).toMatch(new RegExp(`\nDeleted: ${shown.length} releases and 0 uploads\\.\n$`))
    expect(await unused()).toEqual([])
    expect(JSON.stringify((await registry.call('GET', '/releases/parts')).body)).not.toContain('archive')
    const { events } = (await registry.call('GET', '/releases/events?action=clean-up&part=archive')).body
    expect(events).toMatchObject([{ version: '1.0.0', reason: 'the disk is full' }])
    expect(await run()).toMatch(/^Every release was in use within 30 days\./)
  })

  it('is for administrators', async () => {
    const token = await registry.tokenFor({ role: 'manager' })
    const answer = await registry.call('POST', '/releases/clean-up', { json: { days: 30, releases: [] }, token })
    expect(answer.status).toBe(403)
  })
})
