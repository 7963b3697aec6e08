import { expect, it } from 'vitest'
import { type DeliveryEvent, deliveredReleases, figuresOf } from './delivery'
import { deliveryCsv } from './delivery-csv'

const HOUR = 3_600_000
const START = Date.parse('2026-05-31T20:00:00Z')

/** Events of one part, an hour after each other. */
function history(part: string, ...steps: [action: string, version: string | null, state: object | null][]) {
  let from: DeliveryEvent['from'] = null
  return steps.map(([action, version, state], i): DeliveryEvent => {
    const isStop = action === 'kill' || action === 'revive'
    const change = { from, to: state as DeliveryEvent['to'] }
    if (action !== 'publish' && !isStop) from = change.to
    return {
      action,
      part,
      version,
      at: new Date(START + i * HOUR),
      ...(isStop ? { from: null, to: change.to } : change),
    }
  })
}
const publish = (version: string) => ['publish', version, { version }] as [string, string, object]
const shows = (stable: string, candidate: string | null = null, traffic = 0) => ({ stable, candidate, traffic })
const of = (events: DeliveryEvent[], hours = 100) =>
  deliveredReleases(events, new Date(START + hours * HOUR)).map(({ first, lead, recovery, ...release }) => ({
    ...release,
    first: (first - START) / HOUR,
    lead: lead === undefined ? undefined : lead / HOUR,
    recovery: recovery === undefined ? undefined : recovery / HOUR,
  }))

it('counts a release from its first visitor, and the time from publishing to everybody', () => {
  const found = of(
    history(
      'events',
      publish('1.0.0'),
      ['promote', '1.0.0', shows('1.0.0')],
      publish('1.1.0'),
      ['canary', '1.1.0', shows('1.0.0', '1.1.0', 0)],
      ['canary', '1.1.0', shows('1.0.0', '1.1.0', 10)],
      ['advance', '1.1.0', shows('1.0.0', '1.1.0', 50)],
      ['promote', '1.1.0', shows('1.1.0')],
    ),
  )
  expect(found).toEqual([
    { part: 'events', version: '1.0.0', first: 1, live: true, lead: 1, takenBack: false, recovery: undefined },
    { part: 'events', version: '1.1.0', first: 4, live: true, lead: 4, takenBack: false, recovery: undefined },
  ])
})

const before: [string, string, object][] = [['promote', '1.0.0', shows('1.0.0')]]
const taken = (version: string, first: number, recovery: number | undefined, live = false) => {
  return { part: 'events', version, first, live, lead: undefined, takenBack: true, recovery }
}

it.each<[string, [string, string | null, object | null][], object]>([
  [
    'aborted',
    [
      ['canary', '1.1.0', shows('1.0.0', '1.1.0', 10)],
      ['abort', null, shows('1.0.0')],
    ],
    taken('1.1.0', 1, 1),
  ],
  [
    'taken away by evidence, and ended by somebody later',
    [
      ['canary', '1.1.0', shows('1.0.0', '1.1.0', 10)],
      ['evidence', '1.1.0', shows('1.0.0', '1.1.0', 0)],
      ['abort', null, shows('1.0.0')],
    ],
    taken('1.1.0', 1, 1),
  ],
  [
    'rolled back',
    [
      ['promote', '1.1.0', shows('1.1.0')],
      ['rollback', '1.0.0', shows('1.0.0')],
    ],
    taken('1.1.0', 1, 1, true),
  ],
  [
    'replaced by an earlier version',
    [
      ['promote', '1.1.0', shows('1.1.0')],
      ['promote', '1.0.0', shows('1.0.0')],
    ],
    taken('1.1.0', 1, 1, true),
  ],
  [
    'killed, and brought back',
    [
      ['promote', '1.1.0', shows('1.1.0')],
      ['kill', null, { until: null }],
      ['kill', null, { until: '2026-06-30T00:00:00Z' }],
      ['revive', null, null],
    ],
    taken('1.1.0', 1, 2, true),
  ],
  [
    'killed until the kill ends by itself',
    [
      ['promote', '1.1.0', shows('1.1.0')],
      ['kill', null, { until: new Date(START + 2.5 * HOUR).toISOString() }],
    ],
    taken('1.1.0', 1, 0.5, true),
  ],
  [
    'killed to this day',
    [
      ['promote', '1.1.0', shows('1.1.0')],
      ['kill', null, { until: null }],
    ],
    taken('1.1.0', 1, undefined, true),
  ],
])('counts a release as taken back that was %s', (_, steps, expected) => {
  expect(of(history('events', ...before, ...steps))[1]).toEqual(expected)
})

