import type { BrowserContext, Page } from '@playwright/test'
import { aFewAtATime } from '../fixtures/browser/a-few-at-a-time'
import { everything } from '../fixtures/browser/every-page'
import { faultProxy } from '../fixtures/browser/fault-proxy'
import { ready, watch } from '../fixtures/browser/watch'
import type { Site } from '../fixtures/site/site'
import { BOTH, expect, test, VERIFY } from '../fixtures/test'

type Look = { theme: 'light' | 'dark'; loggedIn: boolean }
const looks: Look[] = [
  { theme: 'light', loggedIn: false },
  { theme: 'light', loggedIn: true },
  { theme: 'dark', loggedIn: false },
  { theme: 'dark', loggedIn: true },
]
const addresses = [
  '/',
  '/sports',
  '/sports-details/fixture-run',
  '/exhibition-details/fixture-show',
  '/courses',
  '/event/registration/fixture-entry',
  '/news',
  '/login',
  '/olympiad/quiz/fixture-olympiad',
  '/quiz-complete',
  '/no/such/page',
  // Below a list in the navigation: an unknown page marks no entry.
  '/news/no/such/page',
]

/** One page of each layout, each in one of the two looks that the production build is tried in. */
const addressesIn = ({ theme }: Look) =>
  theme === 'light'
    ? ['/', '/exhibition-details/fixture-show', '/login', '/news/no/such/page']
    : ['/sports', '/event/registration/fixture-entry', '/news', '/quiz-complete']

async function visitor(page: Page, { theme, loggedIn }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  // The token is invalid: the pages under test do not check it.
  if (loggedIn) await page.addInitScript(() => localStorage.setItem('access_token', 'not.a.token'))
}

/** What Chromium logs for a document with an error status, and of files that a slow machine has not used yet. */
const expected = (message: string, { address, isSlow }: { address: string; isSlow: boolean }) =>
  (address.endsWith('/no/such/page') && /status of 404/.test(message)) ||
  (isSlow && /preloaded using link preload but not used/.test(message))

/** Chromium calls a file unused that is not used three seconds after everything was loaded. */
const respondedLate = (page: Page) =>
  page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const [responded] = performance.getEntriesByName('marram:ready')
    return (responded?.startTime ?? 0) - (navigation?.loadEventEnd ?? 0) > 2500
  })

async function looksAs(page: Page, { theme, loggedIn }: Look): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  const login = page.getByRole('banner').getByRole('link', { name: 'Login' })
  const logOut = page.getByRole('banner').getByRole('button', { name: 'Log out' })
  await expect(loggedIn ? logOut : login).toBeVisible()
  await expect(loggedIn ? login : logOut).toBeHidden()
}

const everyPageIsQuiet = (site: Site, context: BrowserContext, look: Look) =>
  aFewAtATime(everything ? addresses : addressesIn(look), async (address) => {
    const page = await context.newPage()
    await visitor(page, look)
    const { complaints, violations } = await watch(page)
    // On a busy machine the first page may be late and sent as its app shell.
    const render = async () => (await fetch(site.url + address)).headers.get('x-marram-render')
    await expect.poll(render).toMatch(/^(server|shell)/)
    await page.goto(site.url + address)
    expect(await ready(page), address).toBe('hydrated')
    await page.waitForLoadState('networkidle')
    const isSlow = await respondedLate(page)
    expect(
      complaints.filter((message) => !expected(message, { address, isSlow })),
      address,
    ).toEqual([])
    expect(await violations(), address).toEqual([])
    await looksAs(page, look)
    await page.close()
  })

const inWords = ({ theme, loggedIn }: Look) => `${theme}, ${loggedIn ? 'logged in' : 'logged out'}`

// Each page in each look, by one of the builds; both builds have each theme and each login state.
const isProductions = ({ theme, loggedIn }: Look) => (theme === 'dark') === loggedIn

for (const look of looks.filter(isProductions))
  test(`every page hydrates without errors (${inWords(look)})`, BOTH, async ({ site, context }) =>
    everyPageIsQuiet(site, context, look),
  )

