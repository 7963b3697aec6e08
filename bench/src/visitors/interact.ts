import type { Page } from '@playwright/test'
import { closePopup } from './close-popup'

/** The browser tells of an interaction only some frames after it. */
const TOLD_WITHIN_MS = 500

/** What visitors do on any page: open and close the menu, choose a theme, type where one can. In milliseconds. */
export async function slowestInteraction(page: Page): Promise<number> {
  await closePopup(page)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  const field = page.getByRole('textbox').first()
  await field.click()
  await page.keyboard.type('Dunes', { delay: 30 })
  await page.getByRole('group', { name: 'Colours' }).getByText('Dark').click()
  await page.waitForTimeout(TOLD_WITHIN_MS)
  const durations = await page.evaluate(() => [...window.observed.interactions.values()])
  // The browser tells of none that took less than 16 ms: of a menu and a theme that is never all of them.
  if (durations.length === 0) throw new Error('the browser told of no interaction')
  return Math.max(...durations)
}
