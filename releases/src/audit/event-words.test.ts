import { expect, it } from 'vitest'
import { didWords, stateText } from './event-words'

it('tells a paused rollout from one that goes on', () => {
  const state = { stable: '1.0.0', candidate: '1.1.0', traffic: 10 }
  expect(stateText({ ...state, strategy: { paused: null } })).toBe('1.0.0, 1.1.0 for 10 %')
  expect(stateText({ ...state, strategy: { paused: { by: 'Ann', left: null } } })).toBe('1.0.0, 1.1.0 for 10 %, paused')
  expect(stateText({ stable: '1.0.0', candidate: null, traffic: 0, strategy: null })).toBe('1.0.0')
  expect(stateText(null)).toBe('-')
})

it('names what is made later, and when', () => {
  expect(stateText({ id: '0123abcd', what: 'promote events 1.1.0', at: '2026-05-01T12:00:00.000Z' })).toBe(
    'promote events 1.1.0, at 2026-05-01T12:00:00.000Z',
  )
})

it('says what was done, or refused', () => {
  expect(didWords({ action: 'rollback', refused: false })).toBe('rolled back to')
  expect(didWords({ action: 'schedule', refused: true })).toBe('was refused to schedule a change of')
  expect(didWords({ action: 'new-one', refused: true })).toBe('was refused to new-one')
})
