import { engines } from '@marram/server/testing/engines'
import { describeOnServer } from '@marram/server/testing/server-only'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeScheduled, startScheduledJobs } from '../scheduled-jobs'
import { startRegistry } from '../testing/registry'
import { type ReleaseDesk, releaseDesk } from '../testing/site'

const MINUTE = 60_000

type Shown = { id: string; what: string; state: string; outcome: string | null; by: string }

describe.each(engines)('scheduled changes, database $name', (engine) => {
  let desk: ReleaseDesk
  let now = Date.now()
  beforeAll(async () => {
    desk = await releaseDesk(engine, { now: () => new Date(now) })
  })
  afterAll(() => desk.remove())
  beforeEach(() => desk.begin())

  const inMinutes = (minutes: number) => new Date(now + minutes * MINUTE).toISOString()
  const schedule = (json: object, token?: string) => desk.act(null, 'schedule', json, token)
  const promotion = (minutes: number, version = '1.1.0', part = 'events') => {
    return { call: 'promote', part, version, at: inMinutes(minutes) }
  }
  const shown = async () => (await desk.get('/schedule')).changes as Shown[]
  const stable = async (part = 'events') =>
    ((await desk.get()).parts as Record<string, { stable: string }>)[part]?.stable
  const after = async (minutes: number) => {
    now += minutes * MINUTE
    await makeScheduled(desk.registry.context)
  }

  it('are shown, made at their time in the name of their token, and stand in the log as if they were made then', async () => {
    const token = await desk.registry.tokenFor({ role: 'releaser', part: 'events', name: `Berta of ${desk.env}` })
    const { status, body } = await schedule({ ...promotion(30), reason: 'the opening' }, token)
    expect(status).toBe(201)
    expect(body).toMatchObject({ what: 'promote events 1.1.0', by: `Berta of ${desk.env}`, state: 'waiting' })
    expect(await shown()).toMatchObject([{ id: body.id, state: 'waiting', reason: 'the opening' }])
    expect((await desk.get()).scheduled).toMatchObject([{ id: body.id, what: 'promote events 1.1.0' }])
    await after(29)
    expect(await stable()).toBe('1.0.0')
    await after(1)
    expect(await stable()).toBe('1.1.0')
    expect(await shown()).toMatchObject([{ id: body.id, state: 'done', outcome: null }])
    expect(await desk.events('&limit=2')).toMatchObject([
      { action: 'promote', actor: `Berta of ${desk.env}`, refused: false, version: '1.1.0', reason: 'the opening' },
      { action: 'schedule', actor: `Berta of ${desk.env}`, to: { what: 'promote events 1.1.0' } },
    ])
    // Nothing is made twice.
    await desk.act('events', 'rollback')
    await after(1)
    expect(await stable()).toBe('1.0.0')
  })

  it('say that they cannot be made, once something stops them, or what would end that is taken back', async () => {
    const { body } = await schedule({ ...promotion(60), reason: 'the opening' })
    const about = `What a admin has scheduled for ${inMinutes(60)} cannot be made then (promote events 1.1.0): `
    const frozen = await desk.act(null, 'freeze', { reason: 'the weekend' })
    const problem = `${desk.env} is frozen until somebody ends that, by a admin (the weekend).`
    expect(frozen.body.failing).toEqual([about + problem])
    expect(await shown()).toMatchObject([{ id: body.id, state: 'waiting', problem }])
    expect((await desk.get()).scheduled).toMatchObject([{ id: body.id, problem }])

    const ending = await schedule({ call: 'unfreeze', at: inMinutes(30) })
    expect((await desk.get()).scheduled).toMatchObject([{ problem: null }, { id: body.id, problem: null }])
    expect((await desk.act(null, `schedule/${ending.body.id}/end`, {})).body.failing).toEqual([about + problem])

    expect((await desk.act(null, 'unfreeze', {})).body.failing).toEqual([])
    const locked = await desk.act('events', 'lock', { reason: 'a fair' })
    expect(locked.body.failing).toEqual([expect.stringContaining(`events is locked in ${desk.env}`)])
    expect((await desk.act('quiz', 'lock', { reason: 'a fair' })).body.failing).toHaveLength(1)
    const other = await desk.act(null, 'freeze', { reason: 'now', until: inMinutes(59) })
    expect(other.body.failing).toEqual([expect.stringContaining('is locked')])
    expect((await desk.act('events', 'unlock', {})).body.failing).toEqual([])
  })

  it('can be each kind of change', async () => {
    await desk.act('quiz', 'promote', { version: '1.1.0' })
    await desk.act('quiz', 'lock', { reason: 'a fair' })
    await desk.act('events', 'kill', { reason: 'wrong dates' })
    const all = [
      { call: 'revive', part: 'events', at: inMinutes(1) },
      { call: 'canary', part: 'events', version: '1.1.0', traffic: 10, at: inMinutes(20) },
      { call: 'abort', part: 'events', at: inMinutes(40) },
      { call: 'unlock', part: 'quiz', at: inMinutes(1) },
      { call: 'rollback', part: 'quiz', at: inMinutes(20) },
      { call: 'freeze', until: inMinutes(1000), reason: 'the weekend', at: inMinutes(100) },
      { call: 'unfreeze', at: inMinutes(200) },
    ]
    for (const each of all) expect((await schedule(each)).body).toMatchObject({ call: each.call, state: 'waiting' })
    await after(1)
    expect((await desk.get()).stops).toEqual([])
    await after(19)
    expect((await desk.get()).parts).toMatchObject({
      events: { candidate: '1.1.0', traffic: 10 },
      quiz: { stable: '1.0.0' },
    })
    await after(20)
    expect((await desk.get()).parts).toMatchObject({ events: { candidate: null } })
    await after(60)
    expect((await desk.get()).stops).toMatchObject([{ kind: 'freeze', reason: 'the weekend' }])
    await after(100)
    expect((await desk.get()).stops).toEqual([])
    expect((await shown()).map(({ state }) => state)).toEqual(all.map(() => 'done'))
  })

  it('are refused at once if they cannot be meant', async () => {
    const refused = async (json: object) => (await schedule(json)).body.message
    expect(await refused(promotion(-1))).toContain('in the future')
    expect(await refused(promotion(600_000))).toContain('within a year')
    expect(await refused(promotion(1, '7.0.0'))).toContain('no complete release events 7.0.0')
    expect(await refused({ call: 'freeze', at: inMinutes(2), until: inMinutes(1), reason: 'x' })).toContain(
      'after the beginning',
    )
    expect((await schedule({ call: 'kill', part: 'events', at: inMinutes(1) })).status).toBe(400)
    expect((await schedule({ ...promotion(1), override: true })).status).toBe(400)
    expect((await schedule(promotion(5))).status).toBe(201)
    expect(await schedule(promotion(6))).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/ten minutes apart\. Choose another time/) },
    })
    await desk.act(null, 'freeze', { reason: 'the weekend', until: new Date(Date.now() + 600 * MINUTE).toISOString() })
    expect(await schedule(promotion(1, '1.1.0', 'quiz'))).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('is frozen until') },
    })
    expect((await shown()).length).toBe(1)
  })

  it('are taken back by whoever may make them, once', async () => {
    const { id } = (await schedule(promotion(5))).body
    const other = await desk.registry.tokenFor({ role: 'releaser', part: 'quiz' })
    expect(await desk.act(null, `schedule/${id}/end`, {}, other)).toMatchObject({ status: 403 })
    expect(await desk.act(null, `schedule/${id}/end`, { reason: 'rain' })).toMatchObject({
      status: 200,
      body: { what: 'promote events 1.1.0' },
    })
    expect(await desk.act(null, `schedule/${id}/end`)).toMatchObject({ status: 404 })
    await after(6)
    expect(await stable()).toBe('1.0.0')
    expect(await shown()).toEqual([])
    expect(await desk.events('&limit=3')).toMatchObject([
      { action: 'schedule', refused: true },
      { action: 'unschedule', refused: false, reason: 'rain', from: { what: 'promote events 1.1.0' }, to: null },
      { action: 'schedule', refused: true },
    ])
  })

  it('need the right at both times, and say why they were not made', async () => {
    const name = `Carl of ${desk.env}`
    const token = await desk.registry.tokenFor({ role: 'releaser', part: 'events', name })
    expect(await schedule(promotion(1, '1.1.0', 'quiz'), token)).toMatchObject({ status: 403 })
    expect(await schedule({ call: 'freeze', at: inMinutes(1), until: inMinutes(2), reason: 'x' }, token)).toMatchObject(
      { status: 403 },
    )
    expect((await schedule(promotion(1), token)).status).toBe(201)
    expect((await desk.registry.call('POST', `/releases/tokens/${encodeURIComponent(name)}/revoke`)).status).toBe(200)
    await after(1)
    expect(await stable()).toBe('1.0.0')
    const outcome = `The token "${name}" is no longer valid.`
    expect(await shown()).toMatchObject([{ state: 'failed', outcome }])
    expect(await desk.events('&limit=1')).toMatchObject([
      { action: 'promote', refused: true, actor: name, detail: { message: outcome } },
    ])
  })

  it('are not made against a freeze that came later, nor an hour too late', async () => {
    await schedule(promotion(1))
    await desk.act(null, 'freeze', { reason: 'the weekend' })
    await after(1)
    await desk.act(null, 'unfreeze')
    await schedule(promotion(1, '1.1.0', 'quiz'))
    await after(62)
    expect([await stable(), await stable('quiz')]).toEqual(['1.0.0', '1.0.0'])
    const outcomes = (await shown()).map(({ outcome }) => outcome)
    expect(outcomes).toEqual([expect.stringContaining('more than an hour later'), expect.stringContaining('is frozen')])
  })

  it('are made by themselves', async () => {
    await schedule(promotion(1, '1.2.0'))
    now += MINUTE
    const stop = startScheduledJobs(desk.registry.context)
    await expect.poll(stable, { timeout: 10_000 }).toBe('1.2.0')
    await stop()
  })
})

// An embedded database has one process, and one registry.
describeOnServer('scheduled changes of several registries', (engine) => {
  it('are made once', async () => {
    let now = Date.now()
    const clock = { now: () => new Date(now) }
    const desk = await releaseDesk(engine, clock)
    const others = await Promise.all([1, 2].map(() => startRegistry(desk.location, desk.files, clock)))
    try {
      await desk.begin()
      const at = new Date(now + MINUTE).toISOString()
      await desk.act(null, 'schedule', { call: 'promote', part: 'events', version: '1.1.0', at })
      now += MINUTE
      await Promise.all([desk.registry, ...others].map(({ context }) => makeScheduled(context)))
      const made = (await desk.events('&action=promote')).filter(({ version }) => version === '1.1.0')
      expect(made.map(({ part, refused }) => [part, refused])).toEqual([['events', false]])
    } finally {
      await Promise.all(others.map((other) => other.close()))
      await desk.remove()
    }
  })
})
