import { RELEASE_FILE } from '@marram/release-contract/release'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakeSection, fakeShell } from '../testing/fake-release'
import { freshRegistry, type TestRegistry } from '../testing/registry'

describe.each(engines)('a client that requests files of a release, database $name', (engine) => {
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  let registry: TestRegistry
  const versions = ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0']
  const releases = versions.map((version) => fakeSection('events', version))
  const FILES = ['static/js/remoteEntry.js', RELEASE_FILE, 'server/server.cjs']
  beforeAll(async () => {
    fresh = await freshRegistry(engine)
    registry = fresh.registry
    const shell = fakeShell('1.0.0')
    for (const release of [shell, ...releases]) await registry.publish(release)
    for (const environment of ['production', 'staging'] as const) await registry.promote(shell, environment)
    await registry.promote(releases[0] as (typeof releases)[number])
  })
  afterAll(() => fresh.remove())

  const get = (version: string, file: string, token: string | null = null, headers: Record<string, string> = {}) =>
    registry.call('GET', `/releases/files/events/${version}/${file}`, { token, headers })
  const statuses = (version: string, token: string | null = null) =>
    Promise.all(FILES.map(async (file) => (await get(version, file, token)).status))
  const act = (action: string, json: object, environment = 'production') =>
    registry.call('POST', `/releases/environments/${environment}/parts/events/${action}`, { json })
  const everLive = async (version: string, environment = 'production') =>
    (
      await registry.call('GET', `/releases/environments/${environment}/parts/events/versions/${version}/ever-live`, {
        token: null,
      })
    ).body

  it('gets 404 for one that was never live, with the same message as for an unknown one', async () => {
    expect(await statuses('1.1.0')).toEqual([404, 404, 404])
    for (const file of FILES) {
      const [unpromoted, none] = [await get('1.1.0', file), await get('9.9.9', file)]
      expect(unpromoted.body).toEqual(none.body)
      const seen = (await get('1.1.0', file, registry.token)).headers.get('etag') as string
      const again = await get('1.1.0', file, null, { 'if-none-match': seen })
      expect([again.status, again.headers.get('cache-control'), again.headers.get('etag')]).toEqual([
        404,
        'no-store',
        null,
      ])
    }
    expect(await everLive('1.1.0')).toEqual({ everLive: false })
    expect(await everLive('9.9.9')).toEqual({ everLive: false })
  })

  it('gets it uncached with a valid token of any role without a part or for this part', async () => {
    for (const role of ['viewer', 'publisher', 'manager', 'admin'] as const) {
      const token = await registry.tokenFor({ role, name: role })
      expect(await statuses('1.1.0', token)).toEqual([200, 200, 200])
    }
    const { headers } = await get('1.1.0', RELEASE_FILE, registry.token)
    expect(headers.get('cache-control')).toBe('private, no-store')
    const ended = await registry.tokenFor({ role: 'viewer', name: 'ended', expiresAt: new Date(0) })
    for (const token of [ended, 'marram_wrong']) expect(await statuses('1.1.0', token)).toEqual([404, 404, 404])
  })

  it('gets only public files of other parts with a token of one part, with a session of the console too', async () => {
    const own = await registry.tokenFor({ role: 'publisher', name: 'own', part: 'events' })
    const map = async (token: string) => (await get('1.0.0', `${FILES[0]}.map`, token)).status
    expect([await statuses('1.1.0', own), await map(own)]).toEqual([[200, 200, 200], 200])
    for (const role of ['publisher', 'releaser', 'manager'] as const) {
      const token = await registry.tokenFor({ role, name: `quiz-${role}`, part: 'quiz' })
      expect([await statuses('1.1.0', token), await map(token)]).toEqual([[404, 404, 404], 404])
      expect(await statuses('1.0.0', token)).toEqual([200, 200, 200])
      const headers = { origin: registry.consoleUrl, 'x-marram-console': '1' }
      const begun = await registry.callConsole('POST', '/console/session', { headers, json: { token } })
      const cookie = begun.headers.get('set-cookie') ?? ''
      const at = `/console/releases/files/events/1.1.0/${RELEASE_FILE}`
      expect((await registry.callConsole('GET', at, { headers: { ...headers, cookie } })).status).toBe(404)
    }
    const edge = await registry.tokenFor({ role: 'edge', name: 'edge' })
    expect(await statuses('1.1.0', edge)).toEqual([200, 200, 200])
  })

  it('gets live releases for ever: after another one, and after a rollback', async () => {
    expect(await statuses('1.0.0')).toEqual([200, 200, 200])
    expect((await get('1.0.0', RELEASE_FILE)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    await registry.promote(releases[1] as (typeof releases)[number])
    expect([await statuses('1.0.0'), await statuses('1.1.0')]).toEqual([
      [200, 200, 200],
      [200, 200, 200],
    ])
    await act('rollback', {})
    expect(await statuses('1.1.0')).toEqual([200, 200, 200])
    expect(await everLive('1.1.0')).toEqual({ everLive: true })
  })

  it('gets a candidate once it has visitors, and after it was aborted', async () => {
    expect((await act('canary', { version: '1.2.0', traffic: 0 })).status).toBe(200)
    expect(await statuses('1.2.0')).toEqual([404, 404, 404])
    expect((await act('canary', { version: '1.2.0', traffic: 1 })).status).toBe(200)
    expect(await statuses('1.2.0')).toEqual([200, 200, 200])
    expect((await act('abort', {})).status).toBe(200)
    expect(await statuses('1.2.0')).toEqual([200, 200, 200])
    expect(await everLive('1.2.0')).toEqual({ everLive: true })
  })

  it('gets the list of live releases by environment', async () => {
    expect((await act('promote', { version: '1.3.0' }, 'staging')).status).toBe(200)
    expect(await everLive('1.3.0', 'staging')).toEqual({ everLive: true })
    expect(await everLive('1.3.0')).toEqual({ everLive: false })
    expect(await everLive('1.3.0', 'nowhere')).toEqual({ everLive: false })
    // Edges without a token fetch files here, those of staging too.
    expect(await statuses('1.3.0')).toEqual([200, 200, 200])
  })

  it('gets them at the console only with a session', async () => {
    const own = { origin: registry.consoleUrl, 'x-marram-console': '1' }
    const at = `/console/releases/files/events/1.4.0/${RELEASE_FILE}`
    const viewer = await registry.tokenFor({ role: 'viewer', name: 'Vic' })
    const begun = await registry.callConsole('POST', '/console/session', { headers: own, json: { token: viewer } })
    const cookie = begun.headers.get('set-cookie') ?? ''
    const shown = await registry.callConsole('GET', at, { headers: { ...own, cookie } })
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect((await registry.callConsole('GET', at, { headers: own })).status).toBe(401)
    const elsewhere = { token: null, headers: { ...own, cookie } }
    expect((await registry.call('GET', at.replace('/console', ''), elsewhere)).status).toBe(404)
  })
})
