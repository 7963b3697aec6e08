import { paths } from '@marram/api-contract/paths'
import type { Locator, Page } from '@playwright/test'
import { cameToRest } from '../fixtures/browser/came-to-rest'
import { ready } from '../fixtures/browser/watch'
import { expect, test, VERIFY } from '../fixtures/test'

/** Calls, scripts and styles that a click would wait for; not what tabs ask every few seconds, which parts are stopped. */
function recordAsked(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const isOfPages = ['xhr', 'fetch', 'script', 'stylesheet'].includes(request.resourceType())
    if (isOfPages && pathname !== '/releases/stopped') asked.push(pathname)
  })
  return asked
}

/** What arrived between a click and the first frame with its page; later the page fetches what its own links need. */
const arrivedBefore = (link: Locator, shown: string): Promise<string[]> =>
  link.evaluate(async (element: HTMLElement, wanted) => {
    const title = () => document.querySelector('h1')?.textContent
    const [before, clickedAt] = [title(), performance.now()]
    element.click()
    while (title() === before || !document.querySelector(wanted)) await new Promise(requestAnimationFrame)
    return performance
      .getEntriesByType('resource')
      .filter(
        (entry) =>
          entry.startTime >= clickedAt && !/img|image|beacon/.test((entry as PerformanceResourceTiming).initiatorType),
      )
      .map(({ name }) => new URL(name).pathname)
      .filter((address) => address !== '/releases/stopped')
  }, shown)
const calls = (asked: string[]) => asked.filter((address) => address.startsWith('/api/'))

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('a link that was hovered opens without requests, in its section and in another', async ({ site, page }) => {
  const asked = recordAsked(page)
  await page.goto(site.url + paths.publications())
  await ready(page)
  await page.waitForLoadState('networkidle')
  const isFederation = (address: string) => /\/shell\/.*\/federation\./.test(address)
  expect(asked.filter(isFederation)).toEqual([])

  const item = page.getByRole('main').locator(`a[href^="/publication-details/"]`).first()
  let from = asked.length
  await item.hover()
  await cameToRest(page, asked, from)
  // The page's code, its data, and the sanitiser for its text.
  expect(asked.slice(from).filter((address) => address.includes('/mfe-content/')).length).toBeGreaterThan(1)
  expect(await arrivedBefore(item, 'main .prose')).toEqual([])
  await expect(heading(page)).not.toHaveText('Publications')

  await page.getByRole('navigation', { name: 'Main' }).getByText('More').click()
  const other = page.getByRole('link', { name: 'Sports', exact: true }).first()
  from = asked.length
  await other.hover()
  await cameToRest(page, asked, from)
  expect(asked.slice(from).some((address) => address.includes('/mfe-events/'))).toBe(true)
  expect(asked.filter(isFederation)).toHaveLength(1)
  expect(await arrivedBefore(other, 'main a[href^="/sports-details/"]')).toEqual([])
  await expect(page).toHaveURL(/\/sports$/)

  // Preloaded data is used once: on the way back the API is called again, and the code is already loaded.
  from = asked.length
  await page.goBack()
  await expect(heading(page)).not.toHaveText('Sports')
  expect(calls(asked.slice(from)).length).toBeGreaterThan(0)
  const files = asked.filter((address) => address.startsWith('/releases/files/'))
  expect(files.filter((file, i) => files.indexOf(file) !== i)).toEqual([])
})

test(
  'a preload stops when the pointer leaves the link; with data saver nothing is preloaded',
  VERIFY,
  async ({ faults, page, context }) => {
    const asked = recordAsked(page)
    const ended: string[] = []
    page.on('requestfailed', (request) => ended.push(new URL(request.url()).pathname))
    await page.goto(faults.url + paths.publications())
    await ready(page)
    await page.waitForLoadState('networkidle')
    faults.faults = [{ match: /^\/api\/publications\//, do: 'hang' }]
    const item = page.getByRole('main').locator(`a[href^="/publication-details/"]`).first()
    const from = asked.length
    await item.hover()
    await expect.poll(() => calls(asked.slice(from)).length).toBeGreaterThan(0)
    await page.mouse.move(2, 2)
    await expect
      .poll(() => ended.filter((address) => address.startsWith('/api/publications/')).length)
      .toBeGreaterThan(0)
    faults.faults = []

    const saving = await context.newPage()
    await saving.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
    const askedBySaver = recordAsked(saving)
    await saving.goto(faults.url + paths.publications())
    await ready(saving)
    await saving.waitForLoadState('networkidle')
    const before = askedBySaver.length
    const same = saving.getByRole('main').locator(`a[href^="/publication-details/"]`).first()
    await same.hover()
    // Nothing must happen, so the test can only wait.
    await saving.waitForTimeout(500)
    expect(askedBySaver.slice(before)).toEqual([])
    await same.click()
    await expect(saving.locator('.prose').first()).toBeVisible()
  },
)
