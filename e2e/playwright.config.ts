import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineConfig } from '@playwright/test'

process.env.NODE_OPTIONS = `--import ${pathToFileURL(path.resolve(import.meta.dirname, '../scripts/testing/quick-wasm.mjs'))}`

const asRoot = process.getuid?.() === 0

/** The end-to-end tests of `npm test`; the slow and the rare ones belong to `npm run verify` (rare.config.ts). */
export default defineConfig({
  testDir: '.',
  testIgnore: ['verify/**', 'drill/**'],
  grepInvert: /@verify/,
  outputDir: '../test-results',
  globalTeardown: './fixtures/site/prepared-data.ts',
  // Each has a site of its own: a third one on two cores is no faster.
  workers: 2,
  // Far longer than anything takes, since machines may be busy: no test here is a measure of speed.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  // What passes at the second try only is reported: it is worth a look, and no reason to release nothing.
  retries: 1,
  forbidOnly: true,
  reporter: [['list'], ['json']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    actionTimeout: 30_000,
    // Recording costs more than most journeys do: only the second try of a test that failed is recorded.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.MARRAM_CHROMIUM,
      args: [
        ...(asRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        // Without windows it does not know how fast the network is, and fetches pictures from further below.
        '--blink-settings=lazyLoadingImageMarginPxUnknown=1250',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
