import { expect, it } from 'vitest'
import { lineOf } from './version-figures'

it('draws evidence upwards, by time, and never beyond its frame', () => {
  const at = (minutes: number, p: number) => ({ minute: new Date(minutes * 60_000).toISOString(), p })
  expect(lineOf([at(0, 1), at(1, 0.1), at(4, 1e-99)])).toBe('0,60 60,45 240,0')
  expect(lineOf([at(5, 0.01), at(5, 0.01)])).toBe('0,30 0,30')
})
