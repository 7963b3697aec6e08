import { expect, it } from 'vitest'
import { bucketsOf } from './version-figures'

const at = (minute: number, loads: number, failures = 0) => ({
  minute: new Date(Date.UTC(2026, 4, 1, 12, minute)).toISOString(),
  loads,
  failures,
})

it('has a column for each minute of an hour', () => {
  const buckets = bucketsOf([at(1, 5, 1), at(59, 2)], '2026-05-01T12:00:30Z', 1)
  expect(buckets).toHaveLength(61)
  expect([buckets[1], buckets[59]]).toMatchObject([
    { loads: 5, failures: 1 },
    { loads: 2, failures: 0 },
  ])
})

it('merges the minutes of a longer period, and loses none', () => {
  const minutes = Array.from({ length: 24 * 60 }, (_, i) => at(i, 1, i % 2))
  const buckets = bucketsOf(minutes, '2026-05-01T12:00:00Z', 24)
  expect(buckets).toHaveLength(61)
  expect(buckets[0]).toMatchObject({ loads: 24, failures: 12 })
  expect(buckets.reduce((sum, { loads }) => sum + loads, 0)).toBe(24 * 60)
})
