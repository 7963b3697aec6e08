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
