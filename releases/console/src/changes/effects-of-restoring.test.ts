import { expect, it } from 'vitest'
import { environmentOf as at, stateOf as state } from '../testing/shapes'
import { effectsOfRestoring, NEXT } from './effects'
import * as changes from './part-changes'

const rollout = { candidate: '1.1.0', traffic: 10 }
const words = 'But quiz is killed there: until it is revived, visitors get its notice.'
const stop = { environment: 'production', kind: 'kill' as const, part: 'quiz', reason: 'a fire', notice: null }
const stops = [{ ...stop, by: 'Ann', since: '2026-05-01T12:00:00Z', until: null }]

it('explains who gets what when an environment goes back to a composition', () => {
  const parts = { events: state(rollout), quiz: state(), shell: state() }
  expect(effectsOfRestoring(at(parts), { events: '1.0.0', quiz: '0.9.0', news: '3.0.0' })).toEqual([
    `events: 10 % of visitors go back from the candidate 1.1.0 to 1.0.0 ${NEXT}, and its rollout ends; 90 % have 1.0.0 already.`,
    'news 3.0.0 is live again, for all visitors (100 %).',
    `quiz: all visitors (100 %) get 0.9.0 instead of 1.0.0 ${NEXT}.`,
    'shell 1.0.0 is no longer live: all visitors (100 %) lose its pages.',
  ])
  const running = { events: state({ candidate: '1.1.0', traffic: 60 }) }
  expect(effectsOfRestoring(at(running), { events: '1.1.0' })).toEqual([
    `events: 40 % of visitors get 1.1.0 instead of 1.0.0 ${NEXT}; 60 % have it already, and its rollout ends.`,
  ])
  expect(effectsOfRestoring(at(running), { events: '0.9.0' })).toEqual([
    `events: 40 % of visitors get 0.9.0 instead of 1.0.0 ${NEXT}.`,
    'events: 60 % change from the candidate 1.1.0 to 0.9.0, and its rollout ends.',
  ])
  expect(effectsOfRestoring(at(running), {})[1]).toBe('The rollout of events 1.1.0 ends.')
  expect(effectsOfRestoring(at({ quiz: state() }), { quiz: '1.0.0' })).toEqual([
    'Exactly this is live for everybody: nothing changes.',
  ])
})

it('explains which of the restored parts are killed', () => {
  const where = at({ events: state(), quiz: state() }, { stops })
  expect(effectsOfRestoring(where, { events: '1.0.0', quiz: '0.9.0' }).slice(1)).toEqual([words])
  expect(effectsOfRestoring(where, { events: '1.0.0', quiz: '1.0.0' }).slice(1)).toEqual([words])
  expect(effectsOfRestoring(where, { events: '0.9.0' })).not.toContain(words)
})

it('explains which of the affected parts are killed, those of its group too', () => {
  const group = { ...rollout, group: 'summer' }
  const where = at({ events: state(group), quiz: state(group) }, { stops })
  const strategy = { kind: 'linear', percent: 10, seconds: 60, needsEvidence: true } as const
  for (const part of ['events', 'quiz'])
    for (const { title, effects } of [
      changes.promotion(where, part, '1.1.0'),
      changes.share(where, part, { version: '1.1.0', traffic: 50 }),
      changes.growing(where, part, { version: '1.1.0', strategy }),
      changes.growing(where, part, { version: '1.2.0', strategy, group: 'summer' }),
      changes.resuming(where, part),
      changes.abortion(where, part),
      changes.rollback(where, part),
    ])
      expect(effects.slice(-1), title).toEqual([words])
  expect(changes.retirement(where, 'events').effects.at(-1)).toBe(words)
  // A retired part has no pages that could show a notice.
  expect(changes.retirement(where, 'quiz').effects).not.toContain(words)
  // A promotion of another version leaves the group unchanged.
  expect(changes.promotion(where, 'events', '1.2.0').effects).not.toContain(words)
})
