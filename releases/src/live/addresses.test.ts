import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { environment } from '../schema'
import { type FakeRelease, fakeSection, fakeShell } from '../testing/fake-release'
import { freshRegistry, type TestRegistry } from '../testing/registry'

describe.each(engines)('addresses, database $name', (engine) => {
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  let registry: TestRegistry
  /** One for each test, to keep them independent. */
  let env: string
  let number = 0
  const content = fakeSection('content', '1.0.0', { patterns: ['/news', '/news/details/:slug'] })
  const without = fakeSection('content', '1.1.0', { patterns: ['/news'] })

  beforeAll(async () => {
    fresh = await freshRegistry(engine)
    registry = fresh.registry
    for (const release of [fakeShell('1.0.0'), content, without]) await registry.publish(release)
  })
  afterAll(() => fresh.remove())
  beforeEach(async () => {
    env = `test-${++number}`
    await registry.db.insert(environment).values({ name: env })
    await act('shell', 'promote', { version: '1.0.0' })
    await act('content', 'promote', { version: '1.0.0' })
  })

  const act = (part: string, action: string, json: Record<string, unknown> = {}, token?: string) =>
    registry.call('POST', `/releases/environments/${env}/parts/${part}/${action}`, { json, ...(token && { token }) })
  const owned = async () =>
    ((await registry.call('GET', `/releases/environments/${env}/addresses`)).body.addresses as Row[]).map(
      ({ pattern, part }) => `${pattern} ${part}`,
    )
  type Row = { pattern: string; part: string }
  const publish = async (version: string, ...patterns: string[]): Promise<FakeRelease> => {
    const release = fakeSection(`rival-${env}`, version, { patterns })
    await registry.publish(release)
    return release
  }
  const promote = ({ name, version }: FakeRelease, more: Record<string, unknown> = {}) =>
    act(name, 'promote', { version, ...more })

  it.each([
    ['more specific', '/news/details/one-article'],
    ['equal', '/news/details/:id'],
    ['wider', '/news/:kind/:slug'],
    ['everything', '/:any'],
  ])('of another part cannot be claimed by a pattern that is %s', async (_, pattern) => {
    const rival = await publish('1.0.0', `/${env}`, pattern)
    const answer = await promote(rival)
    expect(answer).toMatchObject({ status: 422, body: { problems: [{ kind: 'address' }] } })
    expect(answer.body.message).toMatch(/ of content.* address release content \/news/)
    const gate = await registry.call('GET', `/releases/environments/${env}/parts/${rival.name}/versions/1.0.0/gate`)
    expect(gate.body).toMatchObject({ passed: false })
    expect(gate.body.checks).toContainEqual(
      expect.objectContaining({ name: 'address', outcome: 'failed', message: expect.stringContaining(' of content') }),
    )
    expect(await owned()).toEqual(['/news content', '/news/details/:slug content'])
  })

  it('cannot be taken by an override', async () => {
    const rival = await publish('1.0.0', '/news/details/one-article')
    expect(await promote(rival, { override: true, reason: 'mine' })).toMatchObject({ status: 422 })
  })

  it('stay with their first part, even when its newer version has no such page', async () => {
    await act('content', 'promote', { version: '1.1.0' })
    const rival = await publish('1.0.0', '/news/details/:slug')
    expect(await promote(rival)).toMatchObject({ status: 422 })
    expect(await act('content', 'rollback')).toMatchObject({ status: 200 })
  })

  it('are reserved by a canary of any share, also after it was rolled back', async () => {
    const first = await publish('1.0.0', `/${env}`)
    await promote(first)
    const next = await publish('1.1.0', `/${env}`, `/${env}/new`)
    await act(first.name, 'canary', { version: next.version, traffic: 1 })
    expect(await owned()).toContain(`/${env}/new ${first.name}`)
    await act(first.name, 'abort')
    const other = fakeSection(`other-${env}`, '1.0.0', { patterns: [`/${env}/:slug`] })
    await registry.publish(other)
    expect((await promote(other)).body.message).toContain(`/${env}/new of ${first.name}`)
  })

  it.each(['/:a', '/:a/:b/:c/:d', '/:a/:b/:c/fixed'])(
    'that begin with a parameter cannot be claimed by being first: %s',
    async (pattern) => {
      const first = await publish('1.0.0', `/${env}`)
      expect(await promote(first)).toMatchObject({ status: 200 })
      const greedy = await publish('1.1.0', `/${env}`, pattern)
      await act('content', 'retire', { reason: 'nobody owns anything' })
      const answer = await act(greedy.name, 'canary', { version: greedy.version, traffic: 1 })
      expect(answer).toMatchObject({ status: 422, body: { problems: [{ kind: 'address' }] } })
      expect(answer.body.message).toContain(`address reserve ${greedy.name} ${pattern} --environment ${env}`)
      expect(await owned()).toEqual([`/${env} ${first.name}`])
      await act(first.name, 'retire', { reason: 'it is alone then' })
      expect(await act(greedy.name, 'addresses/reserve', { pattern })).toMatchObject({ status: 200 })
      expect(await promote(greedy)).toMatchObject({ status: 200 })
    },
  )

  it('can be released, and then go to the first part that claims them', async () => {
    await act('content', 'promote', { version: '1.1.0' })
    const rival = await publish('1.0.0', '/news/details/:slug')
    const freed = await act('content', 'addresses/release', { pattern: '/news/details/:slug', reason: 'theirs now' })
    expect(freed).toMatchObject({ status: 200, body: { changed: true } })
    expect(await act('content', 'addresses/release', { pattern: '/news/details/:slug' })).toMatchObject({
      body: { changed: false },
    })
    expect(await promote(rival)).toMatchObject({ status: 200 })
    expect(await owned()).toEqual(['/news content', `/news/details/:slug ${rival.name}`])
    // A rollback needs an address that another part has now.
    expect(await act('content', 'rollback')).toMatchObject({ status: 422 })
    const { events } = (await registry.call('GET', `/releases/events?environment=${env}`)).body as {
      events: { action: string; detail: object }[]
    }
    expect(events.find(({ action }) => action === 'release-address')).toMatchObject({
      ...{ part: 'content', from: { pattern: '/news/details/:slug' }, to: null, reason: 'theirs now' },
    })
    expect(events.find(({ action, detail }) => action === 'promote' && 'reserved' in detail)).toMatchObject({
      ...{ part: rival.name, detail: { reserved: ['/news/details/:slug'] } },
    })
  })

  it('of a page that is shared on purpose stay usable for their owner beside the guest', async () => {
    await act('content', 'addresses/release', { pattern: '/news/details/:slug' })
    const same = await publish('0.9.0', '/news/details/:slug')
    expect(await promote(same)).toMatchObject({ status: 422, body: { problems: [{ kind: 'pattern' }] } })
    const guest = await publish('1.0.0', '/news/details/one-article')
    expect(await promote(guest)).toMatchObject({ status: 200 })
    const newer = fakeSection('content', `2.0.${number}`, { patterns: ['/news', '/news/details/:slug'] })
    await registry.publish(newer)
    expect(await promote(newer)).toMatchObject({ status: 200 })
    expect(await owned()).toEqual(['/news content', `/news/details/one-article ${guest.name}`])
  })

  it('can be reserved before a first release, and then nobody else can have them', async () => {
    const rival = await publish('1.0.0', `/${env}/:slug`)
    expect(await act('planned', 'addresses/reserve', { pattern: `/${env}/first` })).toMatchObject({
      ...{ status: 200, body: { changed: true, part: 'planned' } },
    })
    expect((await promote(rival)).body.message).toContain(`/${env}/first of planned`)
    expect(await act(rival.name, 'addresses/reserve', { pattern: `/${env}/:any` })).toMatchObject({ status: 422 })
    expect(await act('planned', 'addresses/reserve', { pattern: '/api/x' })).toMatchObject({ status: 400 })
  })

  it('go to one part when two claim them at the same moment, each after a passed gate', async () => {
    const left = await publish('1.0.0', `/${env}/:slug`)
    const right = fakeSection(`right-${env}`, '1.0.0', { patterns: [`/${env}/one`] })
    await registry.publish(right)
    for (const { name } of [left, right]) {
      const gate = await registry.call('GET', `/releases/environments/${env}/parts/${name}/versions/1.0.0/gate`)
      expect(gate.body).toMatchObject({ passed: true })
    }
    const both = await Promise.all([promote(left), promote(right)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  })
})
