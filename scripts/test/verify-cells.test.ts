import { expect, it } from 'vitest'
import { EXPECTED, EXPECTED_ON_SERVER } from './verify-cells'

// Rows are found by words of their names: one row for two of these would hide that the other one is missing.
it('no cell is expected by words that another one has, too', () => {
  const names = [...EXPECTED, ...EXPECTED_ON_SERVER]
  expect(names.filter((name, at) => names.some((other, n) => n !== at && other.includes(name)))).toEqual([])
})
