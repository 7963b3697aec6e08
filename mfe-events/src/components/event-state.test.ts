import { expect, test } from 'vitest'
import { eventState } from './event-state'

const days = { date_from: '2027-04-17', date_to: '2027-04-18' }

test.each([
  ['2027-01-01', true, 'open'],
  ['2027-01-01', false, 'closed'],
  ['2027-04-18', true, 'open'],
  ['2027-04-19', true, 'over'],
  ['2027-04-19', false, 'over'],
])('on %s, with open %s, it is %s', (day, open, state) => {
  expect(eventState({ ...days, open }, day)).toBe(state)
})

test('what has one date ends on it, what has none never does', () => {
  expect(eventState({ open: true, date_from: '2027-04-17', date_to: '' }, '2027-04-18')).toBe('over')
  expect(eventState({ open: false, date_from: '', date_to: '' }, '2027-04-18')).toBe('closed')
})

test('what ends before it begins is over after its one day, as its dates and calendar entry say', () => {
  const reversed = { open: true, date_from: '2027-04-17', date_to: '2027-04-01' }
  expect(['2027-04-10', '2027-04-17', '2027-04-18'].map((day) => eventState(reversed, day))).toEqual([
    'open',
    'open',
    'over',
  ])
})
