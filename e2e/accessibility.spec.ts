import AxeBuilder from '@axe-core/playwright'
import { paths } from '@marram/contracts/paths'
import { aFewAtATime } from './support/a-few-at-a-time'
import { addressOf, patterns } from './support/every-page'
import { withoutPopup } from './support/popup'
import { expect, test } from './support/test'
import { ready } from './support/watch'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
// The theme changes colours and nothing else: in the dark only these can find anything new.
const ofColours = ['color-contrast', 'link-in-text-block']

/** States of pages that their pattern alone does not show. */
const states = [paths.publications({ q: 'no such word' }), paths.search({ q: 'tide' }), '/nowhere']

for (const pattern of [...patterns, ...states]) {
  test(`${pattern} can be used by everybody, on a desk and on a phone, in light and dark`, async ({
    site,
    browser,
  }) => {
    const url = site.url + (await addressOf(site, pattern))
    await aFewAtATime(sizes, async (viewport) => {
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce' })
      await withoutPopup(context)
      const page = await context.newPage()
      await page.goto(url)
      await ready(page)
      await page.evaluate(() => document.fonts.ready)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
        const axe = new AxeBuilder({ page })
        const light = colorScheme === 'light'
        const { violations, passes } = await (light ? axe.withTags(rules) : axe.withRules(ofColours)).analyze()
        const found = violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
        )
        expect.soft(found, `${viewport.width} px, ${colorScheme}`).toEqual([])
        // Axe that sees nothing finds nothing.
        expect(passes.length).toBeGreaterThan(light ? 20 : 0)
      }
      // As narrow as a phone gets, and as a desk does at four times the size.
      await page.setViewportSize({ width: 320, height: 800 })
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), '320 px').toBe(320)
      await context.close()
    })
  })
}