for (const look of looks.filter((each) => !isProductions(each)))
  test(
    `React's development build logs nothing about any page either (${inWords(look)})`,
    VERIFY,
    async ({ developmentSite, context }) => everyPageIsQuiet(developmentSite, context, look),
  )

test('the checks above detect a difference between server and browser', VERIFY, async ({ developmentSite, page }) => {
  const proxy = await faultProxy(developmentSite.url)
  proxy.edit = (html) =>
    html.replace('id="main"', 'id="main" data-mangled="1" lang="xx"').replace('Tech Initiatives', 'Technical things')
  const { complaints } = await watch(page)
  await page.goto(`${proxy.url}/sports`)
  await ready(page)
  expect(complaints.join('\n')).toMatch(/hydrat/i)
  await proxy.close()
})

for (const look of looks) {
  test(
    `the registration form works from the server's markup: text, select, picture, receipt (${inWords(look)})`,
    VERIFY,
    async ({ developmentSite, page }) => {
      await visitor(page, look)
      const { complaints, violations } = await watch(page)
      await page.goto(`${developmentSite.url}/event/registration/fixture-entry`)
      expect(await ready(page)).toBe('hydrated')
      await page.getByRole('button', { name: 'REGISTER NOW!' }).click()
      await expect(page.getByText('There is a problem')).toBeVisible()
      await page.getByLabel('Full name').fill('Rosalind Okafor')
      await page.getByLabel('Phone number').fill('0207946011')
      await page.getByRole('combobox').click()
      await page.locator('.ant-select-item-option').first().click()
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'badge.png', mimeType: 'image/png', buffer: smallPicture })
      await expect(page.getByText('badge.png')).toBeVisible()
      const panel = await page
        .locator('.ant-select-selector, .ant-select')
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor)
      await page.getByRole('button', { name: 'REGISTER NOW!' }).click()
      const receipt = page.getByRole('region', { name: 'Your registration is in' })
      await expect(receipt).toBeVisible()
      const ground = await receipt.evaluate((element) => getComputedStyle(element).backgroundColor)
      expect(ground === 'rgb(255, 255, 255)', `receipt ${ground}, control ${panel}`).toBe(look.theme === 'light')
      await looksAs(page, look)
      expect(complaints).toEqual([])
      expect(await violations()).toEqual([])
    },
  )
}

const smallPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('going back while the page hydrates shows the right page, without an error', async ({ site, page }) => {
  const { complaints } = await watch(page)
  await page.goto(`${site.url}/publications`)
  await ready(page)
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  // React works in slices, between which it sends itself a message: each of them comes late until Back was pressed.
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype
    const held: (() => void)[] = []
    let isHeld = true
    MessagePort.prototype.postMessage = function (this: MessagePort, ...args: [unknown]) {
      const send = () => postMessage.apply(this, args)
      if (isHeld) held.push(send)
      else send()
    } as typeof postMessage
    document.addEventListener('test:back', () => {
      history.back()
      setTimeout(() => {
        isHeld = false
        for (const send of held) send()
      }, 1_500)
    })
    Object.assign(window, { __held: held })
  })
  await page.reload()
  await page.waitForFunction(() => (window as unknown as { __held: unknown[] }).__held.length > 0)
  await page.evaluate(() => document.dispatchEvent(new Event('test:back')))
  expect(await ready(page)).toBe('hydrated')
  await expect(page.getByRole('link', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page')
  expect(complaints).toEqual([])
})

test('going back before scripts have started shows the right page', async ({ site, page }) => {
  const { complaints } = await watch(page)
  await page.goto(`${site.url}/publications`)
  await ready(page)
  const second = page.getByRole('link', { name: 'Page 2' })
  await second.click()
  await expect(page).toHaveURL(/page=2/)
  let start: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    start = resolve
  })
  await page.route(/\/shell\/[^/]+\/browser\/static\/js\/index\./, async (route) => {
    await held
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await expect(second).toHaveAttribute('aria-current', 'page')
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/publications$/)
  start()
  expect(await ready(page)).toBe('fresh')
  await expect(page.getByRole('link', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page')
  await expect(second).not.toHaveAttribute('aria-current', 'page')
  expect(complaints).toEqual([])
})
