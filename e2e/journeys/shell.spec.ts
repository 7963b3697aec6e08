import { paths } from '@marram/api-contract/paths'
import type { Page } from '@playwright/test'
import { firstOf } from '../fixtures/api/first-of'
import { expectNoViolations } from '../fixtures/browser/axe'
import { cameToRest } from '../fixtures/browser/came-to-rest'
import { everything } from '../fixtures/browser/every-page'
import { ready } from '../fixtures/browser/watch'
import { edgeLog } from '../fixtures/site/edge-log'
import { expect, test, VERIFY } from '../fixtures/test'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const header = (page: Page) => page.getByRole('banner')
const footer = (page: Page) => page.getByRole('contentinfo')
const more = (page: Page) => header(page).getByRole('button', { name: 'More' })
const panel = (page: Page) => page.locator('#more')
const openMenu = (page: Page) => page.getByRole('button', { name: 'Open menu' })
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
const heading = (page: Page, name: string) => page.getByRole('main').getByRole('heading', { level: 1, name })
const email = (page: Page) => page.getByLabel('Your e-mail address')
const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'We could not load this page' })
const focused = (page: Page) => page.locator(':focus')

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await ready(page)
}

async function press(page: Page, key: string, times = 1): Promise<void> {
  for (let i = 0; i < times; i++) await page.keyboard.press(key)
}

