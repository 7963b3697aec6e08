import { paths } from '@marram/api-contract/paths'
import type { Page } from '@playwright/test'
import { everything } from '../fixtures/browser/every-page'
import { expectBothThemes } from '../fixtures/browser/for-everybody'
import { withoutPopup } from '../fixtures/browser/popup'
import { ready, watch } from '../fixtures/browser/watch'
import { documentOf } from '../fixtures/releases/variant'
import { BOTH, expect, test, VERIFY } from '../fixtures/test'

const KEPT = 'marram:recent-searches'
const box = (page: Page) => page.getByLabel('Search the site')
const popup = (page: Page) => page.getByRole('listbox')
const options = (page: Page) => popup(page).getByRole('option')
const results = (page: Page) => page.getByRole('region', { name: /result/ }).getByRole('article')
const kinds = (page: Page) => page.getByRole('navigation', { name: 'Kinds' })
const chosen = (page: Page) => popup(page).getByRole('option', { selected: true })
const kept = (page: Page) => page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '[]'), KEPT)

const open = async (page: Page, address: string) => {
  await page.goto(address)
  await ready(page)
}
/** Search calls of the page. */
function searches(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/search') asked.push(searchParams.get('q') ?? '')
  })
  return asked
}

test.beforeEach(({ context }) => withoutPopup(context))

