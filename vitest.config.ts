import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

const withDatabase = [
  'api/**/*.test.ts',
  'releases/src/**/*.test.ts',
  'releases/cli/command-line.test.ts',
  'releases/cli/refusals.test.ts',
  'releases/cli/trust-commands.test.ts',
  'shared/server/**/*.test.ts',
]
/** `--exclude` of the command line does not reach projects. */
const except = process.env.TEST_EXCEPT?.split(',') ?? []
const exclude = [...configDefaults.exclude, '**/dist*/**', 'data/**', 'e2e/**', ...except]

/** Far longer than anything takes, since machines may be busy: no test here is a measure of speed. */
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 30_000 } } }

/** Test files whose text matches. What a file uses decides where it runs, and no list that one may forget. */
function testsWith(words: RegExp, folder = '.'): string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name)
    if (entry.isDirectory()) return /^(node_modules|dist.*|data|\..*)$/.test(entry.name) ? [] : testsWith(words, file)
    return /\.test\.tsx?$/.test(file) && words.test(fs.readFileSync(file, 'utf8')) ? [file] : []
  })
}
// What one file has replaced, configured or made to hold events must not reach another file.
const apart = testsWith(/\bvi\.(mock|doMock|resetModules)\b|\b(configure\w*|holdEvents)\(/)
const inPages = testsWith(/^\/\/ @vitest-environment /).filter((file) => !apart.includes(file))
// Servers that run in the tests would log every response.
const quiet = { LOG_LEVEL: 'warn' }

/**
 * Only tests that need a database wait for one. All but those that replace or configure modules load what they share once
 * for each worker and not for each file, which takes a third of the processor time; those in a page share its window as well.
 */
export default defineConfig({
  test: {
    // All cores: of two, Vitest would leave one alone.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'database',
          // What they share, an embedded PostgreSQL before all, is loaded once for each worker and not for each file.
          isolate: false,
          // For the programs that tests start, not for Vitest's own workers, which live long.
          env: { NODE_OPTIONS: `--import ${pathToFileURL('scripts/testing/quick-wasm.mjs')}` },
          include: withDatabase,
          exclude,
          globalSetup: [
            './scripts/testing/build-programs.ts',
            './shared/server/src/testing/postgres-server.ts',
            './shared/server/src/testing/embedded-template.ts',
            './api/src/testing/content-template.ts',
          ],
          ...patience,
        },
      },
      {
        test: {
          name: 'code',
          isolate: false,
          exclude: [...exclude, ...withDatabase, ...inPages, ...apart],
          ...patience,
          env: quiet,
        },
      },
      {
        test: {
          name: 'code of pages',
          isolate: false,
          include: inPages,
          exclude: [...exclude, ...withDatabase],
          ...patience,
          env: quiet,
        },
      },
      {
        test: {
          name: 'code with mocks',
          include: apart,
          exclude: [...exclude, ...withDatabase],
          ...patience,
          env: quiet,
        },
      },
    ],
  },
})
