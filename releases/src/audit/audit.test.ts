import { afterEach, expect, it, vi } from 'vitest'
import { anonymousAllowance } from './audit'

afterEach(() => void vi.useRealTimers())

it('records a limited number of refusals of anonymous clients a minute', () => {
  let clock = 0
  const allowed = anonymousAllowance(3, () => clock)
  expect([allowed(), allowed(), allowed(), allowed()]).toEqual([true, true, true, false])
  clock = 59_999
  expect(allowed()).toBe(false)
  clock = 60_000
  expect(allowed()).toBe(true)
})

it('records again after a minute although the clock was put back', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: 7_200_000 })
  const allowed = anonymousAllowance(1)
  expect([allowed(), allowed()]).toEqual([true, false])
  vi.setSystemTime(3_600_000)
  vi.advanceTimersByTime(60_000)
  expect(allowed()).toBe(true)
})
