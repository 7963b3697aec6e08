import { expect, it } from 'vitest'
import { summary } from './test-summary'

it('ends with exactly what passed and failed; skipped tests are in the line of their kind', () => {
  const lines = summary([
    { name: 'unit', count: { passed: 12, failed: 0, skipped: 0 }, ms: 3456 },
    { name: 'API', count: { passed: 3, failed: 1, skipped: 2 }, ms: 20_000 },
  ]).split('\n')
  expect(lines).toEqual([
    'unit                 12 passed, 0 failed, 3.5 s',
    'API                  3 passed, 1 failed, 2 skipped, 20.0 s',
    '',
    '15 passed, 1 failed',
    '',
  ])
})
