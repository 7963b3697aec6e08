import { describe, expect, it } from 'vitest'
import type { BrowserTest } from './test-tools'
import { EXPECTED } from './verify-cells'
import { browserRows, isComplete, missingRows, notDone, type Row, table, vitestRows } from './verify-rows'

const spec = (
  title: string,
  status: string,
  results: BrowserTest['results'],
  annotations: BrowserTest['annotations'] = [],
) => ({
  title,
  tests: [{ status, results, annotations }],
})
const browser = {
  stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 2 },
  suites: [
    {
      title: 'verify/fault-matrix.spec.ts',
      file: 'verify/fault-matrix.spec.ts',
      specs: [
        spec('entry × 404', 'expected', [
          { status: 'passed', annotations: [{ type: 'cell', description: 'the last good version' }] },
        ]),
        spec('entry × hang', 'unexpected', [
          { status: 'failed', error: { message: '\u001b[31mError: not visible\u001b[39m\n  at line' } },
        ]),
      ],
      suites: [
        {
          title: 'outages',
          file: 'verify/fault-matrix.spec.ts',
          specs: [
            spec('database', 'skipped', [{ status: 'skipped' }], [{ type: 'skip', description: 'no PostgreSQL' }]),
            spec('API', 'skipped', []),
          ],
        },
      ],
    },
  ],
}
const vitest = {
  numPassedTests: 1,
  numFailedTests: 1,
  numPendingTests: 1,
  testResults: [
    {
      name: '/marram/api/src/kill.test.ts',
      status: 'failed' as const,
      assertionResults: [
        { ancestorTitles: ['an API'], title: 'loses nothing', status: 'passed', failureMessages: [] },
        { ancestorTitles: [], title: 'answers', status: 'failed', failureMessages: ['Error: 500\n at x'] },
      ],
    },
    {
      name: '/marram/shared/disk-full.test.ts',
      status: 'passed' as const,
      assertionResults: [{ ancestorTitles: ['a full disk'], title: 'is told', status: 'skipped', failureMessages: [] }],
    },
    {
      name: '/marram/broken.test.ts',
      status: 'failed' as const,
      message: 'no such module\nat x',
      assertionResults: [],
    },
  ],
}

describe('the table', () => {
  it('has every cell of the browser: what held, what failed and what was not done', () => {
    expect(browserRows(browser)).toEqual([
      { what: 'entry × 404', status: 'held', said: 'the last good version' },
      { what: 'entry × hang', status: 'failed', said: 'Error: not visible' },
      { what: 'outages › database', status: 'not done', said: 'no PostgreSQL' },
      { what: 'outages › API', status: 'not done', said: '' },
    ])
  })

  it('has every test that breaks a process or a disk, and files that could not be loaded', () => {
    expect(vitestRows(vitest, { 'disk-full.test.ts': 'no small disk here' })).toEqual([
      { what: 'an API › loses nothing', status: 'held', said: '' },
      { what: 'answers', status: 'failed', said: 'Error: 500' },
      { what: 'a full disk › is told', status: 'not done', said: 'no small disk here' },
      { what: 'broken.test.ts', status: 'failed', said: 'no such module' },
    ])
  })

  it('stays a table whatever is said', () => {
    expect(table([{ what: 'a|b', status: 'held', said: 'one\ntwo' }])).toContain('| a\\|b | held | one two |')
  })
})

describe('a run', () => {
  const row = (status: Row['status'], said: string): Row => ({ what: 'entry × 404', status, said })
  it.each<[boolean, Row[]]>([
    [true, [row('held', '')]],
    [true, [row('held', ''), row('not done', 'PostgreSQL is not installed')]],
    [false, [row('held', ''), row('not done', '')]],
    [false, [row('held', ''), row('failed', 'Error')]],
    [false, []],
  ])('is complete: %s', (complete, rows) => expect(isComplete(rows)).toBe(complete))

  it('is not complete without a cell that was expected, and names it', () => {
    const rows: Row[] = EXPECTED.map((what) => ({ what: `verify › ${what}`, status: 'held', said: '' }))
    expect(isComplete(rows, EXPECTED)).toBe(true)
    const without = rows.filter(({ what }) => !what.endsWith('style × hang'))
    expect(isComplete(without, EXPECTED)).toBe(false)
    expect(missingRows(without, EXPECTED)).toEqual([{ what: 'style × hang', status: 'not done', said: '' }])
  })

  it('is not complete where something that was expected could not be done here', () => {
    const rows: Row[] = EXPECTED.map((what) => ({ what, status: 'held', said: '' }))
    const all = rows.map((each) =>
      each.what === 'a full disk › ' ? { ...each, status: 'not done' as const, said: 'no small disk' } : each,
    )
    expect(isComplete(all, EXPECTED)).toBe(false)
    expect(notDone(all, EXPECTED)).toEqual([{ what: 'a full disk › ', status: 'not done', said: 'no small disk' }])
  })

  it('is expected to have all cells of the fault matrix', () => {
    expect(EXPECTED.filter((name) => name.includes(' × '))).toHaveLength(58)
  })
})
