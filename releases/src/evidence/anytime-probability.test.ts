import type { Sample } from '@marram/release-contract/calls/evidence'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { probabilityOfMargin, probabilityOfMore } from './anytime-probability'

const compare = (one: Sample, other: Sample) => probabilityOfMore([{ one, other }])

it('is certain of nothing without failures, and without anything to compare with', () => {
  expect(probabilityOfMore([])).toBe(1)
  expect(compare({ loads: 5, failures: 0 }, { loads: 5, failures: 0 })).toBe(1)
  expect(compare({ loads: 50, failures: 50 }, { loads: 0, failures: 0 })).toBe(1)
  expect(compare({ loads: 5, failures: 0 }, { loads: 5, failures: 5 })).toBe(1)
})

it('is a probability, and decreases with the number of failures of the first', () => {
  const loads = fc.integer({ min: 1, max: 5_000_000 })
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

/** How probable each number of failures of the first is if both fail alike: the hypergeometric distribution. */
function chances(first: number, second: number, failures: number): { failures: number; chance: number }[] {
  const least = Math.max(0, failures - second)
  const weights = [1]
  for (let n = least; n < Math.min(failures, first); n++)
    weights.push(
      ((weights.at(-1) as number) * ((failures - n) * (first - n))) / ((n + 1) * (second - failures + n + 1)),
    )
  const all = weights.reduce((sum, each) => sum + each)
  return weights.map((weight, i) => ({ failures: least + i, chance: weight / all }))
}

// By which Ville's inequality holds: what a look may gain by chance is never more than what it may lose.
it('is on average not lower than it may be, for any samples that fail alike', () => {
  const loads = fc.integer({ min: 1, max: 60 })
  fc.assert(
    fc.property(loads, loads, fc.double({ min: 0, max: 1, noNaN: true }), (first, second, part) => {
      const failures = Math.floor((first + second) * part)
      const evidence = chances(first, second, failures).map((each) => {
        const p = compare(
          { loads: first, failures: each.failures },
          { loads: second, failures: failures - each.failures },
        )
        // Where it is 1, the evidence is 1 or less.
        return p < 1 ? each.chance / p : 0
      })
      expect(evidence.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(1 + 1e-9)
    }),
    { numRuns: 500 },
  )
})

it('comes to rest below 0.001 soon after a candidate fails ten times as often', () => {
  const minute = { one: { loads: 20, failures: 1 }, other: { loads: 180, failures: 1 } }
  const after = (minutes: number) => probabilityOfMore(new Array(minutes).fill(minute))
  expect(after(5)).toBeGreaterThan(0.001)
  expect(after(8)).toBeLessThan(0.001)
  expect(after(500)).toBeLessThan(1e-99)
})

it('is not moved by an incident in which one of them has most of the visitors', () => {
  const calm = { one: { loads: 100, failures: 0 }, other: { loads: 900, failures: 0 } }
  const incident = { one: { loads: 90, failures: 9 }, other: { loads: 10, failures: 1 } }
  expect(probabilityOfMore([...new Array(10).fill(calm), ...new Array(10).fill(incident)])).toBe(1)
})

const binomial = (of: number, probability: number): number[] => {
  let chances = [1]
  for (let n = 0; n < of; n += 1)
    chances = [...chances, 0].map(
      (chance, i) => chance * (1 - probability) + (i > 0 ? (chances[i - 1] as number) * probability : 0),
    )
  return chances
}

it('says of a version that fails by the margin that it does not in few cases, for any samples and at any time', () => {
  const loads = fc.integer({ min: 1, max: 40 })
  const part = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(loads, loads, part, part, (first, second, fails, usual) => {
      const probability = 0.05 + 0.95 * fails
      const all = binomial(second, (usual * probability) / 2)
      const evidence = binomial(first, probability).flatMap((chance, failures) =>
        all.map((other, otherFailures) => {
          const p = probabilityOfMargin([
            { one: { loads: first, failures }, other: { loads: second, failures: otherFailures } },
          ])
          return p < 1 ? (chance * other) / p : 0
        }),
      )
      expect(evidence.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(1 + 1e-9)
    }),
    { numRuns: 300 },
  )
})

it('takes loads without failures, or failures of the other, for a version that does not fail by the margin', () => {
  const pOf = (one: Sample, other: Sample) => probabilityOfMargin([{ one, other }])
  expect(probabilityOfMargin([])).toBe(1)
  expect(pOf({ loads: 88, failures: 0 }, { loads: 800, failures: 0 })).toBeGreaterThan(0.05)
  expect(pOf({ loads: 89, failures: 0 }, { loads: 800, failures: 0 })).toBeLessThan(0.05)
  expect(pOf({ loads: 1000, failures: 100 }, { loads: 9000, failures: 900 })).toBeLessThan(0.05)
  expect(pOf({ loads: 1000, failures: 100 }, { loads: 9000, failures: 450 })).toBe(1)
  expect(pOf({ loads: 5_000_000, failures: 0 }, { loads: 5, failures: 0 })).toBe(0)
})
