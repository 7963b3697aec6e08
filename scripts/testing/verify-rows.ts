import type { JsonTestResults } from 'vitest/node'
import type { BrowserTest, Suite } from './test-tools'

/** The result of one cell of the table. */
export type Row = { what: string; status: 'held' | 'failed' | 'not done'; note: string }

/** Expected tests that did not run, and tests that were skipped without a reason, which would otherwise go unnoticed. */
export const gaps = (rows: Row[], expected: string[]): Row[] =>
  rows.filter(
    ({ what, status, note }) => status === 'not done' && (note === '' || expected.some((name) => what.includes(name))),
  )

/** Rows for what was expected, by words of its name, and did not come at all. */
export const missingRows = (rows: Row[], expected: string[]): Row[] =>
  expected
    .filter((name) => !rows.some(({ what }) => what.includes(name)))
    .map((what) => ({ what, status: 'not done', note: '' }))

/** A row for each test in the browser; what it noted as a `cell` stands beside it. */
export function browserRows({ suites = [] }: Pick<Suite, 'suites'>, above: string[] = []): Row[] {
  return suites.flatMap((suite) => {
    const { title = '', file, specs = [] } = suite
    // A file's own suite is called by its name.
    const path = title === file ? above : [...above, title]
    const own = specs.flatMap((spec) => spec.tests.map((test) => rowOf([...path, spec.title].join(' › '), test)))
    return [...own, ...browserRows(suite, path)]
  })
}

function rowOf(what: string, { status, results, annotations = [] }: BrowserTest): Row {
  const last = results.at(-1)
  const notes = [...annotations, ...(last?.annotations ?? [])]
  const noted = (kind: string) => [
    ...new Set(notes.flatMap(({ type, description }) => (type === kind && description ? [description] : []))),
  ]
  if (status === 'skipped') return { what, status: 'not done', note: noted('skip').join(', ') }
  if (status === 'expected' || status === 'flaky') return { what, status: 'held', note: noted('cell').join(', ') }
  const reason = firstLine(last?.error?.message ?? last?.status ?? 'it did not end')
  return { what, status: 'failed', note: [...noted('cell'), reason].join(', ') }
}

/** The same of what is slow and rare; journeys of visitors are many: what held of them is one row a file. */
export const rareRows = ({ suites = [] }: Pick<Suite, 'suites'>): Row[] =>
  suites.flatMap((suite) => {
    const { file: what = '' } = suite
    const rows = browserRows({ suites: [suite] })
    if (!what.startsWith('journeys/')) return rows
    const others = rows
      .filter(({ status }) => status !== 'held')
      .map((row) => ({ ...row, what: `${what} › ${row.what}` }))
    const held = rows.length - others.length
    return held > 0 ? [{ what, status: 'held' as const, note: `${held} held` }, ...others] : others
  })

/** The same for Vitest, which does not report why a test was skipped: `reasons` does, by the end of its file's name. */
export function vitestRows(
  { testResults }: Pick<JsonTestResults, 'testResults'>,
  reasons: Record<string, string> = {},
): Row[] {
  return testResults.flatMap(({ name, status: ofFile, message, assertionResults }) => {
    const broken: Row[] = [{ what: name.split('/').at(-1) ?? name, status: 'failed', note: firstLine(message) }]
    if (assertionResults.length === 0) return ofFile === 'failed' ? broken : []
    const reason = Object.entries(reasons).find(([file]) => name.endsWith(file))?.[1] ?? ''
    return assertionResults.map(({ ancestorTitles, title, status, failureMessages }): Row => {
      const what = [...ancestorTitles, title].join(' › ')
      if (status === 'passed') return { what, status: 'held', note: '' }
      if (status === 'failed') return { what, status: 'failed', note: firstLine(failureMessages?.[0] ?? '') }
      return { what, status: 'not done', note: reason }
    })
  })
}

/** Control characters colour terminals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
const firstLine = (text: string) => (text.replace(/\u001b\[[\d;]*m/g, '').split('\n', 1)[0] ?? '').slice(0, 200)

const cellText = (text: string) => text.replace(/\|/g, '\\|').replace(/\s+/g, ' ')

export const table = (rows: Row[]): string =>
  [
    '| what was broken or tried | | what came of it |',
    '| --- | --- | --- |',
    ...rows.map(({ what, status, note }) => `| ${cellText(what)} | ${status} | ${cellText(note)} |`),
  ].join('\n')
