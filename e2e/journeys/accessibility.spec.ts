import { paths } from '@marram/api-contract/paths'
import { asSomebody } from '../fixtures/api/accounts'
import { addressOf, everything, needsLogin, tried } from '../fixtures/browser/every-page'
import { expectForEverybody } from '../fixtures/browser/for-everybody'
import { ready } from '../fixtures/browser/watch'
import { BOTH, expect, test } from '../fixtures/test'

/** States of pages beyond their pattern. */
const states = [
  paths.publications({ q: 'no such word' }),
  paths.courses({ q: 'no such word' }),
  paths.search({ q: 'tide' }),
  // Closed, and finished.
  paths.olympiad('fixture-olympiad-without-quiz'),
  paths.exhibition('fixture-past-show'),
  paths.registration('no-such-form'),
  '/nowhere',
]

for (const pattern of everything ? [...tried, ...states] : tried) {
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