test('the header works by keyboard alone, marks the current page, and every page is read from its heading', async ({
  site,
  page,
}) => {
  await open(page, site.url + paths.publication(await firstOf(`${site.url}/api/publications/`)))
  await expect(header(page).locator('nav').getByRole('link')).toHaveText([
    ...['Home', 'Publications', 'Digital Media', 'Eco Shop', 'Tech Initiatives'],
  ])
  await expect(header(page).locator('[aria-current]:visible')).toHaveText(['Publications'])
  await press(page, 'Tab')
  await expect(focused(page)).toHaveText('Skip to main content')
  await press(page, 'Tab', 7)
  await expect(more(page)).toBeFocused()
  await expect(more(page)).toHaveAttribute('aria-expanded', 'false')

  await press(page, 'Enter')
  await expect(more(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(panel(page).getByRole('link')).toHaveText(
    [
      ...['Olympiad', 'Submissions', 'Exhibitions', 'Sports', 'Tickets'],
      ...['Courses', 'News', 'Campaign & Events', 'About Us'],
    ].map((title) => new RegExp(`^${title}`)),
  )
  await press(page, 'Tab')
  await expect(focused(page)).toHaveText(/^Olympiad/)
  await press(page, 'Escape')
  await expect(panel(page)).toBeHidden()
  await expect(more(page)).toBeFocused()

  await press(page, 'Enter')
  await press(page, 'Tab', 9)
  await expect(focused(page)).toHaveText(/^About Us/)
  await press(page, 'Tab')
  await expect(focused(page)).toHaveText('Search')
  await expect(panel(page)).toBeHidden()
  await more(page).click()
  await page.mouse.click(300, 700)
  await expect(panel(page)).toBeHidden()

  await page.evaluate(() => scrollTo(0, 300))
  await more(page).focus()
  await press(page, 'Enter')
  await press(page, 'Tab', 4)
  await press(page, 'Enter')
  await expect(heading(page, 'Sports')).toBeFocused()
  await expect(panel(page)).toBeHidden()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await expect(page.getByRole('status').filter({ hasText: 'Sports | Marram' })).toBeAttached()
  await expect(more(page)).toHaveAttribute('aria-current', 'true')
  await page.evaluate(() => scrollTo(0, 300))
  await page.goBack()
  await expect(header(page).locator('[aria-current]:visible')).toHaveText(['Publications'])
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('the drawer of a phone works by keyboard alone', VERIFY, async ({ site, browser }) => {
  const page = await browser.newPage({ viewport: PHONE })
  await open(page, site.url + paths.sports())
  await openMenu(page).focus()
  await press(page, 'Enter')
  await expect(drawer(page).getByRole('button', { name: 'Close menu' })).toBeFocused()
  await expect(page.locator('html')).toHaveCSS('overflow', 'hidden')
  await expect(drawer(page).locator('[aria-current]')).toHaveText(['Sports'])
  await expect(drawer(page).getByRole('link', { name: 'Login' })).toBeInViewport()
  for (let i = 0; i < 25; i++) {
    await press(page, 'Tab')
    // From the end of the dialog the focus passes through the browser.
    expect(await focused(page).evaluateAll(([element]) => !element || element.closest('dialog') !== null)).toBe(true)
  }
  await press(page, 'Escape')
  await expect(drawer(page)).toBeHidden()
  await expect(openMenu(page)).toBeFocused()
  await press(page, 'Enter')
  await press(page, 'Tab', 2)
  await expect(focused(page)).toHaveText('Publications')
  await press(page, 'Enter')
  await expect(heading(page, 'Publications')).toBeFocused()
  await expect(drawer(page)).toBeHidden()
  await page.close()
})

test('Back closes the drawer and stays on the page, and the drawer is not in the history', async ({
  site,
  browser,
}) => {
  const page = await browser.newPage({ viewport: PHONE })
  await open(page, site.url + paths.sports())
  await openMenu(page).click()
  await expect(drawer(page)).toBeVisible()
  await page.goBack()
  await expect(drawer(page)).toBeHidden()
  await expect(openMenu(page)).toBeFocused()
  expect(page.url()).toBe(site.url + paths.sports())
  await page.goForward()
  await drawer(page).getByRole('link', { name: 'Publications' }).click()
  await expect(heading(page, 'Publications')).toBeFocused()
  await page.goBack()
  await expect(heading(page, 'Sports')).toBeFocused()
  await expect(drawer(page)).toBeHidden()
  await page.close()
})

test('the newsletter is sent once, keeps a failed address, and shows the result on the page too', async ({
  faults,
  page,
}) => {
  await open(page, faults.url + paths.privacy())
  faults.faults = [{ match: /news-letter/, do: '500', times: 1 }]
  await email(page).fill('shore@example.org')
  await press(page, 'Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Error!' })).toBeVisible()
  await expect(email(page)).toHaveValue('shore@example.org')

  const send = footer(page).getByRole('button', { name: /Subscribe|Sending/ })
  let answer = () => {}
  const allowed = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/news-letter/, async (route) => {
    await allowed
    await route.continue()
  })
  const { width } = (await send.boundingBox()) ?? {}
  const asked = () => faults.asked.filter((path) => path.includes('news-letter')).length
  const before = asked()
  await send.dblclick()
  await press(page, 'Enter')
  await expect(send).toHaveText('Sending')
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  expect((await send.boundingBox())?.width).toBe(width)
  answer()
  await expect(page.getByRole('status').filter({ hasText: 'Success!' })).toBeVisible()
  await expect(email(page)).toHaveValue('')
  await expect(footer(page).getByText('You are on the list', { exact: false }).last()).toBeVisible()
  expect(asked() - before).toBe(1)
})

test('the footer: theme for every tab, before any script has loaded, and back to the top', async ({
  site,
  browser,
}) => {
  const context = await browser.newContext({ viewport: DESK })
  const page = await context.newPage()
  const other = await context.newPage()
  await open(other, site.url + paths.accessibility())
  await open(page, site.url + paths.privacy())
  await page.getByRole('radio', { name: 'System' }).focus()
  await press(page, 'ArrowRight', 2)
  for (const each of [page, other]) {
    await expect(each.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(each.locator('meta[name=theme-color]')).toHaveAttribute('content', '#07191f')
    await expect(each.getByRole('radio', { name: 'Dark' })).toBeChecked()
  }
  await other.route(/\.js/, (route) => route.abort())
  await other.reload()
  await expect(other.locator('body')).toHaveCSS('background-color', 'rgb(7, 25, 31)')
  await other.getByText('Light', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')

  await page.getByRole('link', { name: 'Back to top' }).focus()
  await press(page, 'Enter')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  for (const name of ['Accessibility', 'Privacy', 'Contact', 'Marram on Mastodon'])
    await expect(footer(page).getByRole('link', { name, exact: true })).toBeVisible()
  await context.close()
})

test('offline is shown as long as it lasts, and typed text stays', async ({ site, page, context }) => {
  await open(page, site.url)
  // The element that announces it takes no space.
  const bar = page.getByRole('status').getByText('You are offline. What you type stays on this page.')
  await email(page).fill('adrift@example.org')
  await context.setOffline(true)
  await expect(bar).toBeVisible()
  await press(page, 'Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Error!' })).toBeVisible()
  await expect(email(page)).toHaveValue('adrift@example.org')
  await context.setOffline(false)
  await expect(bar).toBeHidden()
})

test('a slow page shows a bar; hovering over a link has fetched its code already', VERIFY, async ({ site, page }) => {
  await open(page, site.url + paths.privacy())
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script' && request.url().includes('/mfe-events/')) scripts.push(request.url())
  })
  await more(page).click()
  const link = panel(page).getByRole('link', { name: 'Campaign & Events' })
  await link.hover()
  // The section's entry, its manifest, and the page.
  await cameToRest(page, scripts, 2)
  const bar = page.getByRole('progressbar', { name: 'Loading the page' })
  await expect(bar).toBeHidden()
  let answer = () => {}
  const allowed = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/events/', async (route) => {
    await allowed
    await route.continue()
  })
  const fetched = scripts.length
  // Not by pointer, which would then hover over a link of the next page.
  await page.mouse.move(2, 600)
  await link.press('Enter')
  await expect(panel(page)).toBeHidden()
  await expect(bar).toHaveCSS('opacity', '1')
  answer()
  await expect(heading(page, 'Campaign & Events')).toBeFocused()
  await expect(bar).toBeHidden()
  expect(scripts.slice(fetched)).toEqual([])
})

