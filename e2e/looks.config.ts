import { defineConfig } from '@playwright/test'
import usual from './playwright.config'

/** Takes the pictures of docs/looks.md anew. */
export default defineConfig({
  ...usual,
  testIgnore: undefined,
  testMatch: 'verify/looks/pictures.ts',
  workers: 1,
  retries: 0,
  timeout: 20 * 60_000,
})
