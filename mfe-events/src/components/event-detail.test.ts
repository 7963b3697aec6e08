import { expect, test } from 'vitest'
import { calendarEntry } from './event-detail'

const run = { title: 'Run', date_from: '2027-04-17', date_to: '2027-04-18', place: 'Gate 2' }
const words = 'Two days.'

test('a calendar entry has the days of its event', () => {
  expect(calendarEntry(run, '/sports-details/run', words)).toMatchObject({
    title: 'Run',
    place: 'Gate 2',
    description: 'Two days.',
    start: '2027-04-17',
    end: '2027-04-18',
  })
})

test('a one-day event has no made-up hours', () => {
  const day = { ...run, date_to: run.date_from }
  expect(calendarEntry(day, '/', words)).toMatchObject({ start: '2027-04-17', end: '2027-04-17' })
})

test('invalid dates create no wrong entry', () => {
  expect(calendarEntry({ ...run, date_from: '', date_to: 'soon' }, '/', words)).toBeUndefined()
  expect(calendarEntry({ ...run, date_from: '' }, '/', '')).toMatchObject({ start: '2027-04-18' })
  expect(calendarEntry({ ...run, date_to: '2027-01-01' }, '/', '')).toMatchObject({ end: '2027-04-17' })
})