test(
  'a page that needs a login asks for it and remembers the destination; logging out leaves it',
  VERIFY,
  async ({ site, page }) => {
    const asked = `${site.url}${paths.login()}?from=${encodeURIComponent(paths.submissionRegistration())}`
    await page.addInitScript(
      () => localStorage.getItem('access_token') ?? localStorage.setItem('access_token', 'not one'),
    )
    await open(page, site.url + paths.submissionRegistration())
    await expect(page).toHaveURL(`${asked}&why=ended`)
    await expect(header(page).getByRole('link', { name: 'Login' })).toBeVisible()

    const post = async (call: string, body: object) =>
      (await page.request.post(`${site.url}/api/auth/${call}`, { data: body })).json()
    const [phone, password] = ['0123456780', 'sea lavender']
    const person = { first_name: 'Ada', last_name: 'Shore', phone, email: 'ada@example.org', password }
    await post('register', { ...person, password2: password })
    const { access_token, refresh_token } = await post('token/user', { email: phone, password })
    // The access token has expired, and the refresh token renews it.
    await page.evaluate((token) => {
      localStorage.setItem('access_token', 'run out')
      localStorage.setItem('refresh_token', token)
    }, refresh_token)
    expect(access_token).toBeTruthy()
    await open(page, site.url + paths.submissionRegistration())
    await expect(page).toHaveURL(site.url + paths.submissionRegistration())
    const renewed = await page.evaluate(() => localStorage.getItem('refresh_token'))
    expect(renewed).not.toBe(refresh_token)
    const revoked = page.waitForResponse(/token\/revoke/)
    await header(page).getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(asked)
    expect((await revoked).status()).toBe(200)
    expect((await post('token/refresh', { refresh_token: renewed })).code).not.toBe(200)
  },
)

