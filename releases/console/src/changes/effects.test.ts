import { describe, expect, it } from 'vitest'
import type { State } from '../shapes'
import { stateOf as state, strategyOf } from '../testing/shapes'
import * as effects from './effects'

const moment = '2026-05-01T12:00:00Z'
const rollout = { candidate: '1.1.0', traffic: 10 }
const NEXT = 'with their next page load'

describe('who gets what', () => {
  it('when a version is promoted', () => {
    expect(effects.effectsOfPromotion({}, 'events', '1.1.0')).toEqual([
      `events 1.1.0 begins to be live here, for all visitors (100 %), ${NEXT}.`,
    ])
    expect(effects.effectsOfPromotion({ events: state() }, 'events', '1.1.0')).toEqual([
      `100 % of visitors change from events 1.0.0 to 1.1.0 ${NEXT}.`,
    ])
    expect(effects.effectsOfPromotion({ events: state(rollout) }, 'events', '1.2.0')).toEqual([
      `90 % of visitors change from events 1.0.0 to 1.2.0 ${NEXT}.`,
      '10 % change from the candidate 1.1.0 to 1.2.0, and its rollout ends.',
    ])
  })

  it('when a candidate is promoted, with its group', () => {
    const group = { ...rollout, group: 'summer' }
    const parts = { events: state(group), quiz: state({ ...group, candidate: '2.0.0' }), account: state(rollout) }
    expect(effects.effectsOfPromotion(parts, 'events', '1.1.0')).toEqual([
      `90 % of visitors change from events 1.0.0 to 1.1.0 ${NEXT}; 10 % have it already.`,
      `90 % of visitors change from quiz 1.0.0 to 2.0.0 ${NEXT}; 10 % have it already.`,
    ])
    expect(effects.effectsOfAbort(parts, 'account')).toHaveLength(1)
    expect(effects.effectsOfAbort(parts, 'quiz')).toEqual([
      `10 % of visitors go back from quiz 2.0.0 to 1.0.0 ${NEXT}; 90 % have it already.`,
      `10 % of visitors go back from events 1.1.0 to 1.0.0 ${NEXT}; 90 % have it already.`,
    ])
  })

  it('when a share begins, grows and shrinks', () => {
    const share = (now: Partial<State>, traffic: number, version = '1.1.0') =>
      effects.effectsOfShare({ events: state(now) }, 'events', { version, traffic })
    expect(share({}, 0.5)[0]).toMatch(/^0.5 % of visitors, .* change from events 1.0.0 to 1.1.0/)
    expect(share({}, 0.5)[1]).toBe('99.5 % keep 1.0.0.')
    expect(share(rollout, 25)).toEqual([
      `15 % more of the visitors change to events 1.1.0 ${NEXT}: 25 % instead of 10 %.`,
    ])
    expect(share(rollout, 4)).toEqual([
      `6 % of visitors go back to events 1.0.0 ${NEXT}: 4 % have 1.1.0 instead of 10 %.`,
    ])
    expect(share(rollout, 5, '1.2.0').at(-1)).toBe('10 % lose the candidate 1.1.0: its rollout ends.')
  })

  it('when a part joins a group, whose share changes with it', () => {
    const parts = { events: state({ candidate: '1.1.0', traffic: 50, group: 'summer' }), quiz: state() }
    const join = (traffic: number) =>
      effects.effectsOfShare(parts, 'quiz', { version: '2.0.0', traffic, group: 'summer' }).slice(2)
    expect(join(10)).toEqual([
      'They are the visitors who get events 1.1.0 too (group summer).',
      `40 % of visitors go back to events 1.0.0 ${NEXT}: 10 % have 1.1.0 instead of 50 %.`,
    ])
    expect(join(60)[1]).toBe(`10 % more of the visitors change to events 1.1.0 ${NEXT}: 60 % instead of 50 %.`)
    expect(join(50)[1]).toBe('50 % of visitors have events 1.1.0; that stays as it is.')
    const waiting = { ...parts, quiz: state({ candidate: '2.0.0', traffic: 0 }) }
    expect(effects.effectsOfShare(waiting, 'quiz', { version: '2.0.0', traffic: 10, group: 'summer' })).toEqual([
      `10 % more of the visitors change to quiz 2.0.0 ${NEXT}: 10 % instead of 0 %.`,
      ...join(10),
    ])
    const grouped = { ...parts, quiz: state({ candidate: '2.0.0', traffic: 50, group: 'summer' }) }
    expect(effects.effectsOfShare(grouped, 'quiz', { version: '2.0.0', traffic: 10 })).toEqual([
      `40 % of visitors go back to quiz 1.0.0, together with events (group summer) ${NEXT}: 10 % have 2.0.0 instead of 50 %.`,
    ])
  })

  it('when a share takes over from a strategy, its own or that of its group', () => {
    const group = { candidate: '1.1.0', traffic: 40, group: 'both' }
    const parts = { events: state({ ...group, strategy: strategyOf() }), quiz: state(group) }
    const last = (part: string, given: object = {}) =>
      effects.effectsOfShare(parts, part, { version: '1.1.0', traffic: 50, ...given }).at(-1)
    expect(last('events')).toBe('events no longer grows by itself.')
    expect(last('quiz')).toBe('events no longer grows by itself.')
    expect(last('events', { grows: true })).toBe('The strategy by which events grows now ends; this one begins.')
  })

  it('when a part is retired: its candidate goes too, and those that were rolled out with it', () => {
    const group = { candidate: '1.1.0', traffic: 40, group: 'both' }
    expect(effects.effectsOfRetiring({ events: state(group), quiz: state(group) }, 'events')).toEqual([
      'events 1.0.0 is no longer live: all visitors (100 %) lose its pages.',
      'The rollout of events 1.1.0 ends.',
      `40 % of visitors go back from quiz 1.1.0 to 1.0.0 ${NEXT}; 60 % have it already.`,
      expect.stringContaining('(404)'),
      expect.stringContaining('promote one of its versions'),
    ])
  })

  it('when a version is rolled back', () => {
    const history = ['0.9.0', '1.0.0'].map((version) => ({ version, at: moment, by: 'Ann' }))
    expect(effects.effectsOfRollback({ events: state({ history }) }, 'events')).toEqual([
      `100 % of visitors go back from events 1.0.0 to 0.9.0 ${NEXT}.`,
    ])
    const running = { events: state({ ...rollout, history }) }
    expect(effects.effectsOfRollback(running, 'events')).toEqual(effects.effectsOfAbort(running, 'events'))
    expect(effects.effectsOfRollback(running, 'events', '0.9.0')).toHaveLength(2)
  })
})
