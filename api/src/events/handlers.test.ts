import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forms } from '../forms/tables'
import { TODAY } from '../testing/sample-content'
import { openTestApp, type TestApp } from '../testing/test-app'
import { events } from './tables'

const event = { kind: 'sport' as const, image: '', title: 'Run', description: '', open: true, form: 'run' }

describe.each(engines)('registration for an event ($name)', (engine) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(engine)
    await test.db.insert(forms).values({ slug: 'run', form_name: 'Run', submission_form: [] })
    const days = { date_from: '2026-11-01', date_to: TODAY }
    await test.db.insert(events).values([
      { ...event, ...days, slug: 'test-open' },
      { ...event, ...days, slug: 'test-closed', open: false },
      { ...event, ...days, slug: 'test-without-form', form: null },
      { ...event, date_from: '2026-11-01', date_to: '2026-11-20', slug: 'test-over' },
    ])
  })
  afterAll(() => test?.close())

  it.each([
    ['test-open', true],
    ['test-closed', false],
    ['test-without-form', false],
    ['test-over', false],
  ])('is open by its days and its form, whatever its record says: %s', async (slug, open) => {
    const { data } = (await test.app.inject(`/api/sports/detail/${slug}`)).json()
    expect(data.open).toBe(open)
    const listed = (await test.app.inject('/api/sports/open')).json().data
    const found = listed.find((each: { slug: string }) => each.slug === slug)
    expect(found?.open).toBe(slug === 'test-over' ? undefined : open)
  })
})