test.describe('a tab from an earlier day', () => {
  /** The document names an earlier composition, and the files of this section are gone. */
  const old = (html: string) =>
    html
      .replace(/("marram-composition">\{"id":")[0-9a-f]{32}/, '$1000000000000')
      .replaceAll(/\/mfe-events\/[^/"]+\/browser/g, '/mfe-events/0.0.1/browser')

  test('reloads to the current version when it needs removed files, and says so', async ({ faults, page }) => {
    faults.edit = old
    await open(page, faults.url)
    faults.edit = undefined
    await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/sports"]')?.click())
    await expect(page.getByRole('status').filter({ hasText: 'new version' })).toBeVisible()
    await expect(heading(page, 'Sports')).toBeVisible()
  })

  test('stays, with a report id, while a form has unsent values', VERIFY, async ({ faults, page, site }) => {
    faults.edit = old
    await open(page, faults.url)
    faults.edit = undefined
    await email(page).fill('unsent@example.org')
    await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/sports"]')?.click())
    await expect(failure(page)).toBeVisible()
    await expect(email(page)).toHaveValue('unsent@example.org')
    const [, id] = /name report (\w+)/.exec((await failure(page).textContent()) ?? '') ?? []
    await expect.poll(() => edgeLog(site)).toContain(`#${id} `)
    await email(page).fill('')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page, 'Sports')).toBeVisible()
  })
})

test('nothing shifts when the fonts load late, and the login pill is right before any script has loaded', async ({
  site,
  browser,
}) => {
  for (const viewport of [DESK, PHONE]) {
    const page = await browser.newPage({ viewport })
    await page.addInitScript(() => {
      localStorage.setItem('access_token', 'not.a.token')
      let shift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value
        Object.assign(window, { __shift: shift })
      }).observe({ type: 'layout-shift', buffered: true })
    })
    let arrive = () => {}
    const allowed = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route(/\.(js|woff2)(\?|$)/, async (route) => {
      await allowed
      await route.continue()
    })
    await page.goto(site.url, { waitUntil: 'commit' })
    if (viewport === DESK) await expect(header(page).getByRole('button', { name: 'Log out' })).toBeVisible()
    else await expect(openMenu(page)).toBeVisible()
    arrive()
    await ready(page)
    await page.waitForFunction(() => [...document.fonts].filter(({ status }) => status === 'loaded').length > 1)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    const shift = await page.evaluate(() => (window as unknown as { __shift?: number }).__shift ?? 0)
    expect(shift, `${viewport.width} px`).toBeLessThan(0.01)
    await page.close()
  }
})

test('without JavaScript, in the dark: both menus open, and fields are dark', async ({ site, browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: DESK, colorScheme: 'dark' })
  const page = await context.newPage()
  await page.goto(site.url + paths.registration('fixture-entry'))
  await expect(page.getByLabel('Full name')).toHaveCSS('background-color', 'rgb(15, 38, 45)')
  await more(page).click()
  await expect(panel(page).getByRole('link', { name: 'About Us' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.setViewportSize(PHONE)
  await openMenu(page).click()
  await drawer(page).getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL(site.url + paths.privacy())
  await context.close()
})

test(
  'prints dark on white, without screen-only controls, and with the addresses of links',
  VERIFY,
  async ({ site, page }) => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await open(page, site.url + paths.newsItem(await firstOf(`${site.url}/api/main-news/featured`)))
    await expect(header(page)).toBeHidden()
    await expect(footer(page)).toBeHidden()
    for (const button of await page.getByRole('main').locator('button').all()) await expect(button).toBeHidden()
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)')
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    const latest = page.getByRole('main').locator('a[href^="/news/details/"]').first()
    expect(await latest.evaluate((link) => getComputedStyle(link, '::after').content)).toContain('/news/details/')
    const heights = await page.locator('main img').evaluateAll((all) => all.map((image) => image.clientHeight))
    expect(heights.length).toBeGreaterThan(0)
    // Four centimetres.
    expect(Math.max(...heights)).toBeLessThanOrEqual(152)
  },
)

for (const colorScheme of everything ? (['light', 'dark'] as const) : (['light'] as const)) {
  test(
    `open menus, toasts, offline bar and failure panel are accessible (${colorScheme})`,
    VERIFY,
    async ({ faults, browser }) => {
      const context = await browser.newContext({ viewport: DESK, colorScheme, reducedMotion: 'reduce' })
      const page = await context.newPage()
      await open(page, faults.url + paths.privacy())
      await more(page).click()
      await expectNoViolations(page, 'More')
      await header(page).getByRole('button', { name: 'Search' }).click()
      await expectNoViolations(page, 'search')
      await more(page).click()
      faults.faults = [{ match: /\/mfe-events\/.*remoteEntry/, do: '404' }]
      await panel(page).getByRole('link', { name: 'Sports' }).click()
      await expect(failure(page)).toBeVisible()
      await email(page).fill('nobody')
      await press(page, 'Enter')
      const toast = page.getByRole('alert').filter({ hasText: 'Error!' })
      await toast.hover()
      await context.setOffline(true)
      await expectNoViolations(page, 'failure panel, toast and offline bar')
      await expect(toast).toBeVisible()
      await context.setOffline(false)
      await page.setViewportSize(PHONE)
      await openMenu(page).click()
      await expectNoViolations(page, 'drawer')
      await context.close()
    },
  )
}
