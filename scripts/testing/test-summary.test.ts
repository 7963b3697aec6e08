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

it('names what failed, so that nobody has to look for it in all that was printed', () => {
  const api = { name: 'API', count: { passed: 3, failed: 1, skipped: 0 }, ms: 1000 }
  expect(summary([api], [{ what: 'a queue › is fair', note: 'Error: it was not' }]).split('\n')).toEqual([
    'API                  3 passed, 1 failed, 1.0 s',
    '',
    'failed: a queue › is fair',
    '    Error: it was not',
    '',
    '3 passed, 1 failed',
    '',
  ])
})
