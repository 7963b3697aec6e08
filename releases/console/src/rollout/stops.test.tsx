// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import type { BoardEnvironment } from '../shapes'
import { button, effects, field, fill, openConsole, press, responding, shows } from '../testing/console'
import { boardOf, environmentOf, stateOf } from '../testing/shapes'

const moment = '2026-05-01T12:00:00Z'
const path = '/releases/environments/production/parts/events'
const about = { environment: 'production', part: 'events', notice: null, by: 'Ann', since: moment, until: null }
const killed = { ...about, kind: 'kill' as const, reason: 'a fire', notice: 'Back at one.', until: moment }
const locked = { ...about, kind: 'lock' as const, reason: 'an examination' }

let opened: Awaited<ReturnType<typeof openConsole>>
afterEach(() => opened.close())

it('changes a stop without lifting it first', async () => {
  const stopped = environmentOf({ events: stateOf() }, { stops: [killed, locked] })
  opened = await openConsole('/environments/production/parts/events', {
    'GET /releases/board': responding('showBoard', boardOf(stopped)),
    [`GET ${path}/evidence`]: responding('showEvidence', {
      ...{
        environment: 'production',
        part: 'events',
        since: moment,
        versions: [],
        verdict: null,
        poorer: [],
        course: [],
      },
    }),
    'GET /releases/parts/events/versions': responding('listVersions', { part: 'events', versions: [] }),
    [`POST ${path}/kill`]: responding('kill', killed),
  })
  await shows('Off the site by Ann: a fire')
  await shows('Killed: nobody gets it, and its pages show a notice.')
  expect(button('Change the lock')).toBeDefined()
  await press('Change its notice or end')
  expect(field('Reason').value).toBe('a fire')
  expect(field('What visitors read (optional)').value).toBe('Back at one.')
  await fill('Ends', '')
  await fill('Reason', 'a larger fire')
  await press('Change')
  await shows('events in production stays off the site.')
  expect(opened.sent).toEqual([
    { path: `${path}/kill`, body: { notice: 'Back at one.', revision: 7, reason: 'a larger fire' } },
  ])
})

it('retires a part for good, after explaining what happens', async () => {
  const compositions = { composition: 'x', previousComposition: 'y' }
  const changed = { environment: 'production', ...compositions, changed: true, killed: [], parts: [] }
  opened = await openConsole('/environments/production/parts/events', {
    'GET /releases/board': responding('showBoard', boardOf(environmentOf({ events: stateOf() }))),
    [`GET ${path}/evidence`]: responding('showEvidence', {
      ...{
        environment: 'production',
        part: 'events',
        since: moment,
        versions: [],
        verdict: null,
        poorer: [],
        course: [],
      },
    }),
    'GET /releases/parts/events/versions': responding('listVersions', { part: 'events', versions: [] }),
    [`POST ${path}/retire`]: responding('retire', { ...changed, revision: 8 }),
  })
  await shows('Nothing of it is stopped.')
  await press('Retire it')
  await shows('events 1.0.0 is no longer live: all visitors (100 %) lose its pages.')
  await press('Retire it')
  await shows('Say why')
  await fill('Reason', 'its campaign is over')
  await press('Retire it')
  await shows('events is retired in production.')
  expect(opened.sent).toEqual([{ path: `${path}/retire`, body: { revision: 1, reason: 'its campaign is over' } }])
})

it('shows that a part is killed before and after a promotion of it, and which edges follow', async () => {
  const history = [{ version: '1.1.0', at: moment, by: 'Ann' }]
  const state = stateOf({ candidate: '1.1.0', traffic: 40, history })
  const stopped = environmentOf({ events: state }, { stops: [killed] })
  const { history: _, salt: __, changedAt: ___, waitsFor: ____, ...live } = state
  const changed = { environment: 'production', part: 'events', version: '1.1.0', previous: '1.0.0', integrity: '' }
  const edge = { id: 'a', composition: null, unusable: {}, since: null, age: 1 }
  const one = { ...edge, name: 'one:3000', state: 'current', revision: 7, reason: null } as const
  const two = { ...edge, id: 'b', name: 'two:3000', state: 'behind', revision: 6, reason: 'it is opened' } as const
  let edges: BoardEnvironment['edges'] = [one, two]
  opened = await openConsole('/environments/production/parts/events', {
    'GET /releases/board': responding('showBoard', boardOf(stopped)),
    'GET /releases/environments/production': () =>
      responding('showEnvironment', environmentOf({}, { edges: [...edges] }))(),
    [`GET ${path}/evidence`]: responding('showEvidence', {
      ...{
        environment: 'production',
        part: 'events',
        since: moment,
        versions: [],
        verdict: null,
        poorer: [],
        course: [],
      },
    }),
    [`GET ${path}/versions/1.1.0/gate`]: responding('showGate', {
      ...{
        environment: 'production',
        part: 'events',
        version: '1.1.0',
        replaces: '1.0.0',
        passed: true,
        checks: [],
        pairs: [],
      },
    }),
    'GET /releases/parts/events/versions': responding('listVersions', { part: 'events', versions: [] }),
    [`POST ${path}/promote`]: responding('promote', {
      ...{ ...live, ...changed, composition: '0123456789ab', changed: true, killed: ['events', 'quiz'], parts: [] },
    }),
  })
  const wordsOf = (part: string) => `But ${part} is killed there: until it is revived, visitors get its notice.`
  await press('Promote 1.1.0')
  expect(effects()).toContain(wordsOf('events'))
  await press('Promote')
  const done = `events 1.1.0 is live for everybody in production. ${wordsOf('events')} ${wordsOf('quiz')}`
  await shows(`${done} 1 of 2 edges follows. Waiting for the others …`)
  edges = [one, { ...one, id: 'b', name: 'two:3000' }]
  await shows(`${done} 2 of 2 edges follow.`)
})
