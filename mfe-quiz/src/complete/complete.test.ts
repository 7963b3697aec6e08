import { expect, it } from 'vitest'
import { timeLeft } from './complete'

const then = Date.UTC(2027, 11, 10, 12)

it.each([
  [1, { days: 0, hours: 0, minutes: 0, seconds: 1 }],
  [60_000, { days: 0, hours: 0, minutes: 1, seconds: 0 }],
  [90_061_000, { days: 1, hours: 1, minutes: 1, seconds: 1 }],
  [400 * 86_400_000, { days: 400, hours: 0, minutes: 0, seconds: 0 }],
])('%d ms before', (before, left) => {
  expect(timeLeft(then - before, then)).toEqual(left)
})

it('ends at that moment and stays so', () => {
  expect(timeLeft(then, then)).toBeUndefined()
  expect(timeLeft(then + 1e9, then)).toBeUndefined()
})
