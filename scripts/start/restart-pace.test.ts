import { expect, it } from 'vitest'
import { RestartPace } from './restart-pace'

it('waits longer and longer, up to ten seconds, and from the start again after a service was steady', () => {
  let now = 0
  const pace = new RestartPace(() => now)
  const waits = (times: number) => Array.from({ length: times }, () => pace.ended())
  expect(waits(7)).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000])
  pace.ready()
  now += 5000
  expect(waits(1)).toEqual([10_000])
  pace.ready()
  now += 30_000
  expect(waits(2)).toEqual([500, 1000])
})

it('has the same words once, and again after the service was steady', () => {
  let now = 0
  const pace = new RestartPace(() => now)
  expect(['a', 'a', 'b', 'a'].map((words) => pace.isNews(words))).toEqual([true, false, true, false])
  pace.ready()
  now += 30_000
  pace.ended()
  expect(pace.isNews('a')).toBe(true)
})
