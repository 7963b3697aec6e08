import { expect, it } from 'vitest'
import { secondsLeft, wordsFor } from './quiz-clock'

const began = Date.UTC(2026, 10, 23, 12)

it.each([
  [0, 1800],
  [1, 1800],
  [1000, 1799],
  [1_799_001, 1],
  [1_800_000, 0],
  [9e9, 0],
  [-60_000, 1800],
])('%d ms after its start a clock of 30 minutes has %d seconds left', (passed, left) => {
  expect(secondsLeft(30, began, began + passed)).toBe(left)
})

it('announces the remaining time a few times, and that nothing is lost at the end', () => {
  const said = Array.from({ length: 1801 }, (_, i) => wordsFor(1800 - i, 30))
  expect([...new Set(said)]).toEqual([
    '',
    '10 minutes left, or less.',
    '5 minutes left, or less.',
    'The last minute.',
    'The time is over. Nothing is lost, and you can still submit your answers.',
  ])
  expect([601, 600, 300, 60].map((left) => wordsFor(left, 30))).toEqual([
    '',
    '10 minutes left, or less.',
    '5 minutes left, or less.',
    'The last minute.',
  ])
  // A clock of ten minutes does not begin with a warning.
  expect(wordsFor(600, 10)).toBe('')
})
