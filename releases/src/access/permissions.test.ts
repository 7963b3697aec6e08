import { actions, type Caller, whyNot } from '@marram/release-contract/permissions'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakeSection } from '../testing/fake-release'
import { freshRegistry, type TestRegistry } from '../testing/registry'

const caller = (role: Caller['role'], limit: Partial<Caller> = {}): Caller => ({
  name: 'x',
  role,
  part: null,
  environment: null,
  ...limit,
})
const here = { part: 'events', environment: 'production' }
const there = { part: 'quiz', environment: 'staging' }

describe('who may do what', () => {
  const changes =
    'promote canary abort pause resume rollback retire kill revive freeze unfreeze lock unlock reserve-address release-address'
  it.each<[string, Caller, string]>([
    ['a viewer', caller('viewer'), 'read'],
    ['a publisher', caller('publisher'), 'read publish preview'],
    ['a publisher of this part', caller('publisher', { part: 'events' }), 'read publish preview'],
    ['a publisher of another part', caller('publisher', { part: 'quiz' }), 'read preview'],
    ['a manager', caller('manager'), `read ${changes} preview`],
    ['a manager of this environment', caller('manager', { environment: 'production' }), `read ${changes} preview`],
    ['a manager of another environment', caller('manager', { environment: 'staging' }), 'read preview'],
    ['an edge', caller('edge'), 'report'],
    ['the edge of this environment', caller('edge', { environment: 'production' }), 'report'],
    ['the edge of another environment', caller('edge', { environment: 'staging' }), ''],
    ['an administrator', caller('admin'), `read publish ${changes} preview clean-up environment token`],
  ])('%s', (_, who, may) => {
    expect(actions.filter((action) => whyNot(who, action, here) === undefined).join(' ')).toBe(may)
  })

  it('explains what is missing', () => {
    expect(whyNot(caller('publisher', { part: 'quiz' }), 'publish', here)).toContain(
      'may publish quiz only, not events',
    )
    expect(whyNot(caller('manager', { environment: 'production' }), 'promote', there)).toContain('production only')
    expect(whyNot(caller('viewer'), 'promote', there)).toContain('a viewer')
    expect(whyNot(caller('edge'), 'read', here)).toBe(
      `The token "x" is an edge's and may not look at the release desk.`,
    )
    expect(whyNot(caller('admin'), 'report', here)).toContain('may not send evidence and diagnostics')
    expect(whyNot(caller('edge', { environment: 'production' }), 'report', there)).toBe(
      'The token "x" may send evidence and diagnostics of production only, not of staging.',
    )
  })
})

describe.each(engines)('tokens, database $name', (engine) => {
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  let registry: TestRegistry
  const release = fakeSection('events', '1.0.0')
  beforeAll(async () => {
    fresh = await freshRegistry(engine)
    registry = fresh.registry
    await registry.publish(release)
  })
  afterAll(() => fresh.remove())

  const writes = [
    ['POST', '/releases/parts/events/versions'],
    ['PUT', '/releases/parts/events/versions/1.0.0/files/server/server.cjs'],
    ['POST', '/releases/parts/events/versions/1.0.0/complete'],
    ['POST', '/releases/environments/production/parts/events/promote'],
    ['POST', '/releases/environments/production/parts/events/rollback'],
  ] as const
  const reads = [
    '/releases/parts',
    '/releases/parts/events/versions',
    '/releases/environments/production',
    '/releases/events',
  ]

  it.each(writes)('are needed to %s %s', async (method, path) => {
    for (const token of [null, 'wrong', '', registry.token.slice(0, -1)]) {
      const answer = await registry.call(method, path, { token })
      expect(answer).toMatchObject({
        status: 401,
        body: { code: 'unauthorized', message: expect.stringContaining('MARRAM_TOKEN') },
      })
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
    const viewer = await registry.tokenFor({ role: 'viewer' })
    expect(await registry.call(method, path, { token: viewer })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
  })

  it.each(reads)('of any kind are enough to read %s', async (path) => {
    expect((await registry.call('GET', path, { token: null })).status).toBe(401)
    expect((await registry.call('GET', path, { token: await registry.tokenFor({ role: 'viewer' }) })).status).toBe(200)
  })

  it('end when they expire', async () => {
    const ended = await registry.tokenFor({ role: 'admin', expiresAt: new Date(Date.now() - 1) })
    const valid = await registry.tokenFor({ role: 'admin', expiresAt: new Date(Date.now() + 60_000) })
    expect((await registry.call('GET', '/releases/parts', { token: ended })).status).toBe(401)
    expect((await registry.call('GET', '/releases/parts', { token: valid })).status).toBe(200)
  })

  it('are in the database as hashes only', async () => {
    const kept = JSON.stringify(await registry.db.query.token.findMany())
    expect(kept).not.toContain(registry.token)
    expect(kept).not.toContain('marram_')
  })

  it('leave refusals in the audit log, those of anonymous clients up to a limit', async () => {
    const publisher = await registry.tokenFor({ role: 'publisher', part: 'quiz', name: 'quiz team' })
    await registry.call('POST', '/releases/parts/events/versions', { token: publisher, bytes: release.bytes })
    const { body } = await registry.call('GET', '/releases/events?limit=1')
    expect(body.events).toMatchObject([
      { action: 'publish', refused: true, part: 'events', actor: 'quiz team', detail: { code: 'forbidden' } },
    ])
    for (let i = 0; i < 60; i++)
      await registry.call('POST', '/releases/environments/production/parts/events/rollback', { token: null })
    const all = (await registry.call('GET', '/releases/events?limit=500')).body.events as { actor: string | null }[]
    const anonymous = all.filter(({ actor }) => actor === null).length
    expect(anonymous).toBeGreaterThan(0)
    expect(anonymous).toBeLessThan(80)
  })
})
