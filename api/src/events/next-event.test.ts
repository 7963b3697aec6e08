import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../testing/test-app'
import { eventHandlers } from './handlers'

describe.each(engines)('the next event ($name)', (engine) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(engine)
  })
  afterAll(() => test?.close())

  const nextOn = async (day: string) =>
    (await eventHandlers.getNextEvent({ db: test.db, today: () => day, now: () => new Date() }))?.url

  it.each([
    ['2026-11-21', '/sports-details/winter-cycling-league'],
    ['2026-12-05', '/sports-details/winter-cycling-league'],
    ['2026-12-06', '/tickets-details/last-bus-concert'],
    ['2027-01-01', '/campaign-events/details/trees-for-the-dune'],
    ['2027-01-10', '/courses#tide-tables-by-hand'],
    ['2030-01-01', undefined],
  ])('on %s is %s', async (day, url) => {
    expect(await nextOn(day)).toBe(url)
  })
})
