import { expect, test } from 'vitest'
import { eventState, timing } from './event-state'

const days = { first: '2027-04-17', last: '2027-04-18' }

test.each([
  ['2027-01-01', true, 'run-entry', 'open'],
  ['2027-01-01', true, null, 'none'],
  ['2027-01-01', true, '', 'none'],
  ['2027-01-01', false, 'run-entry', 'closed'],
  ['2027-01-01', false, null, 'none'],
  ['2027-04-18', true, 'run-entry', 'open'],
  ['2027-04-19', true, 'run-entry', 'over'],
  ['2027-04-19', false, null, 'over'],
])('on %s, with open %s and the form %s, an event is %s', (day, open, form, state) => {
  expect(eventState({ open, form }, days, day)).toBe(state)
})

test('an event without days is never over', () => {
  expect(eventState({ open: true, form: 'run-entry' }, undefined, '2027-04-19')).toBe('open')
  expect(timing(undefined, '2027-04-19')).toBe('now')
})

test.each([
  ['2027-04-16', 'coming'],
  ['2027-04-17', 'now'],
  ['2027-04-18', 'now'],
  ['2027-04-19', 'over'],
])('on %s it is %s', (day, time) => expect(timing(days, day)).toBe(time))
