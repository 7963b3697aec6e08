import type { Sample } from '@marram/release-contract/calls/evidence'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { probabilityOfMore } from './fisher'

const compare = (one: Sample, other: Sample) => probabilityOfMore([{ one, other }])

// R: fisher.test(matrix(c(failures, loads - failures, …), 2, byrow = TRUE), alternative = "greater")
it.each([
  // Fisher's own tea, and tables that are computed by hand: C(10,8) C(10,2) … / C(20,10).
  [{ loads: 4, failures: 3 }, { loads: 4, failures: 1 }, 17 / 70],
  [{ loads: 4, failures: 4 }, { loads: 4, failures: 0 }, 1 / 70],
  [{ loads: 10, failures: 10 }, { loads: 10, failures: 0 }, 1 / 184_756],
  [{ loads: 10, failures: 9 }, { loads: 10, failures: 1 }, 101 / 184_756],
  [{ loads: 5, failures: 0 }, { loads: 5, failures: 0 }, 1],
  [{ loads: 5, failures: 0 }, { loads: 5, failures: 5 }, 1],
])('for %j and %j it is %f', (one, other, expected) => {
  expect(compare(one, other)).toBeCloseTo(expected, 10)
})

it('is a probability, and decreases with the number of failures', () => {
  const loads = fc.integer({ min: 1, max: 300 })
  fc.assert(
    fc.property(loads, loads, fc.double({ min: 0, max: 1, noNaN: true }), (first, second, share) => {
      const other = { loads: second, failures: Math.floor(second * share) }
      let before = 1 + 1e-9
      for (const failures of [0, Math.floor(first / 2), first]) {
        const p = compare({ loads: first, failures }, other)
        expect(p).toBeGreaterThanOrEqual(0)
        expect(p).toBeLessThanOrEqual(before)
        before = p + 1e-9
      }
    }),
    { numRuns: 200 },
  )
})

it('multiplies the probabilities of separate periods', () => {
  const tea = { one: { loads: 4, failures: 4 }, other: { loads: 4, failures: 0 } }
  const nothing = { one: { loads: 900, failures: 0 }, other: { loads: 5, failures: 0 } }
  const alone = { one: { loads: 7, failures: 7 }, other: { loads: 0, failures: 0 } }
  expect(probabilityOfMore([tea, nothing, tea, alone])).toBeCloseTo(1 / 70 ** 2, 12)
  expect(probabilityOfMore([])).toBe(1)
})

it('is nearly the same for many failures with the approximation', () => {
  const million = { loads: 5_000_000, failures: 5_000 }
  expect(compare(million, million)).toBeCloseTo(0.5, 1)
  expect(compare({ ...million, failures: 8_000 }, million)).toBeLessThan(1e-6)
  expect(compare({ ...million, failures: 3_000 }, million)).toBeGreaterThan(0.999)
  const span = { one: { loads: 400, failures: 24 }, other: { loads: 4000, failures: 176 } }
  const [exact, approximate] = [10, 11].map((spans) => probabilityOfMore(new Array(spans).fill(span)))
  // One more span lowers the probability by less than an order of magnitude: both formulas agree there.
  expect(approximate).toBeLessThan(exact as number)
  expect(approximate).toBeGreaterThan((exact as number) / 10)
})

it('compares large samples too, with few failures', () => {
  const many = { loads: 5_000_000, failures: 40 }
  expect(compare(many, many)).toBeGreaterThan(0.4)
  expect(compare({ ...many, failures: 90 }, many)).toBeLessThan(1e-4)
})
