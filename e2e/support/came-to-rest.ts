import { expect, type Page } from '@playwright/test'

/** Waits until more than `from` were asked for, and for a while nothing more. */
export async function cameToRest(page: Page, asked: readonly unknown[], from: number): Promise<void> {
  const quiet = async () => {
    const before = asked.length
    await page.waitForTimeout(500)
    return before > from && asked.length === before
  }
  await expect.poll(quiet).toBe(true)
}
