import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fakeSection } from '../testing/fake-release'
import { type ReleaseDesk, releaseDesk } from '../testing/site'

describe.each(engines)('environments, database $name', (engine) => {
  let desk: ReleaseDesk
  beforeAll(async () => {
    desk = await releaseDesk(engine)
  })
  afterAll(() => desk.remove())
  beforeEach(() => desk.begin())

  type Row = { id: string; versions: Record<string, string>; live: boolean; partial: boolean }
  const compositions = async () => (await desk.get('/compositions')).compositions as Row[]
  const live = async () => (await desk.get()) as { composition: string; parts: Record<string, { stable: string }> }

  it('exist from the start, and more can be created', async () => {
    const create = (name: string) => desk.registry.call('POST', '/releases/environments', { json: { name } })
    const name = `new-${desk.env}`
    expect(await create(name)).toMatchObject({ status: 201, body: { environment: name, composition: null, parts: 0 } })
    expect(await create(name)).toMatchObject({ status: 409 })
    expect(await create('Not a name')).toMatchObject({ status: 400 })
    const { environments } = (await desk.registry.call('GET', '/releases/environments')).body as {
      environments: { environment: string; parts: number }[]
    }
    expect(environments.map(({ environment }) => environment)).toEqual(
      expect.arrayContaining(['production', 'staging', name]),
    )
    expect(environments.find(({ environment }) => environment === desk.env)?.parts).toBe(3)
    const path = `/releases/environments/${name}/discovery.json`
    expect((await desk.registry.call('GET', path, { token: null })).body).toMatchObject({ microFrontends: {} })
    const { body } = await desk.registry.call('GET', `/releases/events?environment=${name}`)
    expect(body.events).toMatchObject([{ refused: false, action: 'environment', actor: 'a admin', to: { name } }])
  })

  it('store every composition, and restore exactly one in one step', async () => {
    const { composition: first } = await live()
    await desk.act('events', 'promote', { version: '1.1.0' })
    await desk.act('quiz', 'promote', { version: '1.1.0' })
    await desk.act('events', 'canary', { version: '1.2.0', traffic: 10 })
    const { composition: last } = await live()
    const known = await compositions()
    expect(known.filter((row) => row.live).map(({ partial }) => partial)).toEqual([false, true])
    expect(known.map(({ id }) => id)).toEqual(expect.arrayContaining([first, last]))

    const back = await desk.act(null, 'rollback', { composition: first, reason: 'the numbers' })
    expect(back).toMatchObject({ status: 200, body: { composition: first, previousComposition: last, changed: true } })
    expect(await live()).toMatchObject({
      composition: first,
      parts: { events: { stable: '1.0.0', candidate: null }, quiz: { stable: '1.0.0' } },
    })
    expect(await desk.events('&action=rollback')).toMatchObject([
      { part: expect.any(String), composition: first, reason: 'the numbers', detail: { composition: first } },
      { from: { stable: '1.1.0' }, to: { stable: '1.0.0', candidate: null } },
    ])
    // The histories of the parts end there as well.
    expect(await desk.act('events', 'rollback')).toMatchObject({ status: 409 })
    expect(await desk.act(null, 'rollback', { composition: last.slice(0, 8) })).toMatchObject({
      body: { composition: last },
    })
    expect((await desk.act('events', 'rollback')).body).toMatchObject({ version: '1.0.0' })
  })

  it('list past compositions page by page to the end, even when one change created several at one moment', async () => {
    for (const part of ['events', 'quiz', 'shell']) await desk.act(part, 'canary', { version: '1.1.0', traffic: 10 })
    await desk.act('events', 'promote', { version: '1.2.0' })
    const all = await compositions()
    expect(new Set(all.map((row) => (row as unknown as { lastAt: string }).lastAt)).size).toBeLessThan(all.length)
    for (const limit of [1, 3]) {
      const seen: string[] = []
      for (let next: unknown = ''; next !== null; ) {
        const page = await desk.get(`/compositions?limit=${limit}${next === '' ? '' : `&before=${next}`}`)
        seen.push(...(page.compositions as Row[]).map(({ id }) => id))
        next = page.next
      }
      expect(seen).toEqual(all.map(({ id }) => id))
    }
    const path = `/releases/environments/${desk.env}/compositions?before=`
    for (const none of ['yesterday', '2026-99-99T00:00:00.000Z_0_0123456789ab'])
      expect((await desk.registry.call('GET', path + none)).status).toBe(400)
    expect((await desk.registry.call('GET', `${path}2001-01-01T00:00:00Z`)).body).toEqual({
      compositions: [],
      next: null,
    })
  })

  it('drop a part that was added later, and keep counting its changes', async () => {
    const { composition: before } = await live()
    const late = fakeSection(`late-${desk.env}`, '1.0.0')
    await desk.registry.publish(late)
    expect((await desk.act(late.name, 'promote', { version: '1.0.0' })).body).toMatchObject({ revision: 1 })
    const { composition: after } = await live()
    await desk.act(null, 'rollback', { composition: before })
    expect((await live()).parts).not.toHaveProperty(late.name)
    const document = (await desk.get('/discovery.json')) as { microFrontends: object }
    expect(document.microFrontends).not.toHaveProperty(late.name)
    expect(await desk.act(late.name, 'rollback')).toMatchObject({ status: 404 })
    await desk.act(null, 'rollback', { composition: after })
    expect((await live()).parts[late.name]).toMatchObject({ stable: '1.0.0', revision: 3 })
  })

  it('refuse to restore what was never live in them, and the second of two simultaneous restores', async () => {
    const { composition } = await live()
    await desk.act('events', 'promote', { version: '1.1.0' })
    const { revision } = await desk.get()
    expect(await desk.act(null, 'rollback', { composition: '000000000000' })).toMatchObject({ status: 404 })
    const both = await Promise.all([
      desk.act(null, 'rollback', { composition, revision }),
      desk.act(null, 'rollback', { composition, revision }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('allow a limited number of rollouts at a time', async () => {
    const names = Array.from({ length: 7 }, (_, i) => `many-${i}-${desk.env}`)
    for (const name of names) {
      for (const version of ['1.0.0', '1.1.0']) await desk.registry.publish(fakeSection(name, version))
      await desk.act(name, 'promote', { version: '1.0.0' })
    }
    const answers = []
    for (const name of names) answers.push(await desk.act(name, 'canary', { version: '1.1.0', traffic: 1 }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 422])
    expect((await desk.act(names[6] as string, 'canary', { version: '1.1.0', traffic: 0 })).status).toBe(200)
  })
})
