import { expect, type Page } from '@playwright/test'
import { expectNoViolations, inTheDark } from './axe'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

/** What axe asks of this part of the page (a selector), in light and dark. Leaves it in light, with nothing moving. */
export async function expectBothThemes(page: Page, what: string, part?: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    await expectNoViolations(page, `${what}, ${colorScheme}`, colorScheme === 'light' ? 'all' : inTheDark, part)
  }
}

/**
 * The state that a page is in now can be used by everybody, on a desk and on a phone, in light and dark, and does not
 * scroll sideways on the narrowest. `part` is a selector of what changed. Leaves the page on a desk, in light.
 */
export async function expectForEverybody(page: Page, what: string, part = 'main'): Promise<void> {
  for (const viewport of [DESK, PHONE]) {
    await page.setViewportSize(viewport)
    await expectBothThemes(page, `${what}, ${viewport.width} px`, part)
    await expectWidth(page, what, viewport.width)
  }
  // As narrow as a phone gets, and as a desk does at four times the size.
  await page.setViewportSize({ width: 320, height: 800 })
  await expectWidth(page, what, 320)
  await page.setViewportSize(DESK)
}

/** Soon: lists that are open find their place again a moment after the window has changed. */
const expectWidth = (page: Page, what: string, width: number) =>
  expect
    .configure({ soft: true })
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: `${what}, ${width} px` })
    .toBe(width)
