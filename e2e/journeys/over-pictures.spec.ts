import { paths } from '@marram/api-contract/paths'
import type { Page } from '@playwright/test'
import { asSomebody } from '../fixtures/api/accounts'
import { firstOf } from '../fixtures/api/first-of'
import { weakOverPictures } from '../fixtures/browser/contrast'
import { addressOf, looks, needsLogin } from '../fixtures/browser/every-page'
import { ready } from '../fixtures/browser/watch'
import { expect, test, VERIFY } from '../fixtures/test'

/**
 * The required contrast of letters with each pixel behind them: WCAG 1.4.3 for small letters, used for large ones too.
 */
const LEAST = 4.5

async function expectReadable(page: Page, url: string, widths: number[], direction = 'ltr') {
  await page.goto(url)
  await ready(page)
  await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction)
  // Without a login another page is shown.
  expect(page.url()).toBe(new URL(url).href)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      const { all, weak } = await weakOverPictures(page, LEAST)
      // The footer alone has as many texts, but where the page has the form that is in it.
      if (!url.includes(paths.newsletter())) expect(all, `texts over pictures at ${width}`).toBeGreaterThan(3)
      expect(weak, `${width}, ${colorScheme}`).toEqual([])
    }
  }
}

// Earlier a moon, a horizon and a sky made text over them unreadable.
test('the home page is readable over its pictures', ({ site, page }) => expectReadable(page, site.url, [768, 1920]))

for (const pattern of looks)
  test(`${pattern} is readable over its pictures at every width`, VERIFY, async ({ site, context, page }) => {
    if (needsLogin(pattern)) await asSomebody(context, site)
    await expectReadable(
      page,
      site.url + (await addressOf(site, pattern)),
      [320, 390, 600, 768, 1024, 1440, 1920, 2560],
    )
  })

for (const pattern of ['/', '/sports', '/exhibition-details/:slug', '/olympiad', '/login'])
  test(`${pattern} is readable over its pictures from right to left`, VERIFY, async ({ site, page }) =>
    expectReadable(page, site.url + (await addressOf(site, pattern)), [390, 768, 1440, 2560], 'rtl'),
  )

test('the home page is readable while its day moves', VERIFY, async ({ site, page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(site.url)
  await ready(page)
  const skies = new Set<string>()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'no-preference' })
    for (const width of [390, 768, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      for (let top = 0; top <= 900; top += 100) {
        await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), top)
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
        skies.add(await moved(page))
        expect((await weakOverPictures(page, LEAST, 'window')).weak, `${width}, ${colorScheme}, ${top} down`).toEqual(
          [],
        )
      }
    }
  }
  // Otherwise no movement was observed.
  expect(skies.size).toBeGreaterThan(10)
})

/** The progress of the day. */
const moved = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ timeline }) => timeline !== document.timeline)
      .map((animation) => animation.effect?.getComputedTiming().progress)
      .join(),
  )

test('pictures follow the theme switch of the footer, not only the system', async ({ site, page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${site.url}/sports`)
  await ready(page)
  const card = page.locator('#open-events img').first()
  await card.scrollIntoViewIfNeeded()
  await card.evaluate((image: HTMLImageElement) => image.decode())
  const day = await card.screenshot({ animations: 'disabled' })
  await page.getByRole('radio', { name: 'Dark' }).check()
  await card.scrollIntoViewIfNeeded()
  await expect.poll(async () => (await card.screenshot({ animations: 'disabled' })).equals(day)).toBe(false)
  await page.getByRole('radio', { name: 'Light' }).check()
  await card.scrollIntoViewIfNeeded()
  await expect.poll(async () => (await card.screenshot({ animations: 'disabled' })).equals(day)).toBe(true)
})

test('the head of an event shows its whole subject, at every width', async ({ site, page }) => {
  await page.goto(`${site.url}/sports-details/fixture-run`)
  await ready(page)
  const head = page.locator('main img').first()
  await expect(head).toHaveAttribute('src', /\.wide\.[\da-f]{10}\.svg#wide$/)
  for (const width of [320, 768, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    // The drawing fills the slot alone: nothing of its safe area is cut.
    await expect(head).toHaveCSS('object-fit', 'fill')
    // The subject is in the middle, which the ticket does not cover.
    const { x = 0, width: breadth = 0 } = (await head.boundingBox()) ?? {}
    const ticket = await page.getByRole('complementary', { name: 'Event details' }).boundingBox()
    const middle = x + breadth / 2
    expect(middle).toBeGreaterThan(0)
    expect(middle).toBeLessThan(width)
    if (width >= 1100) expect(middle).toBeLessThan(ticket?.x ?? 0)
  }
})

// Its slot is flatter than a card, which cut the object's head or foot.
test('the picture of an article shows its whole subject', async ({ site, page }) => {
  await page.goto(site.url + paths.publication(await firstOf(`${site.url}/api/publications/`)))
  await ready(page)
  const picture = page.locator('article img').first()
  await expect(picture).toHaveAttribute('src', /\.wide\.[\da-f]{10}\.svg#wide$/)
  await expect(picture).toHaveCSS('object-fit', 'fill')
})
