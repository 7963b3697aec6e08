import type { Page } from '@playwright/test'
import { addressOf, needsLogin, tried } from '../fixtures/browser/every-page'
import { ready } from '../fixtures/browser/watch'
import { BOTH, expect, test } from '../fixtures/test'

const USUAL_PX = 16
const LARGE_PX = 32
/** Headings from here on are large enough, and grow as far as the width of the page allows. */
const LARGE_HEADING_PX = 28

type Text = { words: string; px: number }

/** All text that is shown, in its order. */
const texts = (page: Page) =>
  page.evaluate(() => {
    const found: Text[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const words = node.textContent?.trim() ?? ''
      if (!element || words === '' || !element.checkVisibility({ visibilityProperty: true })) continue
      found.push({ words, px: Number.parseFloat(getComputedStyle(element).fontSize) })
    }
    return found
  })

test.use({ viewport: { width: 768, height: 1000 } })

for (const pattern of tried.filter((each) => !needsLogin(each)))
  test(`${pattern} has text twice as large where a browser's text is twice as large`, BOTH, async ({ site, page }) => {
    const session = await page.context().newCDPSession(page)
    const url = site.url + (await addressOf(site, pattern))
    const textsAt = async (standard: number) => {
      await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } })
      await page.goto(url)
      await ready(page)
      return texts(page)
    }
    // The same words can stand in several places, of which one may be hidden beside larger text.
    const usual = new Map<string, number>()
    for (const { words, px } of await textsAt(USUAL_PX)) usual.set(words, Math.min(px, usual.get(words) ?? px))
    expect(usual.size).toBeGreaterThan(20)
    const small = (await textsAt(LARGE_PX)).filter(({ words, px }) => {
      const before = usual.get(words)
      return before !== undefined && before < LARGE_HEADING_PX && px < 1.95 * before
    })
    expect(small).toEqual([])
    const [wide, has] = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return [scrollWidth, clientWidth]
    })
    expect(wide).toBeLessThanOrEqual(has as number)
  })
