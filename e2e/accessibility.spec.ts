import AxeBuilder from '@axe-core/playwright'
import { paths } from '@marram/contracts/paths'
import { aFewAtATime } from './support/a-few-at-a-time'
import { firstOf } from './support/first-of'
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

const pages: { name: string; address: (site: string) => Promise<string> | string }[] = [
  { name: 'home', address: paths.home },
  { name: 'news article', address: async (site) => paths.newsItem(await firstOf(`${site}/api/main-news/featured`)) },
  { name: 'publications', address: () => paths.publications() },
  { name: 'publications without a find', address: () => paths.publications({ q: 'no such word' }) },
  { name: 'publication', address: async (site) => paths.publication(await firstOf(`${site}/api/publications/`)) },
  { name: 'news', address: () => paths.newsList() },
  { name: 'history', address: async (site) => paths.history(await firstOf(`${site}/api/news/`)) },
  { name: 'sports listing', address: () => paths.sports() },
  { name: 'sport detail', address: async (site) => paths.sport(await firstOf(`${site}/api/sports/open`)) },
  { name: 'registration form', address: () => paths.registration('sports-entry') },
  { name: 'login', address: () => paths.login() },
  { name: 'register', address: () => paths.register() },
  { name: 'digital media', address: () => paths.digitalMedia() },
  { name: 'gallery', address: paths.gallery },
  { name: 'search results', address: () => paths.search({ q: 'tide' }) },
  { name: 'a plain page', address: paths.olympiads },
  { name: 'an address that is not there', address: () => '/nowhere' },
]

for (const { name, address } of pages) {
  test(`${name} can be used by everybody, on a desk and on a phone, in light and dark`, async ({ site, browser }) => {
    const url = site.url + (await address(site.url))
    await aFewAtATime(sizes, async (viewport) => {
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce' })
      await withoutPopup(context)
      const page = await context.newPage()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.goto(url)
        await ready(page)
        await page.evaluate(() => document.fonts.ready)
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
      await context.close()
    })
  })
}
