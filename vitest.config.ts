import { pathToFileURL } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

const withDatabase = [
  'api/**/*.test.ts',
  'releases/src/**/*.test.ts',
  'releases/cli/command-line.test.ts',
  'releases/cli/refusals.test.ts',
  'shared/server/**/*.test.ts',
]
/** `--exclude` of the command line does not reach projects. */
const except = process.env.TEST_EXCEPT?.split(',') ?? []
const exclude = [...configDefaults.exclude, '**/dist*/**', 'data/**', 'e2e/**', ...except]

/** Far longer than anything takes, since machines may be busy: no test here is a measure of speed. */
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 30_000 } } }

/** Two projects, so that only tests that need a database wait for one. */
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
          exclude: [...exclude, ...withDatabase],
          ...patience,
          // Servers that run in the tests would log every response.
          env: { LOG_LEVEL: 'warn' },
        },
      },
    ],
  },
})
