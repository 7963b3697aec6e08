import type { Page } from '@playwright/test'
import { asSomebody } from '../fixtures/api/accounts'
import { addressOf, needsLogin, tried } from '../fixtures/browser/every-page'
import { ready } from '../fixtures/browser/watch'
import { BOTH, expect, test } from '../fixtures/test'

const USUAL_PX = 16
const LARGE_PX = 32
/** Twice the text in twice the width: the same layout, because breakpoints depend on the size of text. */
const WIDTH = 768

type Text = { words: string; px: number }

/** All visible text, in order. */
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

for (const pattern of tried)
  test(
    `${pattern} has text twice as large when the text of the browser is twice as large`,
    BOTH,
    async ({ site, context, page }) => {
      if (needsLogin(pattern)) await asSomebody(context, site)
      const session = await page.context().newCDPSession(page)
      const url = site.url + (await addressOf(site, pattern))
      const openAt = async (standard: number, width: number) => {
        await page.setViewportSize({ width, height: 1000 })
        await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } })
        await page.goto(url)
        await ready(page)
        // Without a login another page is shown.
        expect(page.url()).toBe(url)
      }
      await openAt(USUAL_PX, WIDTH / 2)
      // The same words can appear in several places, in several sizes.
      const usual = new Map<string, number>()
      for (const { words, px } of await texts(page)) usual.set(words, Math.min(px, usual.get(words) ?? px))
      expect(usual.size).toBeGreaterThan(20)
      await openAt(LARGE_PX, WIDTH)
      const small = async () => (await texts(page)).filter(({ words, px }) => px < 1.95 * (usual.get(words) ?? 0))
      // Some fields reach their size through a transition.
      await expect.poll(small).toEqual([])
      const [wide, has] = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return [scrollWidth, clientWidth]
      })
      expect(wide).toBeLessThanOrEqual(has as number)
    },
  )
