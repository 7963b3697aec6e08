import { defineConfig } from '@playwright/test'
import usual from './playwright.config'

/** Thirty releases, ten of them bad, on one site under load. */
export default defineConfig({
  ...usual,
  testIgnore: undefined,
  testMatch: 'verify/thirty-releases/*.spec.ts',
  workers: 1,
  retries: 0,
  globalTimeout: 60 * 60_000,
})
