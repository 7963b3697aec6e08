import {
  type Action,
  actions,
  type Caller,
  type Role,
  roles,
  type Subject,
  whyNot,
} from '@marram/release-contract/permissions'
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

describe('permissions', () => {
  const ofPart = [
    ...['promote', 'canary', 'abort', 'pause', 'resume', 'rollback'],
    ...['kill', 'revive', 'lock', 'unlock', 'release-address', 'schedule', 'notify'],
  ]
  /** Written by hand, independently of the table in the contract. */
  const may: Record<Role, string[]> = {
    viewer: ['read'],
    publisher: ['read', 'publish', 'preview'],
    releaser: ['read', 'publish', 'preview', ...ofPart],
    manager: [
      'read',
      'preview',
      ...ofPart,
      'retire',
      'rehearse',
      'reserve-address',
      'override',
      'freeze',
      'unfreeze',
      'approve',
    ],
    edge: ['report'],
    admin: actions.filter((action) => action !== 'report'),
  }
  const limits = [null, 'events', 'quiz'].flatMap((part) =>
    [null, 'production', 'staging'].map((environment) => ({ part, environment })),
  )
  const subjects = ['events', 'quiz', undefined].flatMap((part) =>
    ['production', 'staging', undefined].map((environment) => ({ part, environment })),
  )

  it.each(roles)('%s: every call in the table, within both limits, and reading without them', (role) => {
    for (const limit of limits)
      for (const subject of subjects)
        for (const action of actions) {
          const isWithin =
            action === 'read' ||
            ((limit.part ?? subject.part) === subject.part &&
              (action === 'publish' || (limit.environment ?? subject.environment) === subject.environment))
          const expected = may[role].includes(action) && isWithin
          const said = whyNot(caller(role, limit), action, subject)
          expect(said === undefined, JSON.stringify({ limit, subject, action, said })).toBe(expected)
        }
  })

  it.each<[Caller, Action, Subject, string]>([
    [caller('viewer'), 'promote', there, `The token "x" is a viewer's and may not promote.`],
    [caller('edge'), 'read', here, `The token "x" is an edge's and may not look at the release desk.`],
    [caller('admin'), 'report', here, `The token "x" is an admin's and may not send evidence and diagnostics.`],
    [caller('publisher', there), 'publish', { part: 'events' }, 'The token "x" may publish quiz only, not events.'],
    [
      caller('releaser', here),
      'kill',
      there,
      'The token "x" may change events in production only, not quiz in staging.',
    ],
    [caller('releaser', here), 'override', here, `The token "x" is a releaser's and may not override the gate.`],
    [
      caller('releaser', here),
      'rollback',
      { environment: 'production' },
      'The token "x" may change events in production only, and may not roll back a whole environment.',
    ],
    [
      caller('releaser', here),
      'revive',
      { ...here, stoppedBy: 'manager' },
      `The token "x" is a releaser's: what no releaser stopped, only a manager may change or end.`,
    ],
    [
      caller('manager', { environment: 'production' }),
      'promote',
      there,
      'The token "x" may change production only, not quiz in staging.',
    ],
    [
      caller('edge', { environment: 'production' }),
      'report',
      { environment: 'staging' },
      'The token "x" may send evidence and diagnostics of production only, not staging.',
    ],
    [
      caller('publisher', { part: 'quiz' }),
      'preview',
      here,
      'The token "x" may create links to previews of quiz only, not events in production.',
    ],
  ])('name the limit: %#', (who, action, subject, words) => {
    expect(whyNot(who, action, subject)).toBe(words)
  })

  it('allow ending and changing stops of releasers, and of nobody else', () => {
    const ends = (role: Role, stoppedBy: Role | null) =>
      whyNot(caller(role), 'revive', { ...here, stoppedBy }) === undefined
    for (const by of [...roles, null]) {
      expect(ends('releaser', by)).toBe(by === 'releaser')
      expect(ends('manager', by)).toBe(true)
    }
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

  it.each(writes)('are required to %s %s', async (method, path) => {
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

  it('are stored in the database only as hashes', async () => {
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
