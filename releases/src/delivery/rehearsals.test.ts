import { REHEARSAL, type Rehearsal } from '@marram/release-contract/calls/rehearsals'
import { createMetrics } from '@marram/server/metrics'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { liveForVisitors } from '../live/live'
import { environment, rollout } from '../schema'
import { type ReleaseDesk, releaseDesk } from '../testing/site'
import { rehearsalText } from './rehearsal-text'
import { measureRehearsals } from './rehearsals'

const DAY_MS = 86_400_000
const seen = { pages: 30, failed: 0, late: 0, missing: 0, mixed: 0, medianMs: 5, worstMs: 90 }
const times = { answeredMs: 40, firstMs: 300, lastMs: 250 }
const step = { part: 'events', way: 'back' as const, version: '1.0.0', replaced: '1.1.0', ...times, ...seen }
const of = (name: string, change: Partial<Rehearsal> = {}): Rehearsal => ({
  ...{ of: name, seconds: 12, perSecond: 10, busiest: 37, before: seen, steps: [step], problems: [] },
  ...change,
})

describe.each(engines)('a rehearsal of a rollback, database $name', (engine) => {
  let desk: ReleaseDesk
  let now = Date.now()
  const rehearsing = { days: 31, of: '' }
  const add = (rehearsal: Rehearsal, where = REHEARSAL, token?: string) =>
    desk.registry.call('POST', `/releases/environments/${where}/rehearsals`, {
      json: rehearsal,
      ...(token && { token }),
    })
  const last = async () => (await desk.get('/delivery')).rehearsal
  beforeAll(async () => {
    desk = await releaseDesk(engine, { now: () => new Date(now), rehearsing })
    await desk.registry.db.insert(environment).values({ name: REHEARSAL })
    await desk.begin()
    rehearsing.of = desk.env
  })
  afterAll(() => desk.remove())

  it('is shown with the figures of its environment, and is an event of its own', async () => {
    expect(await last()).toEqual({ last: null, overdue: true })
    const manager = await desk.registry.tokenFor({ role: 'manager', environment: REHEARSAL, name: 'Rita' })
    const before = await desk.events()
    expect(await add(of(desk.env), REHEARSAL, manager)).toMatchObject({ status: 200 })
    expect(await add(of('production'))).toMatchObject({ status: 200 })
    expect(await last()).toEqual({ last: { ...of(desk.env), at: expect.any(String), by: 'Rita' }, overdue: false })
    expect(await desk.events()).toEqual(before)
    const { body } = await desk.registry.call('GET', `/releases/events?environment=${REHEARSAL}&action=rehearse`)
    expect((body.events as unknown[])[1]).toMatchObject({ actor: 'Rita', to: { result: rehearsalText(of(desk.env)) } })
  })

  it('is overdue some days after the last one that succeeded', async () => {
    const metrics = createMetrics()
    measureRehearsals(metrics, desk.registry.context)
    const measured = async () => /^marram_rehearsal_overdue (\d)/m.exec(await metrics.metrics())?.[1]
    await add(of(desk.env))
    now += 30 * DAY_MS
    expect([((await last()) as { overdue: boolean }).overdue, await measured()]).toEqual([false, '0'])
    await add(of(desk.env, { problems: ['events back to 1.0.0: 3 pages failed'] }))
    now += 2 * DAY_MS
    expect([((await last()) as { overdue: boolean }).overdue, await measured()]).toEqual([true, '1'])
    // Nobody asked for rehearsals of another one.
    rehearsing.of = 'production'
    expect(await last()).toMatchObject({ overdue: false })
    rehearsing.of = desk.env
  })

  it('is for managers of its environment alone, and is made in no other', async () => {
    for (const grant of [
      { role: 'viewer' },
      { role: 'releaser', part: 'events' },
      { role: 'manager', environment: desk.env },
    ] as const)
      expect(await add(of(desk.env), REHEARSAL, await desk.registry.tokenFor(grant))).toMatchObject({ status: 403 })
    expect(await add(of(desk.env), desk.env)).toMatchObject({ status: 422 })
    expect(await add(of('nowhere'))).toMatchObject({ status: 404 })
  })

  it('has an environment that the board does not show', async () => {
    const { environments } = (await desk.registry.call('GET', '/releases/board')).body
    const names = (environments as { environment: string }[]).map((each) => each.environment)
    expect(names).toContain(desk.env)
    expect(names).not.toContain(REHEARSAL)
  })

  it('leaves nothing live that lists name, or that new versions are tried with', async () => {
    const { environment: env, ...row } = (
      await desk.registry.db.select().from(rollout)
    )[0] as typeof rollout.$inferSelect
    await desk.registry.db.insert(rollout).values({ ...row, environment: REHEARSAL })
    const { parts } = (await desk.registry.call('GET', '/releases/parts')).body
    const live = (parts as { part: string; live: object }[]).find(({ part }) => part === row.part)?.live
    expect(live).toHaveProperty(env)
    expect(live).not.toHaveProperty(REHEARSAL)
    expect((await liveForVisitors(desk.registry.db)).map(({ environment }) => environment)).not.toContain(REHEARSAL)
  })
})

it('is told in a sentence', () => {
  expect(rehearsalText(of('production', { before: { ...seen, late: 2 } }))).toBe(
    'One part of production went back and forward without a failed page, in 12 s: the slowest change showed after 300 ms; of 60 pages 2 came without content, which the browser renders.',
  )
  expect(rehearsalText(of('production', { problems: ['events back to 1.0.0: no page of 1.0.0 came'] }))).toBe(
    'The rollback of production failed in its rehearsal. events back to 1.0.0: no page of 1.0.0 came.',
  )
})
