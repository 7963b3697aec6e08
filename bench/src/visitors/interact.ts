import type { Page } from '@playwright/test'

/** What visitors do on any page: open and close the menu, choose a theme, type where one can. In milliseconds. */
export async function slowestInteraction(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  const field = page.getByRole('textbox').first()
  await field.click()
  await page.keyboard.type('Dunes', { delay: 30 })
  await page.getByRole('group', { name: 'Colours' }).getByText('Dark').click()
  await page.waitForTimeout(500)
  const durations = await page.evaluate(() => [...window.observed.interactions.values()])
  // The browser tells of none that took less than 16 ms: of a menu and a theme that is never all of them.
  if (durations.length === 0) throw new Error('the browser told of no interaction')
  return Math.max(...durations)
}
