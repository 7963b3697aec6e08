import { expect, it } from 'vitest'
import { generator } from '../chance'
import { drawn, judgedAfter } from './judging'

it('draws as many as it should on average, and never more than there are', () => {
  const random = generator(1)
  for (const [of, probability] of [
    [100, 0.5],
    [90, 0.005],
    [7, 0.2],
    [0, 0.3],
  ] as const) {
    const all = Array.from({ length: 20_000 }, () => drawn(of, probability, random))
    expect(Math.max(...all)).toBeLessThanOrEqual(of)
    const mean = all.reduce((sum, each) => sum + each, 0) / all.length
    const deviation = Math.sqrt((of * probability * (1 - probability)) / all.length)
    expect(Math.abs(mean - of * probability)).toBeLessThanOrEqual(5 * deviation)
  }
})

it('finds a bad candidate, and not one that fails as often as the stable version', () => {
  const random = generator(2)
  const usual = { loads: 100, share: 0.5, minutes: 60, fails: 0.005, usual: 0.005 }
  expect(judgedAfter(usual, random)).toBeUndefined()
  expect(judgedAfter({ ...usual, fails: 0.5 }, random)).toBeLessThan(5)
})
