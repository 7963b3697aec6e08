import type { Stop } from '@marram/release-contract/calls/stops'
import { expect, it } from 'vitest'
import { environmentOf, stateOf, strategyOf } from '../testing/shapes'
import { waitingOf } from './now'

const DUE = '2026-05-01T12:10:00Z'
const stop = (given: Partial<Stop>): Stop => ({
  environment: 'production',
  kind: 'freeze',
  part: null,
  reason: 'holidays',
  notice: null,
  by: 'Ann',
  since: DUE,
  until: null,
  ...given,
})
const waits = (strategy: Parameters<typeof strategyOf>[0], stops: Stop[] = [], later = 0) => {
  const group = { candidate: '1.1.0', group: 'both' }
  const where = environmentOf({ events: stateOf(group), quiz: stateOf(group), news: stateOf() }, { stops })
  return waitingOf(where, 'events', strategyOf({ due: DUE, ...strategy }), new Date(Date.parse(DUE) - 1 + later))
}

it('shows when the next step comes, or who has to resume it', () => {
  expect(waits({})).toEqual({ at: DUE })
  expect(waits({ due: null })).toEqual({ for: 'when somebody resumes it' })
  expect(waits({ due: null, paused: { by: 'Ann', left: 360_000 } })).toEqual({
    for: 'when somebody resumes it, 6 min after that; paused by Ann',
  })
})

it('shows what delays a step that is due', () => {
  const locked = (part: string) => stop({ kind: 'lock', part })
  expect(waits({}, [stop({})], 1)).toEqual({ for: 'as soon as the freeze ends' })
  expect(waits({}, [locked('quiz')], 1)).toEqual({ for: 'as soon as quiz is unlocked' })
  expect(waits({ needsEvidence: true }, [locked('news')], 1)).toEqual({ for: 'as soon as there is enough evidence' })
})
