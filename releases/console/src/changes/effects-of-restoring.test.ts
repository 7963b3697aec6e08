import { expect, it } from 'vitest'
import { stateOf as state } from '../testing/shapes'
import { effectsOfRestoring, NEXT } from './effects'

const rollout = { candidate: '1.1.0', traffic: 10 }

it('says who gets what when an environment goes back to a composition', () => {
  const parts = { events: state(rollout), quiz: state(), shell: state() }
  expect(effectsOfRestoring(parts, { events: '1.0.0', quiz: '0.9.0', news: '3.0.0' })).toEqual([
    `events: 10 % of visitors go back from the candidate 1.1.0 to 1.0.0 ${NEXT}, and its rollout ends; 90 % have 1.0.0 already.`,
    'news 3.0.0 is live again, for all visitors (100 %).',
    `quiz: all visitors (100 %) get 0.9.0 instead of 1.0.0 ${NEXT}.`,
    'shell 1.0.0 is no longer live: all visitors (100 %) lose its pages.',
  ])
  const running = { events: state({ candidate: '1.1.0', traffic: 60 }) }
  expect(effectsOfRestoring(running, { events: '1.1.0' })).toEqual([
    `events: 40 % of visitors get 1.1.0 instead of 1.0.0 ${NEXT}; 60 % have it already, and its rollout ends.`,
  ])
  expect(effectsOfRestoring(running, { events: '0.9.0' })).toEqual([
    `events: 40 % of visitors get 0.9.0 instead of 1.0.0 ${NEXT}.`,
    'events: 60 % change from the candidate 1.1.0 to 0.9.0, and its rollout ends.',
  ])
  expect(effectsOfRestoring(running, {})[1]).toBe('The rollout of events 1.1.0 ends.')
  expect(effectsOfRestoring({ quiz: state() }, { quiz: '1.0.0' })).toEqual([
    'Exactly this is live for everybody: nothing changes.',
  ])
})
