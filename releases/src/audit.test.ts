import { expect, it } from 'vitest'
import { strangerAllowance } from './audit'

it('writes down so many refusals of strangers a minute and no more', () => {
  let clock = 0
  const allowed = strangerAllowance(3, () => clock)
  expect([allowed(), allowed(), allowed(), allowed()]).toEqual([true, true, true, false])
  clock = 59_999
  expect(allowed()).toBe(false)
  clock = 60_000
  expect(allowed()).toBe(true)
})
