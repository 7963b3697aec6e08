import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium } from './browser'
import { buildPart } from './build-part'
import { checks } from './check'
import { findPostgres } from './postgres'
import { parts, root } from './workspace'

type Count = { passed: number; failed: number; skipped: number }
type Kind = { name: string; run: () => Promise<Count> }

const say = (words: string) => void process.stdout.write(`  ${words}\n`)

/** `npm test [-- KIND …]`: everything, or the kinds that are named: static, unit, browser. */
export async function test(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const wanted = (kind: string) => positionals.length === 0 || positionals.includes(kind)
  const kinds: Kind[] = [
    ...(wanted('static') ? checks.map(({ name, run }) => ({ name, run: async () => staticCount(run()) })) : []),
    ...(wanted('unit') ? [{ name: 'unit and API', run: unitTests }] : []),
    ...(wanted('browser') ? [{ name: 'browser', run: browserTests }] : []),
  ]
  const total: Count = { passed: 0, failed: 0, skipped: 0 }
  const lines: string[] = []
  for (const { name, run } of kinds) {
    process.stdout.write(`\n${name}\n`)
    const startedAt = Date.now()
    const count = await run()
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    lines.push(
      `${name.padEnd(20)} ${count.passed} passed, ${count.failed} failed${count.skipped ? `, ${count.skipped} skipped` : ''}, ${seconds} s`,
    )
    total.passed += count.passed
    total.failed += count.failed
    total.skipped += count.skipped
  }
  process.stdout.write(
    `\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}\n`,
  )
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
}

function staticCount({ ok, output }: { ok: boolean; output: string }): Count {
  if (output.trim() && !ok) process.stdout.write(`${output.trim()}\n`)
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }
}

async function unitTests(): Promise<Count> {
  const postgres = findPostgres(say)
  const report = temporaryFile('unit.json')
  const code = await runTool(
    'vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { ...(postgres && { POSTGRES_BIN: postgres }) },
  )
  const read = readReport<{
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    numFailedTestSuites: number
  }>(report)
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

function readReport<T>(file: string): T | undefined {
  if (!fs.existsSync(file)) return undefined
  return JSON.parse(fs.readFileSync(file, 'utf8')) as T
}

function runTool(file: string, args: string[], environment: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, [path.join(root, 'node_modules', file), ...args], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)))
}
