import type { Browser, Page } from '@playwright/test'
import { median, type Row, withSpread } from '../row'
import { closePopup } from './close-popup'
import { TABLE } from './load-rows'
import { openCold } from './page-load'
import { inTurns, type Sides, sidesOf } from './sides'

const RUNS = 5
/** The others have no target, and each visit takes some seconds. */
const OTHER_RUNS = 3

/** The browser reports an interaction only some frames after it. */
const REPORTED_WITHIN_MS = 500

/** What visitors do on any page: open and close the menu, choose a theme, type where one can. In milliseconds. */
export async function slowestInteraction(page: Page): Promise<number> {
  await closePopup(page)
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  const field = page.getByRole('textbox').first()
  await field.click()
  await page.keyboard.type('Dunes', { delay: 30 })
  await page.getByRole('group', { name: 'Colours' }).getByText('Dark').click()
  await page.waitForTimeout(REPORTED_WITHIN_MS)
  const durations = await page.evaluate(() => [...window.observed.interactions.values()])
  // The browser does not report interactions below 16 ms, but always some of a menu and a theme.
  if (durations.length === 0) throw new Error('the browser reported no interaction')
  return Math.max(...durations)
}

/** The slowest of each visit of a page, on every side. */
export async function interactionRow(
  browser: Browser,
  name: string,
  fronts: Sides<{ url: string }>,
  path: string,
): Promise<Row> {
  const measured = await inTurns(
    fronts,
    (side) => (side === 'ours' ? RUNS : OTHER_RUNS),
    ({ url }) => openCold(browser, url + path, { use: slowestInteraction }),
  )
  return {
    table: TABLE,
    figure: `${name}: interaction to next paint`,
    ...sidesOf(measured, (side) => `${withSpread(side)} ms`),
    value: median(measured.ours),
    unit: ' ms',
    target: { atMost: 200 },
  }
}
