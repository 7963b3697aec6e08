import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../testing/test-app'
import { contentHandlers } from './handlers'
import { charts, home } from './tables'

describe.each(engines)('the record behind the home page, and charts ($name)', (engine) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(engine)
  })
  afterAll(() => test?.close())

  const homeOn = (day: string) => contentHandlers.getHome({ db: test.db, today: () => day, now: () => new Date() })

  it.each([
    ['2026-11-30', '2026-12-01', '2026-12-03', false],
    ['2026-12-01', '2026-12-01', '2026-12-03', true],
    ['2026-12-03', '2026-12-01', '2026-12-03', true],
    ['2026-12-04', '2026-12-01', '2026-12-03', false],
    ['2026-12-04', '2026-12-01', null, true],
    ['2026-11-30', null, '2026-12-03', true],
  ])('on %s, a popup from %s to %s is sent: %s', async (day, important_from, important_to, isSent) => {
    await test.db.update(home).set({ important: '<p>Closed.</p>', important_from, important_to })
    expect((await homeOn(day)).important).toBe(isSent ? '<p>Closed.</p>' : undefined)
  })

  it('sends the chart that has the slug of a publication or initiative with it, and none with others', async () => {
    const context = { db: test.db, today: () => '2026-12-01', now: () => new Date() }
    const chartOf = async (slug: string) =>
      (await contentHandlers.getPublication(context, { params: { slug }, query: {} } as never)).chart
    expect((await chartOf('saltmarsh-survey-2025'))?.points.at(-1)).toEqual({ label: '2025', value: 131 })
    expect(await chartOf('mud')).toBeUndefined()
    const ofInitiative = async (slug: string) =>
      (await contentHandlers.getInitiative(context, { params: { slug }, query: {} } as never)).chart
    expect((await ofInitiative('tide-gauge-network'))?.points.at(-1)?.value).toBe(46)
    expect(await ofInitiative('marsh-kite')).toBeUndefined()
  })

  it('sends no popup and no chart when the content has none', async () => {
    await test.db.update(home).set({ important: null })
    await test.db.delete(charts)
    const { important, chart } = await homeOn('2026-12-01')
    expect([important, chart]).toEqual([undefined, undefined])
  })
})
