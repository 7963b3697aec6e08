import { expect, test } from 'vitest'
import { calendarDay, daysFrom, longDate, longDateWithWeekday, momentOf, monthAndYear, weekday } from './dates'

test('a day is the same day in every time zone', () => {
  expect(longDate('2027-04-17')).toBe('17 April 2027')
  expect(calendarDay('2027-04-17T23:30:00Z')).toBe('2027-04-17')
  expect(calendarDay('2027-04-17T23:30:00-02:00')).toBe('2027-04-18')
  expect(calendarDay('2027-04-17T23:30:00')).toBe('2027-04-17')
})

test('dates are written in full', () => {
  expect(longDateWithWeekday('2027-04-17')).toBe('Saturday, 17 April 2027')
  expect(monthAndYear('2027-04-17')).toBe('April 2027')
  expect(weekday('2027-04-17')).toBe('Saturday')
})

test("a time is written in the visitor's time zone", () => {
  expect(momentOf(new Date(2026, 10, 3, 4, 5).getTime())).toBe('3 November 2026 at 04:05')
})

test.each([undefined, null, '', 'soon', '17.04.2027'])('%s is not a date and is written as nothing', (value) => {
  expect(longDate(value)).toBe('')
})

test.each([
  ['2027-04-17', '2027-04-18', '2027-04-17 2027-04-18'],
  ['2027-04-17', '2027-04-17T18:00:00Z', '2027-04-17 2027-04-17'],
  ['2027-04-17', '', '2027-04-17 2027-04-17'],
  [null, '2027-04-18', '2027-04-18 2027-04-18'],
  ['2027-04-17', '2027-04-01', '2027-04-17 2027-04-17'],
  ['soon', undefined, undefined],
])('an event from %s to %s is on these days', (from, to, days) => {
  const found = daysFrom(from, to)
  expect(found && `${found.first} ${found.last}`).toBe(days)
})
