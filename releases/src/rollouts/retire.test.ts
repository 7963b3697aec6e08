import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fakeSection } from '../testing/fake-release'
import { type ReleaseDesk, releaseDesk } from '../testing/site'

describe.each(engines)('a retired part, database $name', (engine) => {
  let desk: ReleaseDesk
  beforeAll(async () => {
    desk = await releaseDesk(engine)
  })
  afterAll(() => desk.remove())
  beforeEach(() => desk.begin())

  const call = async (method: string, path: string) =>
    (await desk.registry.call(method, `/releases/environments/${desk.env}${path}`)).body
  const liveParts = async () => Object.keys((await call('GET', '/discovery.json')).microFrontends as object)
  const retire = (part: string, reason = 'its campaign is over') => desk.act(part, 'retire', { reason })
  const publish = async (version: string, ...patterns: string[]) => {
    const release = fakeSection(`heir-${desk.env}`, version, { patterns })
    await desk.registry.publish(release)
    return release
  }

  it('is removed with its first version, and shown as retired everywhere', async () => {
    expect(await desk.act('quiz', 'rollback')).toMatchObject({ status: 409 })
    const { composition } = await call('GET', '')
    const answer = await retire('quiz')
    expect(answer).toMatchObject({
      status: 200,
      body: { changed: true, parts: [{ part: 'quiz', from: { stable: '1.0.0' }, to: null }] },
    })
    expect(await liveParts()).toEqual(['events', 'shell'])
    expect((await desk.registry.call('GET', `/releases/why/${composition}`)).body).toMatchObject({
      retired: [{ environment: desk.env, part: 'quiz', by: 'a admin', reason: 'its campaign is over' }],
    })
    const { events } = (await desk.registry.call('GET', `/releases/events?environment=${desk.env}&limit=1`)).body
    expect(events).toMatchObject([
      { action: 'retire', part: 'quiz', to: null, detail: { freed: ['/quiz', '/quiz/:slug'] } },
    ])
    expect(await retire('quiz')).toMatchObject({ status: 404 })
  })

  it('ends its rollout, also for the parts that were rolled out with it', async () => {
    for (const part of ['events', 'quiz']) await desk.act(part, 'canary', { version: '1.1.0', traffic: 10, group: 'a' })
    expect((await retire('quiz')).status).toBe(200)
    expect((await call('GET', '')).parts).toMatchObject({ events: { stable: '1.0.0', candidate: null, traffic: 0 } })
  })

  it('frees its addresses, and returns by a promotion only when they are still free', async () => {
    const { composition } = await call('GET', '')
    await retire('quiz')
    expect(await desk.act('quiz', 'promote', { version: '1.0.0' })).toMatchObject({ body: { previous: null } })
    expect(await liveParts()).toContain('quiz')
    await retire('quiz')
    const heir = await publish('1.0.0', `/${desk.env}`, '/quiz/:anything')
    expect((await desk.act(heir.name, 'promote', { version: heir.version })).status).toBe(200)
    const again = await desk.act('quiz', 'promote', { version: '1.0.0' })
    expect(again).toMatchObject({ status: 422, body: { problems: [{ kind: 'address' }] } })
    expect(again.body.message).toContain(`/quiz/:anything of ${heir.name}`)
    const path = `/releases/environments/${desk.env}/rollback`
    const back = await desk.registry.call('POST', path, { json: { composition } })
    expect(back).toMatchObject({ status: 422, body: { problems: [{ kind: 'address' }] } })
    await retire(heir.name)
    expect(await desk.registry.call('POST', path, { json: { composition } })).toMatchObject({ status: 200 })
    expect(await liveParts()).toEqual(['events', 'quiz', 'shell'])
  })

  it('cannot be the shell, and needs a reason and a manager', async () => {
    expect(await retire('shell')).toMatchObject({ status: 422 })
    expect(await retire('quiz', '')).toMatchObject({ status: 400 })
    const token = await desk.registry.tokenFor({ role: 'publisher', part: 'quiz', name: 'quiz team' })
    const path = `/releases/environments/${desk.env}/parts/quiz/retire`
    expect(await desk.registry.call('POST', path, { json: { reason: 'x' }, token })).toMatchObject({ status: 403 })
    expect(await liveParts()).toEqual(['events', 'quiz', 'shell'])
  })
})
