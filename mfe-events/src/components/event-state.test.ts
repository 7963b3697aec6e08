import { expect, test } from 'vitest'
import { stateOf } from './event-state'

const days = { date_from: '2027-04-17', date_to: '2027-04-18' }

const form = 'run-entry'

test.each([
  ['2027-01-01', true, form, 'open'],
  ['2027-01-01', false, form, 'closed'],
  ['2027-01-01', true, null, 'none'],
  ['2027-04-18', true, form, 'open'],
  ['2027-04-19', true, form, 'over'],
  ['2027-04-19', false, null, 'over'],
])('on %s, with open %s and the form %s, the state is %s', (day, open, form, state) => {
  expect(stateOf({ ...days, open, form }, day)).toBe(state)
})

test('an event with one date ends on it, an event without dates never ends', () => {
  expect(stateOf({ form, open: true, date_from: '2027-04-17', date_to: '' }, '2027-04-18')).toBe('over')
  expect(stateOf({ form, open: false, date_from: '', date_to: '' }, '2027-04-18')).toBe('closed')
})

test('an event that ends before it begins is over after its first day, as in its dates and calendar entry', () => {
  const reversed = { form, open: true, date_from: '2027-04-17', date_to: '2027-04-01' }
  expect(['2027-04-10', '2027-04-17', '2027-04-18'].map((day) => stateOf(reversed, day))).toEqual([
    'open',
    'open',
    'over',
  ])
})
