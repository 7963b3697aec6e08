import fs from 'node:fs'
import path from 'node:path'
import { paths } from '@marram/api-contract/paths'
import type { Page } from '@playwright/test'
import { firstOf } from '../fixtures/api/first-of'
import { everything } from '../fixtures/browser/every-page'
import { ready, watch, watchShift } from '../fixtures/browser/watch'
import { documentOf } from '../fixtures/releases/variant'
import { root, type Site } from '../fixtures/site/site'
import { BOTH, expect, test, VERIFY } from '../fixtures/test'

const rows = (page: Page) => page.locator('main section article')
const pager = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const publicationOf = async (site: Site) => paths.publication(await firstOf(`${site.url}/api/publications/`))

test('publications: page, category and search are in the address, and survive reload and Back', async ({
  site,
  page,
}) => {
  const { complaints } = await watch(page)
  const shift = await watchShift(page)
  await page.goto(site.url + paths.publications())
  await ready(page)
  await expect(rows(page)).toHaveCount(9)
  await expect(page.getByText('12 publications', { exact: true })).toBeVisible()
  const latest = page.getByRole('region', { name: 'Latest posts' })
  // The list itself begins with them.
  await expect(latest).toHaveCount(0)
  const [first = ''] = await rows(page).getByRole('heading').allTextContents()

  await pager(page).getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(site.url + paths.publications({ page: 2 }))
  await expect(rows(page)).toHaveCount(3)
  await expect(latest.getByRole('listitem')).toHaveCount(5)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.reload()
  await expect(pager(page).getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await expect(rows(page)).toHaveCount(3)
  await page.goBack()
  await expect(rows(page).getByRole('heading').first()).toHaveText(first)
  expect(await shift()).toBeLessThan(0.01)

  await page
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link', { name: /Reports/ })
    .click()
  await expect(rows(page)).toHaveCount(3)
  await expect(page.getByRole('heading', { name: 'Reports', level: 2 })).toBeVisible()
  await page.getByLabel('Search publications').fill('ÁRROWE')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(site.url + paths.publications({ q: 'ÁRROWE', category: 'reports' }))
  await expect(page.getByText('1 publication in Reports found')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await page.goBack()
  await expect(rows(page)).toHaveCount(3)
  await expect(page.getByLabel('Search publications')).toHaveValue('')
  await page.goForward()
  await expect(page.getByLabel('Search publications')).toHaveValue('ÁRROWE')
  await page.getByRole('link', { name: 'Show all publications' }).click()
  await expect(rows(page)).toHaveCount(9)
  expect(await shift()).toBeLessThan(0.01)
  expect(complaints).toEqual([])
})

test('lists shorten texts to 280 visible characters, or to 150', async ({ site }) => {
  for (const [address, most] of [
    [paths.publications(), 280],
    [paths.newsList(), 150],
  ] as const) {
    const { html } = await documentOf(site, address)
    const excerpts = [...html.matchAll(/<p class="[^"]*excerpt[^"]*">([^<]*)<\/p>/g)].map(([, text = '']) =>
      text.replaceAll(/&[#\w]+;/g, '&'),
    )
    const lengths = excerpts.map((text) => [...text.replace(/…$/, '')].length)
    expect(lengths.length, address).toBeGreaterThan(5)
    expect(Math.max(...lengths), address).toBeLessThanOrEqual(most)
    // Whole sentences, or a cut after a word that can be the last.
    expect(Math.min(...lengths), address).toBeGreaterThan(most * 0.45)
    expect(
      excerpts.filter((text) => !/[.!?…][’”"')&]*$/.test(text) || /\s(?:a|and|at|of|the|to)…$/.test(text)),
    ).toEqual([])
  }
})

test('without scripts the lists can still be searched, filtered and paged', async ({ site, browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(site.url + paths.publications())
  await page.getByLabel('Search publications').fill('no such word')
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(site.url + paths.publications({ q: 'no such word' }))
  await expect(page.getByText('Nothing to show.')).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await page.goto(site.url + paths.newsList())
  await pager(page).getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(site.url + paths.newsList({ page: 2 }))
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Sports' }).click()
  await expect(page).toHaveURL(site.url + paths.newsList({ category: 'sports' }))
  await expect(rows(page)).toHaveCount(2)
  // A page beyond the end redirects to the last one.
  await page.goto(`${site.url}${paths.newsList({ page: 99 })}`)
  await expect(page).toHaveURL(site.url + paths.newsList({ page: 2 }))
  // A comment cannot be sent, and the form explains why.
  await page.goto(site.url + paths.newsItem(await firstOf(`${site.url}/api/main-news/`)))
  await page.getByText('Write a comment').click()
  await expect(page.locator('form#comment noscript p')).toContainText('This form needs JavaScript')
  await expect(page.getByRole('button', { name: 'POST A COMMENT' })).toBeHidden()
  await context.close()
})

test('a publication: reading time, latest posts, a link to share, tables that scroll by keyboard', async ({
  site,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(site.url).origin })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(site.url + (await publicationOf(site)))
  await ready(page)
  await expect(page.getByText(/^\d+ min read$/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Latest posts' }).getByRole('listitem')).toHaveCount(5)
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The link to this page is copied.' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  // A device with its own share dialog.
  await page.evaluate(() => {
    const share = async (shared: ShareData) => Object.assign(window, { __shared: shared })
    Object.assign(navigator, { canShare: () => true, share })
  })
  await page.getByRole('button', { name: 'Share' }).click()
  expect(await page.evaluate(() => (window as unknown as { __shared?: ShareData }).__shared)).toEqual({
    title: await page.getByRole('heading', { level: 1 }).textContent(),
    url: page.url(),
  })

  const table = page.getByRole('region', { name: /^Table 1: / })
  await table.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => table.evaluate((region) => region.scrollLeft)).toBeGreaterThan(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('a comment is sent and waits for approval; when sending fails, the text stays', async ({ site, page }) => {
  await page.goto(site.url + paths.newsItem(await firstOf(`${site.url}/api/main-news/`)))
  await ready(page)
  const form = page.getByRole('form', { name: 'Leave a comment' })
  const open = () => page.getByText('Write a comment').click()
  await expect(form).toBeHidden()
  await open()
  await expect(page.getByText('Somebody here reads each comment before it is shown')).toBeVisible()
  await form.getByLabel('4 stars').check()
  await form.getByLabel('4 stars').press('ArrowRight')
  await form.getByLabel('Comments').fill('Two tides a day.')
  await form.getByLabel('Name', { exact: true }).fill('Rosalind Okafor')
  await form.getByLabel(/^E-mail/).fill('rosalind@example')
  await form.getByLabel(/Save my name/).check()
  await form.getByLabel(/^Website/).fill('https://fenwick.example')
  await form.getByRole('button', { name: 'POST A COMMENT' }).click()
  await expect(form.getByRole('alert')).toContainText('Enter an e-mail address')
  await expect(form.getByLabel('5 stars')).toBeChecked()
  await expect(form.getByLabel('Comments')).toHaveValue('Two tides a day.')
  await form.getByLabel(/^E-mail/).fill('rosalind@example.org')
  await expect(form.locator('#comment-email')).not.toHaveAttribute('aria-invalid', 'true')
  await form.getByRole('button', { name: 'POST A COMMENT' }).click()
  await expect(form.getByText('Somebody here reads your comment')).toBeVisible()
  await expect(form.getByLabel('Comments')).toHaveValue('')
  await page.reload()
  await ready(page)
  await expect(page.getByText('Two tides a day.')).toHaveCount(0)

  await page.goto(site.url + paths.history(await firstOf(`${site.url}/api/news/`)))
  await open()
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Rosalind Okafor')
  await expect(form.getByLabel(/^Website/)).toHaveValue('https://fenwick.example')
  await expect(form.getByLabel('Comments')).toHaveValue('')
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['marram:commenter'])
  await form.getByLabel(/Save my name/).uncheck()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  await page.reload()
  await ready(page)
  await open()
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('')

  await page.getByLabel('Search news').fill('ridge')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(site.url + paths.search({ q: 'ridge', kind: 'news' }))
})

test('a comment that is posted before hydration is sent after it', VERIFY, async ({ site, page }) => {
  let arrive = () => {}
  const allowed = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/\.js(\?|$)/, async (route) => {
    await allowed
    await route.continue()
  })
  await page.goto(site.url + (await publicationOf(site)), { waitUntil: 'commit' })
  const form = page.getByRole('form', { name: 'Leave a comment' })
  await page.getByText('Write a comment').click()
  await form.getByLabel('Comments').fill('Too early.')
  await form.getByLabel('3 stars').check({ force: true })
  await form.getByRole('button', { name: 'POST A COMMENT' }).click()
  await expect(form.getByText('this page is still loading')).toBeVisible()
  arrive()
  await expect(form.getByRole('alert')).toContainText('There is a problem')
  await expect(form.getByLabel('Comments')).toHaveValue('Too early.')
  await expect(form.getByLabel('3 stars')).toBeChecked()
  await expect(form.getByText('this page is still loading')).toBeHidden()
})

test.describe('with another API host', () => {
  const listed = (file: string) => JSON.parse(fs.readFileSync(path.join(root, 'shared/html/src/testing', file), 'utf8'))
  const long: [name: string, parts: [string, number][]][] = listed('hostile-long.json')
  const hostile: [name: string, html: string][] = [
    ...listed('hostile.json'),
    // Long texts take seconds each.
    ...(everything ? long : []).map(([name, parts]) => [
      name,
      parts.map(([part, times]) => part.repeat(times)).join(''),
    ]),
  ]
  const description = '<p>&copy; caf&eacute; &notin; &angmsdaa; A&amp;B &amp;amp; it&#146;s</p>'
  const publications = Array.from({ length: 20 }, (_, i) => ({
    slug: `p-${i}`,
    title: `Publication ${i}`,
    description,
  }))
  const answers: Record<string, unknown> = {
    '/api/publications/': { Data: publications },
    '/api/publications/category/count': { code: 500, message: 'Broken' },
    '/api/publications/detail/p-1': { data: { title: 'Only a title' } },
    '/api/publications/detail/gone': { code: 200, data: null },
    '/api/main-news/': { data: null },
    '/api/main-news/category/': {},
    '/api/news/detail/broken': { code: 500, message: 'Broken' },
  }

  test.beforeEach(({ other }) => {
    other.api.answer = (address) => {
      const [, number] = /^\/api\/main-news\/detail\/hostile-(\d+)$/.exec(address) ?? []
      const [, html] = hostile[Number(number)] ?? []
      return html === undefined
        ? answers[address]
        : { data: { slug: `hostile-${number}`, title: `Hostile ${number}`, description: html, category: {} } }
    }
  })

  test('lists are paged in the browser, and a failed block leaves the page standing', async ({ page, other }) => {
    await page.goto(other.url + paths.publications({ page: 3 }))
    await ready(page)
    await expect(rows(page)).toHaveCount(2)
    await expect(page.getByText('The categories could not be loaded.')).toBeVisible()
    await pager(page).getByRole('link', { name: 'Previous page' }).click()
    await expect(rows(page)).toHaveCount(9)
    await expect(rows(page).first()).toContainText('Publication 9')
    const read = '© café ∉ ⦨ A&B &amp; it’s'
    await expect(rows(page).first()).toContainText(read)
    await page.reload()
    await expect(rows(page).first()).toContainText(read)

    answers['/api/publications/category/count'] = { data: [{ slug: 'a', title: 'Field guides', items_count: 7 }] }
    await ready(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('link', { name: /Field guides/ })).toBeVisible()
    await page.getByRole('link', { name: 'Publication 10' }).first().click()
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  })

  test('a missing item is a 404, a failed call a 503, and an empty list shows a message', async ({ other }) => {
    for (const [address, status] of [
      [paths.publication('p-1'), 200],
      [paths.publication('gone'), 404],
      [paths.publication('unknown'), 404],
      [paths.newsItem('unknown'), 404],
      [paths.history('unknown'), 404],
      [paths.history('broken'), 503],
      [paths.newsList(), 200],
      [paths.newsList({ category: 'unknown' }), 404],
    ] as const)
      expect((await documentOf(other, address)).status, address).toBe(status)
    expect((await documentOf(other, paths.newsList())).html).toContain('Nothing to show.')
  })

  test('hostile texts do no harm, and server and browser render them alike', BOTH, async ({ page, other }) => {
    await page.goto(other.url + paths.newsItem('hostile-0'))
    await ready(page)
    const both = await page.evaluate(async (count) => {
      const prose = (root: Document) => root.querySelector('article .prose')?.innerHTML ?? 'nothing'
      const both: { served: string; made: string }[] = []
      for (let i = 0; i < count; i++) {
        const source = await (await fetch(`/news/details/hostile-${i}`)).text()
        both.push({ served: prose(new DOMParser().parseFromString(source, 'text/html')), made: '' })
      }
      for (const [i, each] of [...both.entries()].reverse()) {
        history.pushState({ key: `hostile-${i}` }, '', `/news/details/hostile-${i}`)
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
        while (document.querySelector('h1')?.textContent !== `Hostile ${i}`)
          await new Promise((resolve) => setTimeout(resolve, 5))
        each.made = prose(document)
      }
      return both
    }, hostile.length)
    expect(both.length).toBeGreaterThan(everything ? 50 : 30)
    for (const [i, { served, made }] of both.entries()) expect.soft(served, hostile[i]?.[0]).toBe(made)
    expect(await page.evaluate(() => '__hostile' in window)).toBe(false)
  })
})