it('does not count a release as taken back that a later one replaces, or whose part is retired', () => {
  const replaced = history(
    'events',
    ...before,
    ['canary', '1.1.0', shows('1.0.0', '1.1.0', 10)],
    ['canary', '1.2.0', shows('1.0.0', '1.2.0', 10)],
    ['promote', '1.3.0', shows('1.3.0')],
    ['promote', '1.4.0', shows('1.4.0')],
    ['canary', '1.5.0', shows('1.4.0', '1.5.0', 10)],
    ['retire', null, null],
  )
  expect(of(replaced).map(({ version, takenBack }) => [version, takenBack])).toEqual(
    ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.5.0'].map((version) => [version, false]),
  )
})

it('counts each time: rolled back twice, and released once more', () => {
  const found = of(
    history(
      'events',
      ['promote', '1.0.0', shows('1.0.0')],
      ['promote', '1.1.0', shows('1.1.0')],
      ['promote', '1.2.0', shows('1.2.0')],
      ['rollback', '1.1.0', shows('1.1.0')],
      ['rollback', '1.0.0', shows('1.0.0')],
      ['promote', '1.2.0', shows('1.2.0')],
    ),
  )
  expect(found.map(({ version, takenBack, recovery }) => [version, takenBack, recovery])).toEqual([
    ['1.0.0', false, undefined],
    ['1.1.0', true, 3],
    ['1.2.0', true, 1],
    ['1.2.0', false, undefined],
  ])
})

it('leaves out what had its first visitors earlier', () => {
  const [, , , ...later] = history(
    'events',
    ['promote', '1.0.0', shows('1.0.0')],
    ['promote', '1.1.0', shows('1.1.0')],
    ['canary', '1.2.0', shows('1.1.0', '1.2.0', 10)],
    ['promote', '1.2.0', shows('1.2.0')],
    ['rollback', '1.1.0', shows('1.1.0')],
    ['rollback', '1.0.0', shows('1.0.0')],
    ['promote', '1.3.0', shows('1.3.0')],
  )
  expect(of(later).map(({ version }) => version)).toEqual(['1.3.0'])
})

it('adds up each month, all parts together and each part, with medians', () => {
  const events = [
    ...history(
      'quiz',
      publish('1.0.0'),
      publish('2.0.0'),
      ['promote', '1.0.0', shows('1.0.0')],
      ['promote', '2.0.0', shows('2.0.0')],
      // The first of June.
      publish('3.0.0'),
      ['promote', '3.0.0', shows('3.0.0')],
    ),
    // 0.9.0 was live before.
    ...history(
      'events',
      ['promote', '0.9.0', shows('0.9.0')],
      ['canary', '1.0.0', shows('0.9.0', '1.0.0', 5)],
      ['abort', null, shows('0.9.0')],
    ).slice(1),
  ]
  const figures = figuresOf(deliveredReleases(events, new Date(START + 9 * HOUR)))
  const [first = events[0]] = events
  expect(first?.at.toISOString()).toBe('2026-05-31T20:00:00.000Z')
  const none = { leadSeconds: null, takenBack: 0, recoverySeconds: null }
  expect(figures).toEqual([
    { ...none, month: '2026-06', part: null, released: 1, live: 1, leadSeconds: 3600 },
    { ...none, month: '2026-06', part: 'quiz', released: 1, live: 1, leadSeconds: 3600 },
    { month: '2026-05', part: null, released: 3, live: 2, leadSeconds: 7200, takenBack: 1, recoverySeconds: 3600 },
    { month: '2026-05', part: 'events', released: 1, live: 0, leadSeconds: null, takenBack: 1, recoverySeconds: 3600 },
    { ...none, month: '2026-05', part: 'quiz', released: 2, live: 2, leadSeconds: 7200 },
  ])
  const rehearsal = { last: null, overdue: false }
  expect(deliveryCsv({ environment: 'production', since: '2026-05-01T00:00:00Z', figures, rehearsal })).toBe(
    'month,part,released,live,leadSeconds,takenBack,recoverySeconds\r\n' +
      '2026-06,quiz,1,1,3600,0,\r\n2026-05,events,1,0,,1,3600\r\n2026-05,quiz,2,2,7200,0,\r\n',
  )
})
