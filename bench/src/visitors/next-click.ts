import type { Browser } from '@playwright/test'
import { openCold } from './page-load'
import type { Asked } from './requests'

const HOVER_MS = 1000

/** How many requests follow one another between the click on a link, pointed at before, and the page behind it. */
export function nextClick(browser: Browser, url: string, link: string): Promise<number> {
  return openCold(browser, url, {
    size: { width: 1440, height: 900 },
    use: async (page, load) => {
      const found = page.locator(`a[href="${link}"]:visible`).first()
      await found.hover()
      await page.waitForTimeout(HOVER_MS)
      const before = (await load()).requests.length
      await found.click()
      await page.waitForFunction((path) => location.pathname === path, link)
      await page.waitForTimeout(HOVER_MS)
      return inSequence((await load()).requests.slice(before).filter(({ kind }) => kind !== 'Image'))
    },
  })
}

/** The longest row of requests of which each began when the one before had ended. */
export function inSequence(asked: Asked[]): number {
  const depths = new Map<Asked, number>()
  for (const each of [...asked].sort((a, b) => a.from - b.from)) {
    const before = asked
      .filter((other) => other !== each && other.until <= each.from)
      .map((other) => depths.get(other) ?? 1)
    depths.set(each, 1 + Math.max(0, ...before))
  }
  return Math.max(0, ...depths.values())
}
