import { defineConfig } from '@playwright/test'
import usual from './playwright.config'

/** The reliability table in full. */
export default defineConfig({
  ...usual,
  testIgnore: undefined,
  grepInvert: undefined,
  testMatch: ['verify/*.spec.ts', 'faults/{policy,server-faults}.spec.ts', 'journeys/accessibility.spec.ts'],
  // One after the other: what is tried here is how long things take when they fail.
  workers: 1,
  retries: 0,
  timeout: 180_000,
  // At the most; `npm run verify` hands on what is left of it. What has not come by then stands in the table as not done.
  globalTimeout: 60 * 60_000,
})
