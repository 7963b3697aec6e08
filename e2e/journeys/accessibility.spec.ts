import { asSomebody } from '../fixtures/api/accounts'
import { addressOf, needsLogin, tried } from '../fixtures/browser/every-page'
import { expectForEverybody } from '../fixtures/browser/for-everybody'
import { ready } from '../fixtures/browser/watch'
import { BOTH, expect, test } from '../fixtures/test'

for (const pattern of tried) {
  test(
    `${pattern} passes the accessibility checks at every width, in light and dark`,
    BOTH,
    async ({ site, context, page }) => {
      const url = site.url + (await addressOf(site, pattern))
      if (needsLogin(pattern)) await asSomebody(context, site)
      await page.goto(url)
      await ready(page)
      // Without a login another page is shown.
      expect(page.url()).toBe(url)
      await page.evaluate(() => document.fonts.ready)
      await expectForEverybody(page, pattern, 'html')
    },
  )
}
