import { expect, it } from 'vitest'
import { inWords, ratio, ratioOfCost } from './load'

const rounds = (core: number, ...speeds: number[]) => speeds.map((speed) => ({ speed, core }))

it('measures the cost of a response, and whether the server was the bottleneck', () => {
  expect(inWords(rounds(1, 10_000, 8000, 12_000))).toBe(
    '10,000 (8,000–12,000); 100 µs of processor time each, 100 % of a core',
  )
  expect(inWords(rounds(0.5, 10_000))).toBe(
    '10,000 (10,000–10,000); 50 µs of processor time each, 50 % of a core, so it could have done more',
  )
})

it('compares medians of requests a second', () => {
  expect(ratio({ ours: rounds(1, 100, 200, 900), yardstick: rounds(0.3, 400) })).toBe(0.5)
})

it('by processor time the idle time of a server does not matter', () => {
  expect(ratioOfCost({ ours: rounds(1, 100), yardstick: rounds(0.25, 100) })).toBe(0.25)
})
