import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ReleaseDesk, releaseDesk } from '../testing/site'

type Row = { part: string | null; released: number; live: number; takenBack: number; leadSeconds: number | null }

describe.each(engines)('the figures of delivery, database $name', (engine) => {
  let desk: ReleaseDesk
  let now = Date.now()
  beforeAll(async () => {
    desk = await releaseDesk(engine, { now: () => new Date(now) })
  })
  afterAll(() => desk.remove())
  beforeEach(() => desk.begin())

  const figures = async (query = '') => (await desk.get(`/delivery${query}`)).figures as Row[]

  it('say what was released, what was taken back, and how fast, by part and together', async () => {
    await desk.act('events', 'canary', { version: '1.1.0', traffic: 10 })
    await desk.act('events', 'abort')
    await desk.act('events', 'promote', { version: '1.2.0' })
    await desk.act('quiz', 'promote', { version: '1.1.0' })
    await desk.act('quiz', 'promote', { version: '7.0.0' })
    const [all, ...parts] = await figures()
    expect(all).toMatchObject({ part: null, released: 6, live: 5, takenBack: 1 })
    expect(parts).toMatchObject([
      { part: 'events', released: 3, live: 2, takenBack: 1, recoverySeconds: expect.any(Number) },
      { part: 'quiz', released: 2, live: 2, takenBack: 0, recoverySeconds: null },
      { part: 'shell', released: 1, live: 1, takenBack: 0 },
    ])
    for (const { leadSeconds } of parts) expect(leadSeconds).toBeGreaterThanOrEqual(0)
  })

  it('follow the whole environment back', async () => {
    const { composition } = await desk.get()
    await desk.act('quiz', 'promote', { version: '1.1.0' })
    await desk.act('events', 'promote', { version: '1.1.0' })
    expect(await desk.act(null, 'rollback', { composition, reason: 'as it was' })).toMatchObject({ status: 200 })
    expect((await figures())[0]).toMatchObject({ released: 5, live: 5, takenBack: 2 })
  })

  it('are those of one environment and of as many months as asked for', async () => {
    const other = desk.env
    await desk.begin()
    await desk.act('quiz', 'promote', { version: '1.1.0' })
    expect((await figures())[0]).toMatchObject({ released: 4 })
    const { body } = await desk.registry.call('GET', `/releases/environments/${other}/delivery`)
    expect((body.figures as Row[])[0]).toMatchObject({ released: 3 })
    now += 100 * 86_400_000
    expect(await figures('?months=2')).toEqual([])
    expect((await figures('?months=6'))[0]).toMatchObject({ released: 4 })
    for (const months of ['0', '61', 'x', '1.5'])
      expect(
        await desk.registry.call('GET', `/releases/environments/${other}/delivery?months=${months}`),
      ).toMatchObject({
        status: 400,
      })
    expect(await desk.registry.call('GET', '/releases/environments/nowhere/delivery')).toMatchObject({ status: 404 })
  })
})
