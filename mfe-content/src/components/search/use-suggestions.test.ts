import { expect, test } from 'vitest'
import { waitBefore } from './use-suggestions'

/** The number of calls for letters typed at these times. Each letter replaces a waiting call. */
function calls(letters: number[]): number {
  let lastAsked = Number.NEGATIVE_INFINITY
  let asked = 0
  letters.forEach((now, i) => {
    const at = now + waitBefore(now, lastAsked)
    const next = letters[i + 1] ?? Number.POSITIVE_INFINITY
    if (at >= next) return
    lastAsked = at
    asked += 1
  })
  return asked
}
const tenLetters = (everyMs: number) => Array.from({ length: 10 }, (_, i) => i * everyMs)

test('the first letters are searched for as soon as typing stops', () => {
  expect(waitBefore(1000, Number.NEGATIVE_INFINITY)).toBe(150)
})

test.each([
  [60, 1],
  [120, 1],
])('a word of ten letters, one every %i ms, makes one call', (everyMs, expected) => {
  expect(calls(tenLetters(everyMs))).toBe(expected)
})

test.each([160, 200, 250])('a word of ten letters, one every %i ms, makes at most four calls', (everyMs) => {
  expect(calls(tenLetters(everyMs))).toBeLessThanOrEqual(4)
  expect(calls(tenLetters(everyMs))).toBeGreaterThan(1)
})
