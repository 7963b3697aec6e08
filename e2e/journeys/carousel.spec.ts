import { paths } from '@marram/api-contract/paths'
import type { Page } from '@playwright/test'
import { ready } from '../fixtures/browser/watch'
import { expect, test, VERIFY } from '../fixtures/test'

const sponsors = (page: Page) => page.getByRole('group', { name: 'Powered by' })
/** Number of the first visible sponsor; waits until the row has stopped. */
const first = (page: Page) =>
  sponsors(page)
    .getByRole('listitem', { includeHidden: true })
    .evaluateAll((slides) => slides.findIndex((slide) => !(slide as HTMLElement).inert))

test('sponsors: five, three or two, moving every four seconds, paused by pointer, focus and touch', async ({
  site,
  page,
}) => {
  await page.clock.install()
  await page.goto(site.url + paths.sports())
  await ready(page)
  await sponsors(page).scrollIntoViewIfNeeded()
  for (const [width, shown] of [
    [1440, 5],
    [800, 3],
    [390, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect(sponsors(page).locator('li:not([inert])')).toHaveCount(shown)
  }
  // It stands under the pointer, and begins anew when that leaves: from there on time moves by these steps alone.
  await sponsors(page).hover()
  await page.clock.pauseAt(Date.now() + 600_000)
  const before = await first(page)
  await page.mouse.move(5, 5)
  await page.clock.runFor(3900)
  expect(await first(page)).toBe(before)
  await page.clock.runFor(200)
  await page.clock.resume()
  await sponsors(page).hover()
  await expect.poll(() => first(page)).toBe(before + 1)
  await page.clock.runFor(20_000)
  expect(await first(page)).toBe(before + 1)
  await page.mouse.move(5, 5)
  await sponsors(page).getByRole('button', { name: 'Pause partners' }).focus()
  await page.clock.runFor(20_000)
  expect(await first(page)).toBe(before + 1)

  // As by touch.
  await sponsors(page)
    .getByRole('list')
    .evaluate((row) => row.scrollTo({ left: row.scrollWidth, behavior: 'instant' }))
  await expect.poll(() => first(page)).toBeGreaterThan(2)
  await sponsors(page).getByRole('button', { name: 'Next partners' }).click()
  await expect.poll(() => first(page)).toBe(0)
  await page.mouse.move(5, 5)
  await page.getByRole('banner').getByRole('link').first().focus()
  await page.clock.runFor(20_000)
  // After a manual move the row does not rotate.
  expect(await first(page)).toBe(0)
})

test('nothing rotates for visitors who want less motion', VERIFY, async ({ site, browser }) => {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.clock.install()
  await page.goto(site.url + paths.sports())
  await ready(page)
  await expect(sponsors(page).getByRole('button', { name: 'Next partners' })).toBeVisible()
  await expect(sponsors(page).getByRole('button', { name: 'Pause partners' })).toBeHidden()
  await page.clock.runFor(20_000)
  expect(await first(page)).toBe(0)
  await context.close()
})
