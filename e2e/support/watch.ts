import type { Page } from '@playwright/test'

export type Watched = {
  /** Console warnings and errors, page errors and policy violations, in order. */
  complaints: string[]
  /** URLs asked for, in order, without data URLs. */
  requests: string[]
  violations: () => Promise<string[]>
}

/** Listens to everything that a page says. Call it before the first navigation. */
export async function watch(page: Page): Promise<Watched> {
  const complaints: string[] = []
  const requests: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning' || /preload/i.test(message.text()))
      complaints.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`))
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requests.push(request.url())
  })
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { __violations: seen })
    document.addEventListener('securitypolicyviolation', (event) =>
      seen.push(`${event.violatedDirective} ${event.blockedURI}`),
    )
  })
  return {
    complaints,
    requests,
    violations: () => page.evaluate(() => (window as unknown as { __violations: string[] }).__violations),
  }
}

/** Waits until the page responds; answers how it started: `hydrated` or `fresh`. */
export async function ready(page: Page): Promise<string> {
  await page.waitForFunction(() => document.documentElement.dataset.ready, undefined, { timeout: 25_000 })
  return page.evaluate(() => document.documentElement.dataset.ready as string)
}

/** Sums up how far a page's parts were moved about, also in answer to a click. Call it before the first navigation. */
export async function watchShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { __shifts: shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () =>
    page.evaluate(() => (window as unknown as { __shifts: number[] }).__shifts.reduce((sum, each) => sum + each, 0))
}

/** Headings, links and labels without a word, and pictures that cannot be shown: what is left where content is missing. */
export const emptyParts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wordless = (element: Element) =>
      !element.textContent?.trim() &&
      !element.getAttribute('aria-label') &&
      !element.querySelector('[alt]:not([alt=""])')
    const parts = [...document.querySelectorAll('h1, h2, h3, h4, a, button, label, legend, th')].filter(wordless)
    const pictures = [...document.images].filter(
      (image) => !image.getAttribute('src') || (image.complete && image.naturalWidth === 0 && image.loading !== 'lazy'),
    )
    return [...parts, ...pictures].map((element) => element.outerHTML.slice(0, 200))
  })
