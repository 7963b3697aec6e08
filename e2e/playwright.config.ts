import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineConfig } from '@playwright/test'

process.env.NODE_OPTIONS = `--import ${pathToFileURL(path.resolve(import.meta.dirname, '../scripts/test/quick-wasm.mjs'))}`

const asRoot = process.getuid?.() === 0

/** What npm commands do, on sites of their own: some of it takes a minute and more. */
const commands = ['dev', 'new-section', 'start*'].map((name) => `${name}.spec.ts`)
/** All of it takes most of an hour: `npm run verify`. */
const verify = 'verify/**'

export default defineConfig({
  testDir: '.',
  // The longest first: at the end one worker would wait for another.
  projects: [
    { name: 'commands', testMatch: commands },
    { name: 'journeys', testIgnore: [verify, ...commands] },
  ],
  outputDir: '../test-results',
  globalTeardown: './support/after-all.ts',
  // Each has a site of its own: a third one on two cores is no faster.
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  // Told in the report: what passes at the second try only is worth a look, and no reason to release nothing.
  retries: 1,
  forbidOnly: true,
  reporter: [['list'], ['json']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    actionTimeout: 15_000,
    // Recording costs more than most journeys do.
    // Of a test that failed: it costs nothing otherwise.
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
