import { type ComingEvent, type ComingKind, listComing, MOST_COMING } from '@marram/api-contract/coming'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TODAY } from '../testing/sample-content'
import { openTestApp, type TestApp } from '../testing/test-app'
import { eventHandlers } from './handlers'
import { events } from './tables'

const lists: Record<ComingKind, string> = {
  event: '/api/events/',
  sport: '/api/sports/open',
  exhibition: '/api/exhibitions/open',
  olympiad: '/api/olympiad/',
  ticket: '/api/tickets/open',
  submission: '/api/submission/open',
  course: '/api/courses/',
}
type Listed = { slug: string; open?: boolean; form: string | null; date_from?: string; date_to?: string; date?: string }

describe.each(engines)('the list of coming events ($name)', (engine) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(engine)
  })
  afterAll(() => test?.close())
  const get = async (path: string) => (await test.app.inject(path)).json().data

  it('has all current events of every list, soonest first, without the texts', async () => {
    const coming: ComingEvent[] = await get(listComing.path)
    const of = async ([kind, path]: [string, string]) =>
      (await get(path))
        .map(({ slug, open, form, date = '', date_from = date, date_to = date }: Listed) => ({
          ...{ kind, slug, form, date_from, date_to, open: open ?? form !== null },
        }))
        .filter(({ date_to }: { date_to: string }) => date_to >= TODAY)
    const all = (await Promise.all(Object.entries(lists).map(of))).flat()
    const named = ({ kind, slug }: { kind: string; slug: string }) => `${kind} ${slug}`
    expect(coming.map(named).toSorted()).toEqual(all.map(named).toSorted())
    expect(new Set(coming.map(({ kind }) => kind)).size).toBe(Object.keys(lists).length)
    for (const one of all) expect(coming).toContainEqual(expect.objectContaining(one))
    const days = coming.map(({ date_from }) => date_from)
    expect(days).toEqual(days.toSorted())
    for (const one of coming) expect(one).not.toHaveProperty('description')
  })

  it('is limited', async () => {
    const rows = Array.from({ length: MOST_COMING + 1 }, (_, i) => ({
      ...{ kind: 'sport' as const, slug: `run-${i}`, image: '', title: `Run ${i}`, description: '' },
      ...{ date_from: '2027-01-01', date_to: '2027-01-01', open: false, form: null },
    }))
    await test.db.insert(events).values(rows)
    const coming = await eventHandlers.listComing({ db: test.db, today: () => TODAY, now: () => new Date(TODAY) })
    expect(coming).toHaveLength(MOST_COMING)
  })
})
