// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import type { State } from '../shapes'
import {
  effects,
  field,
  fill,
  openConsole,
  press,
  type Responses,
  refusing,
  responding,
  shows,
} from '../testing/console'
import { boardOf, environmentOf, stateOf, strategyOf } from '../testing/shapes'

const moment = '2026-05-01T12:00:00Z'
const part = { environment: 'production', part: 'events' }
const release = {
  ...{ integrity: 'sha384-x', publishedBy: 'ci', publishedAt: moment, host: '^1.0.0', source: null },
  ...{ files: 3, bytes: 900, live: [], candidate: [] },
}
const path = '/releases/environments/production/parts/events'
const gate = { ...part, version: '1.1.0', replaces: '1.0.0', passed: true, checks: [], pairs: [] }
const responsesFor = (parts: Record<string, State>): Responses => ({
  'GET /releases/board': responding('showBoard', boardOf(environmentOf(parts))),
  [`GET ${path}/evidence`]: responding('showEvidence', {
    ...part,
    since: moment,
    versions: [],
    verdict: null,
    poorer: [],
    course: [],
  }),
  'GET /releases/parts/events/versions': responding('listVersions', {
    part: 'events',
    versions: ['1.1.0', '1.0.0'].map((version) => ({ ...release, version })),
  }),
  [`GET ${path}/versions/1.1.0/gate`]: responding('showGate', gate),
})

let opened: Awaited<ReturnType<typeof openConsole>>
const open = async (parts: Record<string, State>) => {
  opened = await openConsole('/environments/production/parts/events', responsesFor(parts))
  await shows('History')
}
afterEach(() => opened.close())

it('starts a strategy with steps, explains what it will do, and keeps the input when it is refused', async () => {
  await open({ events: stateOf({ revision: 3 }) })
  await shows('1.1.0', 'table')
  await press('Roll out 1.1.0')
  await fill('Strategy', 'canary')
  await fill('Steps', '5@10m,50@pause,100@90m')
  expect(effects()[0]).toMatch(/^5 % of visitors, .* change from events 1\.0\.0 to 1\.1\.0/)
  expect(effects().slice(2)).toEqual([
    expect.stringMatching(/^After 10 min, .*: 45 % more of the visitors change: 50 % have events 1\.1\.0\.$/),
    expect.stringContaining('At 50 % it waits until somebody resumes it. Then 50 % more'),
    expect.stringContaining('1 h 30 min later'),
    expect.stringContaining('Each step waits until enough loads'),
  ])
})

it('shows who changed it first, and can send the same again', async () => {
  await open({ events: stateOf({ revision: 3 }) })
  await shows('1.1.0', 'table')
  opened.responses[`POST ${path}/canary`] = refusing(409, 'conflict', 'Eve changed it in the meantime.')
  await press('Roll out 1.1.0')
  await fill('Strategy', 'linear')
  await fill('Per cent of visitors more in each step', '40')
  await fill('Reason (optional)', 'slowly')
  await press('Begin')
  await shows('Eve changed it in the meantime. Nothing was changed.', 'dialog [role="alert"]')
  expect(field('Reason (optional)').value).toBe('slowly')
  opened.responses[`POST ${path}/canary`] = responding('canary', {
    ...{ environment: 'production', part: 'events', version: '1.0.0', previous: '1.0.0', candidate: '1.1.0' },
    ...{ traffic: 40, group: null, strategy: strategyOf(), integrity: '', revision: 4, composition: 'x' },
    ...{ changed: true, killed: [], parts: [] },
  })
  await press('Begin')
  await shows('events 1.1.0 grows by itself in production.')
  expect(document.querySelector('dialog')).toBeNull()
  const strategy = { kind: 'linear', percent: 40, seconds: 1800, needsEvidence: true }
  const body = { version: '1.1.0', strategy, revision: 3, reason: 'slowly' }
  expect(opened.sent).toEqual([
    { path: `${path}/canary`, body },
    { path: `${path}/canary`, body },
  ])
})

it('shows the steps of a strategy, what comes next and who overrode the gate for it', async () => {
  const override = { by: 'Eve', reason: 'all the pictures', problems: ['size events@1.1.0'] }
  const strategy = strategyOf({ step: 1, due: null, paused: { by: 'Ann', left: 360_000 }, override })
  await open({ events: stateOf({ candidate: '1.1.0', traffic: 80, strategy }) })
  await shows('Linear, step 2 of 2. Next: everybody, when somebody resumes it, 6 min after that; paused by Ann.')
  await shows(/Eve began it although the gate was against it: all the pictures These problems.*size events@1\.1\.0/)
  const steps = [...document.querySelectorAll('.steps li')].map(({ textContent }) => textContent)
  expect(steps).toEqual(['40 % for 10 min, done', '80 % for 10 min, now', 'everybody'])
  await press('Resume')
  expect(effects()).toEqual([
    '6 min after that: 20 % more of the visitors change, so that everybody (100 %) has events 1.1.0, and it is promoted.',
    'From there it goes on by its steps.',
  ])
})

it('shows which evidence the next step lacks', async () => {
  const waitsFor = 'events 1.1.0 had 3 loads and 1.0.0 40: 20 of each are needed.'
  const strategy = strategyOf({ needsEvidence: true })
  await open({ events: stateOf({ candidate: '1.1.0', traffic: 40, strategy, waitsFor }) })
  await shows(`Not enough evidence yet: ${waitsFor}`)
})

it('shows the strategy of another part in the group when that one applies', async () => {
  const group = { candidate: '1.1.0', traffic: 40, group: 'both' }
  const due = '2999-01-01T12:00:00Z'
  await open({ events: stateOf(group), quiz: stateOf({ ...group, strategy: strategyOf({ due }) }) })
  await shows(/Linear, step 1 of 2, by the strategy of quiz. Next: 80 %, at Jan 1, 2999/)
  await press('Pause')
  await shows('Pause the rollout of quiz in production', 'dialog')
})
