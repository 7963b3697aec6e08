import type { Locator, Page } from '@playwright/test'

export type TabStop = { what: string; problems: string[] }

/** So many keys between two looks at what came of them. */
const AT_ONCE = 20

/** Presses Tab from the top of the page until the focus leaves it; answers where it was, and what was wrong there. */
export async function tabStops(page: Page): Promise<TabStop[]> {
  await page.evaluate(noteStops)
  // More than any page has: a page that holds the focus must not hold the test.
  for (let pressed = 0; pressed < 400; pressed += AT_ONCE) {
    for (let i = 0; i < AT_ONCE; i++) await page.keyboard.press('Tab')
    const stops = await page.evaluate(() => (window as unknown as { __stops: (TabStop | null)[] }).__stops)
    const end = stops.indexOf(null)
    if (end >= 0) return stops.slice(0, end) as TabStop[]
  }
  throw new Error('the focus does not leave the page')
}

/** Runs in the page: notes at the end of each key where the focus is by then; null where it has left the page. */
function noteStops(): void {
  const stops: (TabStop | null)[] = []
  Object.assign(window, { __stops: stops })
  addEventListener('keyup', () => stops.push(focused()), true)

  /** The focused element and whether it can be seen, and be seen to be focused. */
  function focused(): TabStop | null {
    const element = document.activeElement
    if (!element || element === document.body) return null
    const outlined = (each: Element) =>
      [undefined, '::before', '::after'].some((part) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each, part)
        const ring = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
        // How antd draws its own.
        return ring || (/\bant-/.test(each.className) && boxShadow !== 'none')
      })
    // Drawn fields and cards show it around or beside the native element that has it.
    const around = [
      element,
      element.parentElement,
      element.parentElement?.parentElement,
      ...(element.parentElement?.children ?? []),
    ]
    const problems: string[] = []
    if (!element.matches(':focus-visible') || !around.some((each) => each && outlined(each)))
      problems.push('does not show the focus')
    const { top, bottom, left, right } = element.getBoundingClientRect()
    if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) problems.push('out of sight')
    const middle = (from: number, to: number, end: number) => (Math.max(from, 0) + Math.min(to, end)) / 2
    const above = document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight))
    if (above && !element.contains(above) && !above.contains(element) && !above.closest('label'))
      problems.push(`covered by ${above.outerHTML.slice(0, 80)}`)
    return { what: element.outerHTML.slice(0, 120), problems }
  }
}

/** Presses Tab until the focus is on this element. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let pressed = 0; pressed < 200; pressed++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab does not lead to ${target}`)
}
