import { expect, type Page } from '@playwright/test'

/** Of what a page asks for after a click, one thing follows the other sooner than this. */
const QUIET_MS = 500

/** Waits until more than `from` were asked for, and for a while nothing more. */
export async function cameToRest(page: Page, asked: readonly unknown[], from: number): Promise<void> {
  const quiet = async () => {
    const before = asked.length
    await page.waitForTimeout(QUIET_MS)
    return before > from && asked.length === before
  }
  await expect.poll(quiet).toBe(true)
}
