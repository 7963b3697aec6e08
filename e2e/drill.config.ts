import { defineConfig } from '@playwright/test'
import usual from './playwright.config'

/** Many machines on one, each of them killed, cut off and replaced under load. */
export default defineConfig({
  ...usual,
  testIgnore: undefined,
  testMatch: 'drill/*.spec.ts',
  workers: 1,
  retries: 0,
  globalTimeout: 40 * 60_000,
})
