import { describe, expect, it } from 'vitest'
import { RARE_CELLS } from '../../e2e/verify/rare/cells'
import type { BrowserTest } from './test-tools'
import { EXPECTED } from './verify-cells'
import { browserRows, gaps, missingRows, type Row, rareRows, table, vitestRows } from './verify-rows'

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
const assertion = (title: string, status: 'passed' | 'failed' | 'skipped', above: string[] = [], failure?: string) => ({
  ancestorTitles: above,
  title,
  fullName: [...above, title].join(' '),
  status,
  failureMessages: failure ? [failure] : [],
  meta: {},
  tags: [],
})
const file = (name: string, status: 'passed' | 'failed', assertions: ReturnType<typeof assertion>[], message = '') => ({
  name: `/marram/${name}`,
  status,
  message,
  startTime: 0,
  endTime: 0,
  assertionResults: assertions,
})
const vitest = {
  testResults: [
    file('api/src/kill.test.ts', 'failed', [
      assertion('loses nothing', 'passed', ['an API']),
      assertion('answers', 'failed', [], 'Error: 500\n at x'),
    ]),
    file('shared/disk-full.test.ts', 'passed', [assertion('is reported', 'skipped', ['a full disk'])]),
    file('broken.test.ts', 'failed', [], 'no such module\nat x'),
  ],
}

describe('the table', () => {
  it('has every cell of the browser: held, failed or not done', () => {
    expect(browserRows(browser)).toEqual([
      { what: 'entry × 404', status: 'held', note: 'the last good version' },
      { what: 'entry × hang', status: 'failed', note: 'Error: not visible' },
      { what: 'outages › database', status: 'not done', note: 'no PostgreSQL' },
      { what: 'outages › API', status: 'not done', note: '' },
    ])
  })

  it('has slow and rare tests: a row for each test that held, and one for a whole file of journeys', () => {
    const held = (title: string) => spec(title, 'expected', [{ status: 'passed' }])
    const failed = (title: string) => spec(title, 'unexpected', [{ status: 'failed', error: { message: 'Error' } }])
    const file = (name: string, specs: ReturnType<typeof spec>[]) => ({ title: name, file: name, specs })
    const suites = [
      file('verify/rare/not-public.spec.ts', [held('server builds are not for visitors'), failed('nor source maps')]),
      file('journeys/account.spec.ts', [held('a clock that is wrong'), failed('a lost answer'), held('a swap')]),
      file('journeys/quiz.spec.ts', [failed('a name'), spec('results', 'skipped', [])]),
    ]
    expect(rareRows({ suites })).toEqual([
      { what: 'server builds are not for visitors', status: 'held', note: '' },
      { what: 'nor source maps', status: 'failed', note: 'Error' },
      { what: 'journeys/account.spec.ts', status: 'held', note: '2 held' },
      { what: 'journeys/account.spec.ts › a lost answer', status: 'failed', note: 'Error' },
      { what: 'journeys/quiz.spec.ts › a name', status: 'failed', note: 'Error' },
      { what: 'journeys/quiz.spec.ts › results', status: 'not done', note: '' },
    ])
  })

  it('has every test that kills a process or fills a disk, and files that could not be loaded', () => {
    expect(vitestRows(vitest, { 'disk-full.test.ts': 'no small disk here' })).toEqual([
      { what: 'an API › loses nothing', status: 'held', note: '' },
      { what: 'answers', status: 'failed', note: 'Error: 500' },
      { what: 'a full disk › is reported', status: 'not done', note: 'no small disk here' },
      { what: 'broken.test.ts', status: 'failed', note: 'no such module' },
    ])
  })

  it('stays a table whatever a note contains', () => {
    expect(table([{ what: 'a|b', status: 'held', note: 'one\ntwo' }])).toContain('| a\\|b | held | one two |')
  })
})

describe('a run', () => {
  const all = EXPECTED.map((what): Row => ({ what: `verify › ${what}`, status: 'held', note: '' }))
  const extra = (status: Row['status'], note: string): Row => ({ what: 'entry × 404', status, note })

  it('has a full table when all expected cells were done', () => {
    expect(missingRows(all, EXPECTED)).toEqual([])
    expect(gaps(all, EXPECTED)).toEqual([])
  })

  it('needs a reason for anything else that was left out', () => {
    expect(gaps([...all, extra('not done', 'PostgreSQL is not installed')], EXPECTED)).toEqual([])
    expect(gaps([...all, extra('not done', '')], EXPECTED)).toEqual([extra('not done', '')])
  })

  it('has a gap when an expected cell is missing, and names it', () => {
    const without = all.filter(({ what }) => !what.endsWith('style × hang'))
    const missing = missingRows(without, EXPECTED)
    expect(missing).toEqual([{ what: 'style × hang', status: 'not done', note: '' }])
    expect(gaps([...without, ...missing], EXPECTED)).toEqual(missing)
  })

  it('has a gap when an expected cell could not be done here, whatever the reason', () => {
    const left: Row = { what: 'a full disk › ', status: 'not done', note: 'no small disk' }
    const rows = all.map((each) => (each.what.includes(left.what) ? left : each))
    expect(gaps(rows, EXPECTED)).toEqual([left])
  })

  it('has a gap when a slow and rare test was not run, such as one of the gate in a browser', () => {
    for (const title of [
      'an edition that breaks “shifts”',
      'of the console but a redirect to it',
      'journeys/account.spec.ts',
    ]) {
      const without = all.filter(({ what }) => !what.includes(title))
      expect(all.length - without.length).toBe(1)
      expect(missingRows(without, EXPECTED)).toEqual([
        { what: expect.stringContaining(title), status: 'not done', note: '' },
      ])
    }
  })

  it('expects all cells of the fault matrix', () => {
    expect(EXPECTED.filter((name) => name.includes(' × '))).toHaveLength(58)
  })

  it('expects all kinds of bad releases of the thirty', () => {
    const rare = Object.values(RARE_CELLS).flat()
    expect(EXPECTED.filter((name) => name.startsWith('a release that ') && !rare.includes(name))).toHaveLength(10)
  })
})
