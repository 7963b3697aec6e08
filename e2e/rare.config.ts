import { defineConfig } from '@playwright/test'
import usual from './playwright.config'

/** What is slow or rare, and every page in every look: which has rows in the table of `npm run verify` too. */
export default defineConfig({
  ...usual,
  testIgnore: undefined,
  grepInvert: undefined,
  projects: [
    // The longest first: at the end one worker would wait for another.
    { name: 'commands', testMatch: 'verify/rare/*.spec.ts' },
    {
      name: 'journeys',
      testMatch: ['commands/*.spec.ts', 'journeys/*.spec.ts', 'faults/*.spec.ts'],
      testIgnore: ['**/policy.spec.ts', '**/server-faults.spec.ts', '**/accessibility.spec.ts'],
      grep: /@verify|@both/,
    },
  ],
  globalTimeout: 60 * 60_000,
})