test('from the box on the home page by keyboard: suggestions, results, a kind, a page, and back', async ({
  site,
  page,
}) => {
  const { complaints, requests } = await watch(page)
  const asked = searches(page)
  await open(page, site.url)
  await expect(box(page)).toHaveRole('searchbox')
  const before = requests.length
  await box(page).focus()
  await expect(box(page)).toHaveRole('combobox')
  await expect(popup(page)).toBeHidden()
  // About the speed of hunt-and-peck typing; two calls are 600 ms apart.
  await box(page).pressSequentially('thermometer'.slice(0, 10), { delay: 180 })
  await expect(options(page).last()).toHaveText('Search for “thermomete”')
  expect(requests.slice(before).some((url) => /\.js$/.test(url))).toBe(true)
  await expect.poll(() => asked.at(-1)).toBe('thermomete')
  expect(asked.length).toBeLessThanOrEqual(4)

  await box(page).fill('tide')
  await expect(options(page)).toHaveCount(7)
  await expect(options(page).first()).toContainText('Tide')
  await expect(options(page).first().locator('mark')).toHaveText('Tide')
  await expect(page.getByRole('status').filter({ hasText: '6 suggestions' })).toHaveCount(1)
  await expect(chosen(page)).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  await expect(box(page)).toHaveAttribute(
    'aria-activedescendant',
    (await options(page).first().getAttribute('id')) ?? '',
  )
  await page.keyboard.press('ArrowUp')
  await expect(chosen(page)).toHaveText('Search for “tide”')
  await page.keyboard.press('Home')
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(popup(page)).toBeHidden()
  await expect(box(page)).toHaveValue('tide')
  await expect(box(page)).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await expect(box(page)).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(site.url + paths.search({ q: 'tide' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeFocused()
  await expect(popup(page)).toBeHidden()
  await expect(box(page)).toHaveValue('tide')
  const count = Number(await kinds(page).getByRole('link', { name: 'All kinds' }).getByText(/^\d+$/).textContent())
  expect(count).toBeGreaterThan(10)
  await expect(page.getByRole('heading', { name: `${count} results for “tide”` })).toBeVisible()
  await expect(results(page)).toHaveCount(10)
  await expect(results(page).first().locator('mark').first()).toHaveText(/^tides?$/i)

  await kinds(page).getByRole('link', { name: 'Publications' }).click()
  await expect(page).toHaveURL(site.url + paths.search({ q: 'tide', kind: 'publication' }))
  await expect(page.getByRole('heading', { name: /^\d results in Publications for “tide”$/ })).toBeVisible()
  await expect(kinds(page).getByRole('link', { name: 'Publications' })).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(site.url + paths.search({ q: 'tide', page: 2 }))
  await expect(page).toHaveTitle('tide, Search, page 2 | Marram')
  await page.goBack()
  await expect(results(page)).toHaveCount(10)

  // A suggestion opens its page; after Back the box has the words of the address again.
  await box(page).fill('tide gauge')
  await expect(options(page).first()).toContainText('Tide gauge')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(site.url + paths.techInitiative('tide-gauge-network'))
  await page.goBack()
  await expect(box(page)).toHaveValue('tide')
  expect(complaints).toEqual([])
})

test(
  'with a pointer a suggestion is opened, and clicking elsewhere or Tab closes the popup',
  VERIFY,
  async ({ site, page }) => {
    await open(page, site.url + paths.search())
    await box(page).click()
    await box(page).pressSequentially('oak')
    await expect(options(page).first()).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(popup(page)).toBeHidden()
    await box(page).click()
    await expect(popup(page)).toBeVisible()
    await page.getByRole('heading', { level: 1 }).click()
    await expect(popup(page)).toBeHidden()
    await box(page).click()
    // The popup covers everything: the page does not get the click.
    await options(page).first().click()
    await expect(page).toHaveURL(/\/news\/details\//)
    await expect(popup(page)).toBeHidden()
  },
)

test(
  'recent searches stay on the device, are offered again, and are deleted one by one or all at once',
  VERIFY,
  async ({ site, page }) => {
    for (const q of ['tide', 'oak', 'river', 'sea']) await open(page, site.url + paths.search({ q }))
    await open(page, site.url + paths.search())
    const list = page.getByRole('region', { name: 'Recent searches' })
    await expect(list.getByRole('listitem')).toHaveText([/sea/, /river/, /oak/, /tide/])
    await list.getByRole('button', { name: 'Forget river' }).click()
    await expect(list.getByRole('heading')).toBeFocused()
    await expect(list.getByRole('listitem')).toHaveCount(3)

    await box(page).click()
    await expect(options(page)).toHaveText(['sea', 'oak', 'tide', 'Clear recent searches'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Delete')
    await expect(options(page)).toHaveText(['oak', 'tide', 'Clear recent searches'])
    // The cross is for pointers; it takes no focus.
    await popup(page).locator('button[aria-hidden]').first().click()
    await expect(options(page)).toHaveText(['tide', 'Clear recent searches'])
    await expect(box(page)).toBeFocused()
    expect(await kept(page)).toEqual(['tide'])
    await options(page).first().click()
    await expect(page).toHaveURL(site.url + paths.search({ q: 'tide' }))
    await page.goBack()
    await list.getByRole('button', { name: 'Clear recent searches' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(0)
    expect(await page.evaluate((key) => localStorage.getItem(key), KEPT)).toBeNull()
    await box(page).click()
    await expect(popup(page)).toBeHidden()
  },
)

test('from the header of every page, with the keyboard: a page of a section, a person, and a corrected word', async ({
  site,
  page,
}) => {
  const { complaints } = await watch(page)
  await open(page, site.url + paths.sports())
  const button = page.getByRole('banner').getByRole('button', { name: 'Search' })
  const words = page.getByRole('banner').getByRole('searchbox')
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(words).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(words).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await words.fill('privcy')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(site.url + paths.search({ q: 'privcy' }))
  await expect(words).toBeHidden()
  await expect(page.getByText('Nothing for “privcy”. Showing “privacy”.')).toBeVisible()
  await expect(results(page).first().getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', paths.privacy())

  await open(page, site.url + paths.search({ q: 'grün' }))
  await expect(page.getByRole('heading', { name: /results for “run”/ })).toBeVisible()
  await page.getByRole('link', { name: 'Search for “grün” as it is' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing found for “grün”' })).toBeVisible()

  await box(page).fill('')
  await box(page).fill('grün')
  await expect(options(page).last()).toHaveText('Search for “grün”')
  await expect(page.getByRole('status').filter({ hasText: 'Nothing for “grün”. Showing “run”.' })).toHaveCount(1)
  await box(page).fill('Ásgeirsdóttir')
  await box(page).press('Enter')
  await results(page).first().getByRole('link').click()
  await expect(page).toHaveURL(`${site.url}${paths.about()}#support-team`)
  await expect(page.getByRole('heading', { name: 'Support team' })).toBeFocused()
  expect(complaints).toEqual([])
})

test('without scripts: the form, the kinds and the pages work, and no results come with advice', async ({
  site,
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(site.url)
  await box(page).fill('tide')
  await box(page).press('Enter')
  await expect(page).toHaveURL(site.url + paths.search({ q: 'tide' }))
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(results(page)).toHaveCount(10)
  await page.getByRole('link', { name: 'Page 3' }).click()
  await expect(page).toHaveURL(site.url + paths.search({ q: 'tide', page: 3 }))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await page.getByRole('banner').getByRole('searchbox').fill('tide')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(site.url + paths.search({ q: 'tide' }))
  await kinds(page).getByText('All kinds').first().click()
  await kinds(page).getByRole('link', { name: 'Exhibitions' }).click()
  await expect(page.getByRole('heading', { name: 'results in Exhibitions for “tide”' })).toBeVisible()
  // A page beyond the end is the last one; an unknown kind is ignored.
  await page.goto(`${site.url}/search?q=tide&page=99&kind=toString`)
  await expect(page).toHaveURL(site.url + paths.search({ q: 'tide', page: 3 }))

  await box(page).fill('xyzzy<b>')
  await box(page).press('Enter')
  await expect(page.getByRole('heading', { name: 'Nothing found for “xyzzy<b>”' })).toBeVisible()
  await expect(page.getByText('Check the spelling')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Popular sections' }).getByRole('link')).toHaveCount(6)
  await expect(page.getByRole('region', { name: 'Latest posts' }).getByRole('listitem')).toHaveCount(4)
  await context.close()
})

test.describe('another host', () => {
  test('has no search: the page says so calmly, shows no suggestions, and reports when the host is down', async ({
    page,
    other,
  }) => {
    other.api.answer = (path) => (path === '/api/home/' ? { data: { title: 'Another host' } } : undefined)
    const { status, html } = await documentOf(other, paths.search({ q: 'tide' }))
    expect(status).toBe(200)
    expect(html).toContain('Search is not available at the moment')
    expect((await documentOf(other, paths.search({ q: 'privacy' }))).html).toContain('Pages for “privacy”')
    const { complaints } = await watch(page)
    const asked = searches(page)
    await open(page, other.url + paths.search())
    await box(page).click()
    await box(page).pressSequentially('ti')
    await expect(box(page)).toHaveRole('searchbox')
    await box(page).pressSequentially('de')
    await box(page).press('Enter')
    await expect(page.getByRole('heading', { name: 'Search is not available at the moment' })).toBeVisible()
    await expect(box(page)).toHaveValue('tide')
    await expect(page.getByRole('region', { name: 'Popular sections' })).toBeVisible()
    await expect(popup(page)).toBeHidden()
    expect(asked).toEqual(['ti', 'tide'])
    expect(await kept(page)).toEqual([])
    expect(complaints).toEqual([])

    other.api.isDown = true
    expect((await documentOf(other, paths.search({ q: 'tide' }))).status).toBe(503)
    expect((await documentOf(other, paths.search())).status).toBe(200)
    await box(page).fill('oak')
    await box(page).press('Enter')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  })
})

for (const width of everything ? [1440, 390] : [390])
  test(`the open popup is accessible at ${width} px, in light and dark`, BOTH, async ({ site, page }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript((key) => localStorage.setItem(key, '["sea glass","oak"]'), KEPT)
    await open(page, site.url + paths.search())
    await box(page).click()
    await expect(options(page)).toHaveCount(3)
    await page.keyboard.press('ArrowDown')
    await expectBothThemes(page, 'recent searches', 'search')
    await box(page).fill('salt')
    await expect(options(page)).toHaveCount(7)
    await page.keyboard.press('ArrowDown')
    await expectBothThemes(page, 'suggestions', 'search')
    const { left, right } = await popup(page).evaluate((list) => list.getBoundingClientRect().toJSON())
    expect([left >= 0, right <= width]).toEqual([true, true])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
