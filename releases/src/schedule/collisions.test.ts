import { expect, it } from 'vitest'
import type { States } from '../live/states'
import type { Stop } from '../live/stops'
import type { Later } from './later-words'
import { collisionOf } from './schedule'

const at = (time: string) => new Date(`2026-05-01T${time}:00Z`)
const promotion = (time: string, part = 'events'): Later => ({
  call: 'promote',
  part,
  at: at(time),
  input: { version: '1.1.0' },
})
const freeze = (from: string, until: string): Later => {
  return { call: 'freeze', part: null, at: at(from), input: { until: at(until).toISOString() } }
}
const of = (call: Later['call'], part: string | null, time: string): Later => ({ call, part, at: at(time), input: {} })
const stop = (kind: Stop['kind'], part: string, until: string | null): Stop => ({
  ...{ environment: 'production', kind, part, reason: 'the weekend', notice: null, by: 'Ann', byRole: 'manager' },
  ...{ since: at('08:00'), until: until === null ? null : at(until) },
})
const state = (group: string | null): States[string] => {
  const candidate = { candidate: '1.1.0', traffic: 10, strategy: null, candidateSince: null }
  return { salt: 'x', stable: '1.0.0', history: [], ...candidate, group }
}
const states: States = { events: state('fair'), tickets: state('fair'), quiz: state(null) }
const collision = (wanted: Later, waiting: Later[], stops: Stop[] = []) =>
  collisionOf('production', wanted, { waiting: waiting.map((each) => ({ ...each, by: 'Ben' })), stops, states })

it('sees two changes of one part that are near each other', () => {
  expect(collision(promotion('12:00'), [promotion('12:09')])).toBe(
    'Ben has scheduled to promote events 1.1.0 at 2026-05-01T12:09:00.000Z, less than ten minutes apart.',
  )
  expect(collision(of('rollback', 'events', '12:09'), [promotion('12:00')])).toContain('ten minutes')
  expect(collision(promotion('12:00'), [promotion('12:10')])).toBeUndefined()
  expect(collision(promotion('12:00'), [promotion('12:00', 'quiz')])).toBeUndefined()
})

it('sees two changes of parts that change together', () => {
  expect(collision(of('abort', 'tickets', '12:09'), [promotion('12:00')])).toBe(
    'Ben has scheduled to promote events 1.1.0 at 2026-05-01T12:00:00.000Z, less than ten minutes apart, and tickets and events change together.',
  )
  expect(collision(of('abort', 'tickets', '12:10'), [promotion('12:00')])).toBeUndefined()
  expect(collision(of('abort', 'quiz', '12:05'), [promotion('12:00')])).toBeUndefined()
  expect(collision(of('unlock', 'tickets', '12:05'), [promotion('12:00')])).toBeUndefined()
  expect(collision(promotion('12:00'), [of('revive', 'tickets', '12:05')])).toBeUndefined()
})

it('lets nothing new be scheduled into a freeze, nor a freeze over what is new, nor two freezes at a time', () => {
  const words = 'nothing new goes live during a freeze'
  for (const [one, other] of [
    [promotion('12:00'), freeze('11:00', '13:00')],
    [{ ...promotion('11:00'), call: 'canary' as const }, freeze('11:00', '13:00')],
    [freeze('12:00', '14:00'), freeze('11:00', '13:00')],
    [freeze('10:00', '14:00'), freeze('11:00', '13:00')],
  ] as const) {
    expect(collision(one, [other])).toContain(words)
    expect(collision(other, [one])).toContain(words)
  }
  for (const other of [
    promotion('13:00'),
    promotion('10:59'),
    of('rollback', 'events', '12:00'),
    of('revive', 'quiz', '12:00'),
  ])
    expect(collision(other, [freeze('11:00', '13:00')])).toBeUndefined()
})

it('sees what is stopped until then, unless that ends before', () => {
  expect(collision(promotion('12:00'), [], [stop('freeze', '', null)])).toBe(
    'production is frozen until somebody ends that, by Ann (the weekend).',
  )
  expect(collision(promotion('12:00'), [], [stop('lock', 'events', '12:30')])).toBe(
    'events is locked in production until 2026-05-01T12:30:00.000Z, by Ann (the weekend).',
  )
  expect(collision(promotion('12:00'), [], [stop('freeze', '', '11:00')])).toBeUndefined()
  expect(collision(promotion('12:00'), [], [stop('lock', 'quiz', null), stop('kill', 'events', null)])).toBeUndefined()
  expect(collision(of('rollback', 'events', '12:00'), [], [stop('freeze', '', null)])).toBeUndefined()
  expect(collision(promotion('12:00'), [of('unfreeze', null, '11:00')], [stop('freeze', '', null)])).toBeUndefined()
  expect(collision(promotion('12:00'), [of('unfreeze', null, '12:30')], [stop('freeze', '', null)])).toContain('frozen')
  expect(
    collision(promotion('12:00'), [of('unlock', 'events', '11:00')], [stop('lock', 'events', null)]),
  ).toBeUndefined()
  expect(collision(promotion('12:00'), [of('unlock', 'quiz', '11:00')], [stop('lock', 'events', null)])).toContain(
    'locked',
  )
})
