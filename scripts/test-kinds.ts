import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findChromium } from './browser'
import { buildPart } from './build-part'
import { checks } from './check'
import { findPostgres } from './postgres'
import type { Count } from './test-summary'
import { parts, root } from './workspace'

export type Kind = { name: string; run: () => Promise<Count> }

const say = (words: string) => void process.stdout.write(`  ${words}\n`)

/** What `npm test -- NAME` runs, in the order of `npm test`. */
export const kinds: Record<string, Kind[]> = {
  static: checks.map(({ name, run }) => ({ name, run: async () => staticCount(run()) })),
  unit: [{ name: 'unit', run: () => vitest('code') }],
  // All that needs a database: the product API, the registry and what they share.
  api: [
    {
      name: 'API',
      run: () => {
        const postgres = findPostgres(say)
        return vitest('database', { ...(postgres && { POSTGRES_BIN: postgres }) })
      },
    },
  ],
  browser: [{ name: 'browser', run: browserTests }],
}

function staticCount({ ok, output }: { ok: boolean; output: string }): Count {
  if (output.trim() && !ok) process.stdout.write(`${output.trim()}\n`)
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }
}

async function vitest(project: string, environment: Record<string, string> = {}): Promise<Count> {
  const report = temporaryFile('vitest.json')
  const code = await runTool(
    'vitest/vitest.mjs',
    ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    environment,
  )
  const read = readReport<{ numPassedTests: number; numFailedTests: number; numPendingTests: number }>(report)
  if (!read) return { passed: 0, failed: 1, skipped: 0 }
  // A file that could not be loaded has no failed test, and is a failure all the same.
  const failed = Math.max(read.numFailedTests, code === 0 ? 0 : 1)
  return { passed: read.numPassedTests, failed, skipped: read.numPendingTests }
}

async function browserTests(): Promise<Count> {
  const chromium = await findChromium(say)
  const postgres = findPostgres(say)
  // Once, before the journeys: every site that they start then finds its parts unchanged.
  for (const development of [false, true]) {
    for (const part of parts()) {
      const { built, ms } = await buildPart(part, { development })
      if (built) say(`built ${part}${development ? ' for development' : ''} in ${(ms / 1000).toFixed(1)} s`)
    }
  }
  const report = temporaryFile('browser.json')
  const code = await runTool(
    '../e2e/node_modules/@playwright/test/cli.js',
    ['test', '--config', 'e2e/playwright.config.ts'],
    { ...(postgres && { POSTGRES_BIN: postgres }), MARRAM_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  )
  const read = readReport<{ stats: { expected: number; unexpected: number; flaky: number; skipped: number } }>(report)
  if (!read) return { passed: 0, failed: 1, skipped: 0 }
  const { expected, unexpected, flaky, skipped } = read.stats
  return { passed: expected + flaky, failed: Math.max(unexpected, code === 0 ? 0 : 1), skipped }
}

const temporaryFile = (name: string) => path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'marram-test-')), name)

/** Read once, and gone. */
function readReport<T>(file: string): T | undefined {
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined
  fs.rmSync(path.dirname(file), { recursive: true, force: true })
  return text === undefined ? undefined : (JSON.parse(text) as T)
}

function runTool(file: string, args: string[], environment: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, [path.join(root, 'node_modules', file), ...args], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)))
}
