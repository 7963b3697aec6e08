import { compositionId } from '@marram/release-contract/resolve'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { environment } from '../schema'
import { type FakeRelease, fakeSection, fakeShell } from '../testing/fake-release'
import { freshRegistry, type TestRegistry } from '../testing/registry'

describe.each(engines)('live releases, database $name', (engine) => {
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  let registry: TestRegistry
  /** One for each test, to keep them independent. */
  let env: string
  let number = 0
  const shell = fakeShell('1.0.0')
  const [one, two, three] = ['1.0.0', '1.1.0', '1.2.0'].map((version) => fakeSection('events', version)) as [
    FakeRelease,
    FakeRelease,
    FakeRelease,
  ]

  beforeAll(async () => {
    fresh = await freshRegistry(engine)
    registry = fresh.registry
    for (const release of [shell, one, two, three]) await registry.publish(release)
  })
  afterAll(() => fresh.remove())
  beforeEach(async () => {
    env = `test-${++number}`
    await registry.db.insert(environment).values({ name: env })
  })

  const promote = (release: FakeRelease, more: Record<string, unknown> = {}) =>
    registry.call('POST', `/releases/environments/${env}/parts/${release.name}/promote`, {
      json: { version: release.version, ...more },
    })
  const rollBack = (part: string, json?: unknown) =>
    registry.call('POST', `/releases/environments/${env}/parts/${part}/rollback`, { json })
  const release = (part: string, pattern: string) =>
    registry.call('POST', `/releases/environments/${env}/parts/${part}/addresses/release`, { json: { pattern } })
  const live = async () => (await registry.call('GET', `/releases/environments/${env}`)).body
  const events = async () =>
    (await registry.call('GET', `/releases/events?environment=${env}`)).body.events as Record<string, unknown>[]

  it('are the promoted ones, under the id of the composition', async () => {
    expect((await promote(shell)).body).toMatchObject({ version: '1.0.0', previous: null, revision: 1, changed: true })
    const answer = await promote(one, { reason: 'a first look' })
    const id = compositionId({ shell: '1.0.0', events: '1.0.0' })
    expect(answer).toMatchObject({ status: 200, body: { part: 'events', environment: env, composition: id } })
    expect(await live()).toMatchObject({
      composition: id,
      parts: { shell: { stable: '1.0.0' }, events: { stable: '1.0.0', traffic: 0, candidate: null } },
    })
    expect((await events())[0]).toMatchObject({
      action: 'promote',
      refused: false,
      actor: 'a admin',
      composition: id,
      reason: 'a first look',
    })
    expect(await registry.db.query.composition.findFirst({ where: (table, { eq }) => eq(table.id, id) })).toMatchObject(
      {
        versions: { shell: '1.0.0', events: '1.0.0' },
      },
    )
  })

  it('stay unchanged when the live version is promoted again', async () => {
    await promote(shell)
    expect((await promote(shell)).body).toMatchObject({ changed: false, revision: 1 })
    expect(await events()).toHaveLength(1)
  })

  it('go back step by step, without alternating', async () => {
    await promote(shell)
    for (const release of [one, two, three]) await promote(release)
    expect((await rollBack('events')).body).toMatchObject({ version: '1.1.0', previous: '1.2.0' })
    expect((await rollBack('events')).body).toMatchObject({ version: '1.0.0', previous: '1.1.0' })
    expect(await rollBack('events')).toMatchObject({ status: 409, body: { code: 'conflict' } })
    await promote(three)
    expect((await rollBack('events')).body).toMatchObject({ version: '1.0.0' })
  })

  it('go back to a named version, if it was live before', async () => {
    await promote(shell)
    for (const release of [one, two, three]) await promote(release)
    expect((await rollBack('events', { version: '1.0.0', reason: 'worse' })).body).toMatchObject({ version: '1.0.0' })
    const forward = await rollBack('events', { version: '1.2.0' })
    expect(forward.status).toBe(409)
    expect(forward.body.message).toContain('promote it')
    expect((await rollBack('quiz')).status).toBe(404)
  })

  it('change for one of two simultaneous managers; the other gets the revision', async () => {
    await promote(shell)
    await promote(one)
    const both = await Promise.all([promote(two, { revision: 1 }), promote(three, { revision: 1 })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const loser = both.find(({ status }) => status === 409)
    const winner = both.find(({ status }) => status === 200)
    expect(loser?.body).toMatchObject({ code: 'conflict', revision: 2, stable: winner?.body.version })
    expect((await live()).parts).toMatchObject({ events: { stable: winner?.body.version, revision: 2 } })
    expect((await events())[0]).toMatchObject({
      action: 'promote',
      refused: true,
      detail: { code: 'conflict', revision: 2 },
    })
  })

  it('stay compatible: when two parts claim one path at once, one goes live', async () => {
    const [left, right] = ['left', 'right'].map((name) =>
      fakeSection(`${name}-${env}`, '1.0.0', { patterns: ['/same/:slug'] }),
    ) as [FakeRelease, FakeRelease]
    await registry.publish(left)
    await registry.publish(right)
    await promote(shell)
    const both = await Promise.all([promote(left), promote(right)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  it('exclude a path that another part has, and name its owner', async () => {
    const rival = fakeSection(`rival-${env}`, '1.0.0', { patterns: ['/events/:id'] })
    await registry.publish(rival)
    await promote(shell)
    await promote(one)
    const answer = await promote(rival)
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'refused', problems: [{ kind: 'address', releases: [`${rival.name}@1.0.0`] }] },
    })
    expect(answer.body.message).toContain(
      `${rival.name} 1.0.0 claims /events/:id, which can match /events/:slug of events.`,
    )
    expect((await events())[0]).toMatchObject({ refused: true, part: rival.name, version: '1.0.0', actor: 'a admin' })
  })

  it('exclude a section that the live shell does not serve, and a shell that a live section cannot use', async () => {
    const modern = fakeSection(`modern-${env}`, '1.0.0', { host: '^2.0.0' })
    const nextShell = fakeShell(`2.0.${number}`, { host: '2.0.0' })
    await registry.publish(modern)
    await registry.publish(nextShell)
    const early = await promote(one)
    expect(early).toMatchObject({ status: 422, body: { problems: [{ kind: 'no-shell' }] } })
    await promote(shell)
    const section = await promote(modern)
    expect(section.status).toBe(422)
    expect(section.body.message).toContain(
      `${modern.name} 1.0.0 needs host ^2.0.0, but shell 1.0.0 provides host 1.2.0.`,
    )
    await promote(one)
    const answer = await promote(nextShell)
    expect(answer.body.message).toContain(
      `events 1.0.0 needs host ^1.0.0, but shell ${nextShell.version} provides host 2.0.0.`,
    )
    expect(answer.body).toMatchObject({ problems: [{ releases: ['events@1.0.0', `shell@${nextShell.version}`] }] })
  })

  it('exclude a rollback to a version that is incompatible by now', async () => {
    const claims = fakeSection(`claims-${env}`, '1.0.0', { patterns: ['/given-away'] })
    const moved = fakeSection(`claims-${env}`, '1.1.0', { patterns: ['/elsewhere'] })
    const taker = fakeSection(`taker-${env}`, '1.0.0', { patterns: ['/given-away'] })
    for (const each of [claims, moved, taker]) await registry.publish(each)
    for (const each of [shell, claims, moved]) await promote(each)
    await release(claims.name, '/given-away')
    await promote(taker)
    expect(await rollBack(claims.name)).toMatchObject({ status: 422, body: { problems: [{ kind: 'address' }] } })
    expect((await live()).parts).toMatchObject({ [claims.name]: { stable: '1.1.0' } })
  })

  it('exclude incomplete releases and unknown environments', async () => {
    const half = fakeSection('half', '1.0.0')
    await registry.call('POST', '/releases/parts/half/versions', { bytes: half.bytes })
    await promote(shell)
    expect(await promote(half)).toMatchObject({ status: 404, body: { code: 'not-found' } })
    expect(await promote(fakeSection('events', '7.7.7'))).toMatchObject({ status: 404 })
    env = 'nowhere'
    expect(await promote(one)).toMatchObject({ status: 404, body: { code: 'not-found' } })
  })

  it.each([
    [{}],
    [{ version: 7 }],
    [{ version: '1' }],
    [{ version: '1.0.0', revision: -1 }],
    [{ version: '1.0.0', reason: 'x'.repeat(501) }],
    [[]],
  ])('change by no invalid body, which gets a message: %j', async (json) => {
    const path = `/releases/environments/${env}/parts/events/promote`
    const answer = await registry.call('POST', path, { json })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', message: expect.any(String) } })
  })

  it('leave an audit event even when the reason is not a text', async () => {
    const reason = 'nul \0 and half a pair \ud83d'
    const answer = await promote(one, { reason })
    expect(answer.status).toBe(422)
    expect((await events())[0]).toMatchObject({ refused: true, reason: 'nul \ufffd and half a pair \ufffd' })
    await promote(shell)
    expect((await promote(one, { reason })).status).toBe(200)
    expect((await events())[0]).toMatchObject({ refused: false, reason: 'nul \ufffd and half a pair \ufffd' })
  })

  it('are recorded in an audit log that nobody can rewrite', async () => {
    await promote(shell)
    await expect(registry.db.execute("update releases.event set actor = 'nobody'")).rejects.toThrow()
    await expect(registry.db.execute('delete from releases.event')).rejects.toThrow()
    expect((await events())[0]).toMatchObject({ actor: 'a admin' })
  })
})
