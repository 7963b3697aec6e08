import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { JsonTestResults } from 'vitest/node'
import { findChromium } from '../machine/browser'
import { findPostgres } from '../machine/postgres'
import { buildPart } from '../release/build-part'
import { parts, root } from '../workspace'
import type { Count } from './test-summary'

export const say = (words: string) => void process.stdout.write(`  ${words}\n`)

/** Another try draws other values: a property that does not hold must not hold by luck. */
const EXCEPT_PROPERTIES = '^(?!Property failed)'

type VitestOptions = {
  environment?: Record<string, string>
  /** Files, where not all are meant, and options. */
  args?: string[]
  /** How often a test that failed is tried again; each that passes then is reported. */
  retries?: number
  /** What has not ended by then is ended, and counts as failed. */
  endAt?: number
  read?: (report: JsonTestResults) => unknown
}

/** Tests of code, or those on databases: the projects of vitest.config.ts whose names begin so. */
export async function vitest(
  kind: 'code' | 'database',
  { environment = {}, args = [], retries = 0, endAt, read = () => {} }: VitestOptions = {},
): Promise<Count> {
  const report = temporaryFile('vitest.json')
  const reporters = ['default', 'json', './scripts/testing/second-tries.ts'].map((name) => `--reporter=${name}`)
  const retry = [`--retry.count=${retries}`, `--retry.condition=${EXCEPT_PROPERTIES}`]
  const options = [`--project=${kind}*`, `--maxWorkers=${WORKERS}`, `--outputFile.json=${report}`]
  const all = ['run', ...options, ...reporters, ...retry, ...args]
  const run = { program: 'vitest/vitest.mjs', args: all, environment, endAt, report }
  return countTests<JsonTestResults>(run, (found) => {
    read(found)
    return { passed: found.numPassedTests, failed: found.numFailedTests, skipped: found.numPendingTests }
  })
}

/** Of each of the two kinds. Both at once have more than there are cores: their tests wait for processes and servers. */
const WORKERS = os.availableParallelism()

/** What Playwright reports, as far as it is read here. */
export type BrowserReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites?: Suite[]
}
export type Suite = {
  title?: string
  file?: string
  specs?: { title: string; tests: BrowserTest[] }[]
  suites?: Suite[]
}
export type BrowserTest = {
  /** Against what was expected of it: `expected`, `unexpected`, `flaky`, `skipped`. */
  status: string
  annotations?: Annotation[]
  results: { status?: string; error?: { message?: string }; annotations?: Annotation[] }[]
}
type Annotation = { type: string; description?: string }

type BrowserOptions = {
  /** A file of `e2e`. */
  config?: string
  /** One of its projects, where not all are meant. */
  project?: string
  /** The names of end-to-end tests, where not all are meant. */
  specs?: string[]
  /** Words of the titles that are meant. */
  title?: string
  environment?: Record<string, string>
  /** Whether tests run a site of React's development builds. */
  development?: boolean
  /** What has not come by then is not done. */
  endAt?: number
  read?: (report: BrowserReport) => unknown
}

/** Journeys in a browser, with everything that they need made ready before. */
export async function browserTests({
  config = 'playwright.config.ts',
  project,
  specs = [],
  title,
  environment = {},
  development = false,
  endAt,
  read = () => {},
}: BrowserOptions = {}): Promise<Count> {
  const chromium = await findChromium(say)
  const postgres = findPostgres(say)
  // Once, before the journeys: every site that they start then finds its parts unchanged.
  for (const kind of development ? [false, true] : [false]) {
    for (const part of parts()) {
      const { built, ms } = await buildPart(part, { development: kind })
      if (built) say(`built ${part}${kind ? ' for development' : ''} in ${(ms / 1000).toFixed(1)} s`)
    }
  }
  const report = temporaryFile('browser.json')
  // Nothing left must not be 0, which is without a limit.
  const limit = endAt === undefined ? [] : [`--global-timeout=${Math.max(1, endAt - Date.now())}`]
  const run = {
    program: '../e2e/node_modules/@playwright/test/cli.js',
    args: [
      'test',
      '--config',
      `e2e/${config}`,
      ...(project ? ['--project', project] : []),
      ...limit,
      ...(title ? ['--grep', title] : []),
      ...specs.map((name) => `/${name}\\.spec\\.ts$`),
    ],
    environment: {
      ...environment,
      ...(postgres && { POSTGRES_BIN: postgres }),
      MARRAM_CHROMIUM: chromium,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    },
    report,
  }
  return countTests<BrowserReport>(run, (found) => {
    read(found)
    const { expected, unexpected, flaky, skipped } = found.stats
    if (flaky > 0) say(`${flaky} passed at the second try only; the list above names them, with what failed first`)
    return { passed: expected + flaky, failed: unexpected, skipped }
  })
}

const temporaryFile = (name: string) => path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'marram-test-')), name)

type TestRun = {
  /** A file of `node_modules`. */
  program: string
  args: string[]
  environment: Record<string, string>
  /** Where it writes its report. */
  report: string
  /** When it is ended, if it has not ended by itself. */
  endAt?: number | undefined
}

/** Runs tests, which write to this terminal, and counts them in their report. */
async function countTests<Report>(
  { program, args, environment, report, endAt }: TestRun,
  countIn: (found: Report) => Count,
): Promise<Count> {
  const child = spawn(process.execPath, [path.join(root, 'node_modules', program), ...args], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
    ...(endAt !== undefined && { timeout: Math.max(1, endAt - Date.now()) }),
  })
  const code = await new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? 1)))
  const text = fs.existsSync(report) ? fs.readFileSync(report, 'utf8') : undefined
  fs.rmSync(path.dirname(report), { recursive: true, force: true })
  if (text === undefined) return { passed: 0, failed: 1, skipped: 0 }
  const count = countIn(JSON.parse(text))
  // A file that could not be loaded has no failed test, and is a failure all the same.
  return { ...count, failed: Math.max(count.failed, code === 0 ? 0 : 1) }
}
