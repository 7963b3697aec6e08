// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { when } from '../page/words'
import { effects, fill, openConsole, press, responding, shows } from '../testing/console'

let desk: Awaited<ReturnType<typeof openConsole>>
afterEach(() => desk.close())

const path = '/releases/environments/production/schedule'
const change = {
  ...{
    id: '0123abcd',
    environment: 'production',
    part: 'events',
    call: 'promote' as const,
    what: 'promote events 1.1.0',
  },
  ...{ at: '2099-05-01T12:00:00Z', by: 'Ben', reason: 'the opening', createdAt: '2026-05-01T12:00:00Z' },
  ...{ state: 'waiting' as const, outcome: null },
}
const parts = { part: 'events', kind: 'section', title: 'Events', latest: '1.1.0', versions: 2, live: {} }

it('shows what waits and what failed, takes it back, and schedules more', async () => {
  const problem = 'production is frozen until 2099-05-02T12:00:00Z.'
  const late = { ...change, id: '0123abcf', what: 'promote events 1.2.0', problem }
  const failed = { ...change, id: '0123abce', state: 'failed' as const, outcome: 'production is frozen.' }
  desk = await openConsole('/environments/production/schedule', {
    [`GET ${path}`]: responding('listSchedule', { environment: 'production', changes: [change, late, failed] }),
    'GET /releases/parts': responding('listParts', { parts: [parts] }),
    [`POST ${path}/0123abcd/end`]: responding('unschedule', {
      ...{ id: change.id, what: change.what, at: change.at },
      failing: ['Something cannot be made at 2099-05-01T12:00:00Z.'],
    }),
    [`POST ${path}`]: responding('schedule', change),
  })
  await shows(/promote events 1\.1\.0Benthe openingWaits/, 'tbody')
  await shows('Not made: production is frozen.', 'tbody')
  await shows(`Cannot be made: production is frozen until ${when('2099-05-02T12:00:00Z')}.`, 'tbody')
  await press(`Take back ${change.what}, ${when(change.at)}`)
  await press('Take it back')
  expect(desk.sent.at(-1)).toMatchObject({ path: `${path}/0123abcd/end` })
  await shows(`Something cannot be made at ${when(change.at)}.`, '.done')
  await press('Schedule a change')
  expect(effects()).toEqual(['A version is written like 1.4.0.'])
  await fill('Version', '1.1.0')
  await fill('Day', '2099-06-01')
  await fill('Time', '14:00')
  await press('Schedule it')
  expect(desk.sent.at(-1)).toMatchObject({ path, body: { call: 'promote', part: 'events', version: '1.1.0' } })
})
