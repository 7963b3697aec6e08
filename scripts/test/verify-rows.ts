import type { BrowserReport, Suite, VitestReport } from './test-tools'

/** What came of one cell of the table. */
export type Row = { what: string; status: 'held' | 'failed' | 'not done'; said: string }

/** All of what was expected has to be done; what else is left out needs a reason, or nobody knows of it. */
export const isComplete = (rows: Row[], expected: string[] = []): boolean =>
  rows.length > 0 &&
  missingRows(rows, expected).length === 0 &&
  rows.every(({ status, said }) => status === 'held' || (status === 'not done' && said !== '')) &&
  notDone(rows, expected).length === 0

/** What was expected and left out, with the reason. */
export const notDone = (rows: Row[], expected: string[]): Row[] =>
  rows.filter(({ what, status }) => status === 'not done' && expected.some((name) => what.includes(name)))

/** Rows for what was expected, by words of its name, and did not come at all. */
export const missingRows = (rows: Row[], expected: string[]): Row[] =>
  expected
    .filter((name) => !rows.some(({ what }) => what.includes(name)))
    .map((what) => ({ what, status: 'not done', said: '' }))

/** A row for each test in the browser; what it told as a `cell` stands beside it. */
export function browserRows({ suites = [] }: BrowserReport): Row[] {
  return suites.flatMap((suite) => rowsIn(suite, []))
}

function rowsIn({ title = '', file, specs = [], suites = [] }: Suite, above: string[]): Row[] {
  // A file's own suite is called by its name.
  const path = title === file ? above : [...above, title]
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ status, results, annotations = [] }): Row => {
      const what = [...path, spec.title].join(' › ')
      const last = results.at(-1)
      const notes = [...annotations, ...(last?.annotations ?? [])]
      const said = (kind: string) => [
        ...new Set(notes.flatMap(({ type, description }) => (type === kind && description ? [description] : []))),
      ]
      if (status === 'skipped') return { what, status: 'not done', said: said('skip').join(', ') }
      if (status === 'expected' || status === 'flaky') return { what, status: 'held', said: said('cell').join(', ') }
      const reason = firstLine(last?.error?.message ?? last?.status ?? 'it did not end')
      return { what, status: 'failed', said: [...said('cell'), reason].join(', ') }
    }),
  )
  return [...own, ...suites.flatMap((each) => rowsIn(each, path))]
}

/** The same for Vitest, which does not say why a test was left out: `reasons` does, by the end of its file's name. */
export function vitestRows({ testResults }: VitestReport, reasons: Record<string, string> = {}): Row[] {
  return testResults.flatMap(({ name, status: ofFile, message = '', assertionResults }) => {
    const broken: Row[] = [{ what: name.split('/').at(-1) ?? name, status: 'failed', said: firstLine(message) }]
    if (assertionResults.length === 0) return ofFile === 'failed' ? broken : []
    const reason = Object.entries(reasons).find(([file]) => name.endsWith(file))?.[1] ?? ''
    return assertionResults.map(({ ancestorTitles, title, status, failureMessages }): Row => {
      const what = [...ancestorTitles, title].join(' › ')
      if (status === 'passed') return { what, status: 'held', said: '' }
      if (status === 'failed') return { what, status: 'failed', said: firstLine(failureMessages[0] ?? '') }
      return { what, status: 'not done', said: reason }
    })
  })
}

/** Control characters colour terminals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
const firstLine = (text: string) => (text.replace(/\u001b\[[\d;]*m/g, '').split('\n', 1)[0] ?? '').slice(0, 200)

const cellText = (text: string) => text.replace(/\|/g, '\\|').replace(/\s+/g, ' ')

export const table = (rows: Row[]): string =>
  [
    '| what was broken | | what came of it |',
    '| --- | --- | --- |',
    ...rows.map(({ what, status, said }) => `| ${cellText(what)} | ${status} | ${cellText(said)} |`),
  ].join('\n')
