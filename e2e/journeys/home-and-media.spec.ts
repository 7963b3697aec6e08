import { paths } from '@marram/api-contract/paths'
import type { Page } from '@playwright/test'
import { inPieces } from '../fixtures/browser/in-pieces'
import { withoutPopup } from '../fixtures/browser/popup'
import { ready, watch, watchShift } from '../fixtures/browser/watch'
import { documentOf } from '../fixtures/releases/variant'
import { expect, test, VERIFY } from '../fixtures/test'

type Item = { title: string; slug: string; keyword: string | null; category?: { title: string } }
const listOf = async (url: string): Promise<Item[]> => {
  const { data, Data } = (await (await fetch(url)).json()) as { data?: Item[]; Data?: Item[] }
  return data ?? Data ?? []
}
type Home = {
  chart: { title: string; unit: string; points: { label: string; value: number; note?: string }[] }
  film_title: string
  keyword: string
  important: string
}
const homeOf = async ({ url }: { url: string }): Promise<Home> => (await (await fetch(`${url}/api/home/`)).json()).data
const open = async (page: Page, url: string) => {
  await page.goto(url)
  expect(await ready(page)).toBe('hydrated')
}
/** Replaces YouTube, and records the requests to it. */
async function standInForYouTube(page: Page): Promise<string[]> {
  const asked: string[] = []
  await page.route(/^https?:..[^/]*(?:youtube|ytimg)/, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: 'A film plays.' })
  })
  return asked
}
const overlay = (page: Page) => page.getByRole('dialog')
const focused = (page: Page) => page.locator(':focus')

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])
  test(`nothing on the first screen moves while the home page arrives in pieces, ${viewport.width} wide`, async ({
    site,
    browser,
  }) => {
    const slow = await inPieces(site.url, ['data-hero=', '<h1', '<search', 'featured-news'])
    const context = await browser.newContext({ viewport, colorScheme: 'light' })
    await withoutPopup(context)
    const page = await context.newPage()
    const shift = await watchShift(page)
    await open(page, slow.url)
    expect(await shift()).toBeLessThan(0.01)
    await context.close()
    await slow.close()
  })

test('the popup shows its content until it is closed, and returns focus to the heading', async ({
  site,
  faults,
  browser,
}) => {
  expect((await documentOf(site, '/')).html).not.toContain('Important!')
  const context = await browser.newContext()
  const page = await context.newPage()
  const popup = page.getByRole('dialog', { name: 'Important!' })
  const heading = page.getByRole('heading', { level: 1, includeHidden: true })

  await open(page, site.url)
  const [, firstWords = ''] = /<p>(.+?)<\/p>/.exec((await homeOf(site)).important) ?? []
  await expect(popup.getByText(firstWords, { exact: true })).toBeVisible()
  await expect(popup.locator(':focus')).toHaveCount(1)
  await page.reload()
  await popup.getByRole('button', { name: 'Close this message' }).click()
  await expect(popup).toHaveCount(0)
  await expect(heading).toBeFocused()
  await page.reload()
  await ready(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Publications' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Recent news' })).toBeVisible()
  await expect(popup).toHaveCount(0)
  // A window that is opened later.
  const later = await context.newPage()
  await open(later, site.url)
  await expect(later.getByRole('dialog')).toHaveCount(0)
  await later.close()

  for (const close of [
    () => page.keyboard.press('Escape'),
    () => popup.getByRole('button', { name: 'Close', exact: true }).click(),
  ]) {
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await expect(popup).toBeVisible()
    await close()
    await expect(popup).toHaveCount(0)
    await expect(heading).toBeFocused()
  }

  const home = await (await fetch(`${faults.url}/api/home/`)).json()
  const says = async (important: string | undefined) => {
    faults.answers['/api/home/'] = { ...home, data: { ...home.data, important } }
    await open(page, `${faults.url}/gallery`)
    await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click()
    await expect(heading).toHaveText('Small roots hold back the sea.')
  }
  await says('<p>The office is closed for the tide.</p>')
  await popup.getByText('The office is closed for the tide.').waitFor()
  await popup.getByRole('button', { name: 'Close', exact: true }).click()
  for (const text of ['<p>The office is closed for the tide.</p>', undefined]) {
    await says(text)
    await expect(popup).toHaveCount(0)
  }
  await context.close()
})

test('home shows all blocks of the site, in the specified order', async ({ site, page }) => {
  const { complaints, requests } = await watch(page)
  await open(page, site.url)
  const services = await listOf(`${site.url}/api/home/services/`)
  const { data: next } = await (await fetch(`${site.url}/api/events/next`)).json()
  const { chart, film_title } = await homeOf(site)
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    next.title,
    /ways to pitch in$/,
    chart.title,
    'Featured news',
    film_title,
    'Recent news',
    'From the field book',
  ])
  const section = (name: string) => page.getByRole('region', { name })
  await expect(section('to pitch in').getByRole('heading', { level: 3 })).toHaveText(services.map(({ title }) => title))
  // Each way to pitch in leads to a page that is there, and no two to the same.
  const ways = await section('to pitch in').getByRole('listitem').getByRole('link').all()
  const places = new Set(await Promise.all(ways.map((way) => way.getAttribute('href'))))
  expect(places.size).toBe(services.length)
  for (const place of places) expect((await documentOf(site, place as string)).status, place as string).toBe(200)
  await expect(section('Featured news').getByRole('link')).toHaveCount(9)
  await expect(section('From the field book').getByRole('button')).toHaveCount(8)
  for (const link of await section('Recent news').getByRole('listitem').getByRole('link').all())
    await expect(link).toHaveAttribute('href', /^\/history\/details\/./)
  // The first screen announces the next event, in the header too.
  const ticket = page.getByRole('complementary', { name: 'Event details' })
  await expect(ticket).toContainText(String(Number(next.date_from.slice(-2))))
  await expect(page.getByRole('link', { name: next.title, exact: true })).toHaveAttribute('href', next.url)
  for (const [part, join] of [
    ['banner', 'Join'],
    ['main', 'Join us'],
  ] as const) {
    const link = (name: string) => page.getByRole(part).getByRole('link', { name, exact: true }).first()
    await expect(link(join)).toHaveAttribute('href', paths.contact({ subject: 'volunteer' }))
    await expect(link('Give')).toHaveAttribute('href', paths.contact({ subject: 'donate' }))
    await expect(link('Give')).toBeInViewport()
  }
  expect(requests.filter((url) => !url.startsWith(site.url))).toEqual([])
  expect(complaints).toEqual([])
})

test('the chart can be read as a picture, by pointer and keys, and as a table without scripts', async ({
  site,
  page,
  browser,
}) => {
  await open(page, site.url)
  const { title, unit, points } = (await homeOf(site)).chart
  const chart = page.getByRole('region', { name: title })
  const slider = chart.getByRole('slider')
  const says = (i: number) => {
    const { label, value } = points.at(i) as (typeof points)[number]
    return new RegExp(`^${label}: ${value} ${unit}`)
  }
  await expect(slider).toHaveAttribute('aria-valuetext', says(-1))
  const markAt = () => chart.locator('[class*="-mark-"]').getAttribute('d')
  const last = await markAt()
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(slider).toHaveAttribute('aria-valuetext', says(-2))
  expect(await markAt()).not.toBe(last)
  await page.keyboard.press('Home')
  await expect(slider).toHaveAttribute('aria-valuetext', says(0))
  const box = (await slider.boundingBox()) as { x: number; y: number; width: number; height: number }
  await page.mouse.move(box.x + (box.width * 5) / (points.length - 1), box.y + box.height / 2)
  await expect(chart.getByText(says(5))).toBeVisible()

  const context = await browser.newContext({ javaScriptEnabled: false })
  const bare = await context.newPage()
  await bare.goto(site.url)
  await expect(bare.getByRole('slider')).toHaveCount(0)
  const table = bare.getByRole('table', { name: title })
  await bare.getByText('The same as a table').click()
  await expect(table.getByRole('row')).toHaveCount(points.length + 1)
  await context.close()
})

test('the day drawing moves with scrolling, shifts nothing else, and stands still for reduced motion', async ({
  site,
  page,
}) => {
  await open(page, site.url)
  const noon = page.locator('[data-hero] [class*="-noon-"]')
  const opacity = () => noon.evaluate((element) => Number(getComputedStyle(element).opacity))
  expect(await opacity()).toBe(0)
  const shifted = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift' })
        addEventListener('scrollend', () => requestAnimationFrame(() => resolve(sum)), { once: true })
      }),
  )
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 450)
  await expect.poll(opacity).toBeGreaterThan(0.3)
  expect(await shifted).toBeLessThan(0.01)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(opacity).toBe(0)
  const moving = () =>
    page
      .locator('[data-hero]')
      .evaluate((hero) => hero.getAnimations({ subtree: true }).map(({ timeline }) => timeline))
  expect(await moving()).toEqual([])
  // At night the moon sets.
  await page.emulateMedia({ reducedMotion: 'no-preference', colorScheme: 'dark' })
  const moonAt = (top: number) =>
    page.locator('[data-hero]').evaluate(async (hero, to) => {
      scrollTo({ top: to, behavior: 'instant' })
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      return getComputedStyle(hero).backgroundPositionY
    }, top)
  expect(await moonAt(0)).not.toBe(await moonAt(450))
})

test.describe('recent news', () => {
  const cards = (page: Page) => page.getByRole('tabpanel').getByRole('listitem')
  const current = (page: Page) => page.getByRole('tab', { selected: true })

  test('shows one category at a time, does not scroll, and works by keyboard', async ({ site, page }) => {
    const { requests } = await watch(page)
    await open(page, site.url)
    const calls = () => requests.filter((url) => url.startsWith(`${site.url}/api/`)).map((url) => new URL(url).pathname)
    const before = calls()
    await expect(page.getByRole('tab')).toHaveText(['All', 'Sports', 'Olympiad', 'Exhibitions'])
    await expect(current(page)).toHaveText('All')
    await expect(cards(page)).toHaveCount(8)
    await page.getByRole('tab', { name: 'Sports' }).click()
    await expect(page).toHaveURL(`${site.url}/?news=sports#recent-news`)
    await expect(current(page)).toHaveText('Sports')
    const sports = (await listOf(`${site.url}/api/news/by-category/sports`)).slice(0, 8)
    await expect(cards(page).getByRole('heading')).toHaveText(sports.map(({ title }) => title))
    await expect(focused(page)).toHaveText('Sports')
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
    // Unchanged parts are not loaded again.
    expect(calls().slice(before.length)).toEqual(['/api/news/by-category/sports'])

    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await expect(current(page)).toHaveText('Olympiad')
    await expect(page).toHaveURL(/\?news=olympiad/)
    const place = await page.evaluate(() => scrollY)
    await page.reload()
    await ready(page)
    await expect(current(page)).toHaveText('Olympiad')
    expect(Math.abs((await page.evaluate(() => scrollY)) - place)).toBeLessThan(200)
    await current(page).focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\?news=exhibitions/)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${site.url}/#recent-news`)
    await expect(cards(page)).toHaveCount(8)
  })

  test(
    'keeps its height while a tab loads, and shows when a category is empty or failed',
    VERIFY,
    async ({ faults, page }) => {
      const call = '/api/news/by-category/olympiad?page=1&page_size=8'
      faults.answers['/api/news/by-category/exhibitions?page=1&page_size=8'] = { code: 200, Data: [] }
      faults.faults = [
        { match: /by-category\/olympiad/, do: '500', times: 1 },
        { match: /by-category\/sports/, do: 'hang' },
      ]
      await open(page, `${faults.url}/?news=no-such-category`)
      await expect(current(page)).toHaveText('All')
      const panel = page.getByRole('tabpanel')
      const before = await panel.boundingBox()
      await page.getByRole('tab', { name: 'Sports' }).click()
      await expect(panel).toHaveAttribute('aria-busy', 'true')
      await expect(current(page)).toHaveText('Sports')
      expect((await panel.boundingBox())?.height).toBe(before?.height)

      await page.getByRole('tab', { name: 'Exhibitions' }).click()
      await expect(panel).toContainText('Nothing to show.')
      await expect(panel).toHaveAttribute('aria-busy', 'false')
      await page.getByRole('tab', { name: 'Olympiad' }).click()
      await expect(panel.getByRole('alert')).toContainText('The recent news could not be loaded.')
      await expect(page.getByRole('heading', { name: 'From the field book' })).toBeVisible()
      await panel.getByRole('button', { name: 'Try again' }).click()
      await expect(cards(page).first()).toContainText('Olympiad')
      expect(faults.asked.filter((url) => url === call)).toHaveLength(2)
    },
  )

  test('has an address for each tab that works without scripts', VERIFY, async ({ site, browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(site.url)
    await page.getByRole('tab', { name: 'Olympiad' }).click()
    await expect(page).toHaveURL(`${site.url}/?news=olympiad#recent-news`)
    await expect(current(page)).toHaveText('Olympiad')
    for (const card of await cards(page).all()) await expect(card).toContainText('Olympiad')
    // A tile is a link to its picture.
    const picture = await page
      .getByRole('button', { name: /^Open: / })
      .first()
      .getAttribute('href')
    expect((await fetch(new URL(picture as string, site.url))).headers.get('content-type')).toMatch(/^image\//)
    await context.close()
  })
})

test.describe('a film', () => {
  test('loads YouTube only on request, and returns the focus', async ({ site, page }) => {
    const asked = await standInForYouTube(page)
    const { complaints, violations } = await watch(page)
    await open(page, site.url)
    const { film_title, keyword } = await homeOf(site)
    const play = page.getByRole('button', { name: `Play the film: ${film_title}` })
    await play.hover()
    await play.focus()
    expect(asked).toEqual([])
    await play.click()
    await expect(page.frameLocator('dialog iframe').getByText('A film plays.')).toBeVisible()
    expect(asked).toEqual([expect.stringContaining(`https://www.youtube-nocookie.com/embed/${keyword}?`)])
    await expect(page.locator('dialog iframe')).toHaveAttribute('title', film_title)
    // Where a network or a browser blocks the player, the page hears nothing of it.
    await expect(overlay(page).getByRole('link', { name: 'Watch it on YouTube' })).toHaveAttribute(
      'href',
      `https://www.youtube.com/watch?v=${keyword}`,
    )
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => overlay(page).getByRole('button', { name: 'Close' }).click(),
      () => page.mouse.click(20, 450),
    ]) {
      await expect(overlay(page)).toBeVisible()
      await leave()
      await expect(overlay(page)).toHaveCount(0)
      await expect(play).toBeFocused()
      await page.keyboard.press('Space')
    }
    expect(await violations()).toEqual([])
    expect(complaints).toEqual([])
  })

  test('without an id shows that something went wrong', VERIFY, async ({ faults, page }) => {
    const home = await (await fetch(`${faults.url}/api/home/`)).json()
    faults.answers['/api/home/'] = { ...home, data: { ...home.data, keyword: null } }
    await open(page, `${faults.url}/gallery`)
    await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByRole('button', { name: /^Play the film/ }).click()
    await expect(overlay(page).getByText('Something went wrong.')).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)
    await overlay(page).getByText('Close', { exact: true }).click()
    await expect(overlay(page)).toHaveCount(0)
  })

  test('whose player does not load shows that, and plays when it can', VERIFY, async ({ faults, page }) => {
    await standInForYouTube(page)
    await open(page, `${faults.url}/digital-media`)
    faults.faults = [{ match: /mfe-content\/.*\/static\/js\/async\//, do: '500' }]
    const play = page.getByRole('button', { name: /^Play the film/ }).first()
    await play.click()
    await expect(page.getByText('This could not be opened.')).toBeVisible()
    faults.faults = []
    await play.click()
    await expect(overlay(page)).toBeVisible()
  })
})

test('pictures open over the page: arrows, swipes, count, neighbours, and the way back', async ({ site, page }) => {
  const asked = await standInForYouTube(page)
  await open(page, site.url)
  const items = (await listOf(`${site.url}/api/gallery/`)).slice(0, 8)
  const tile = page.getByRole('button', { name: `Open: ${items[0]?.title}` })
  const shows = async (at: number) => {
    await expect(overlay(page).getByText(`${at + 1} of 8`)).toBeVisible()
    await expect(overlay(page).getByRole('img')).toHaveAttribute('alt', items[at]?.title as string)
  }
  await tile.focus()
  await page.keyboard.press('Enter')
  await shows(0)
  await page.keyboard.press('ArrowLeft')
  await shows(7)
  await page.keyboard.press('ArrowRight')
  await overlay(page).getByRole('button', { name: 'Next' }).click()
  await shows(1)
  // A film among them loads only on request.
  await page.mouse.move(900, 400)
  await page.mouse.down()
  await page.mouse.move(600, 410, { steps: 4 })
  await page.mouse.up()
  await shows(2)
  expect(asked).toEqual([])
  await overlay(page)
    .getByRole('button', { name: /^Play the film/ })
    .click()
  await expect(page.frameLocator('dialog iframe').getByText('A film plays.')).toBeVisible()
  await expect(overlay(page).getByRole('link', { name: /^Watch on / })).toHaveAttribute('href', /^https:/)
  await overlay(page).getByRole('button', { name: 'Previous' }).click()
  await shows(1)
  await overlay(page).getByRole('img').click()
  await expect(overlay(page)).toHaveCount(0)
  await expect(tile).toBeFocused()

  await page.getByRole('button', { name: 'Play: Solar co-op open day' }).click()
  await expect(page.frameLocator('dialog iframe').getByText('A film plays.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(overlay(page)).toHaveCount(0)
})

test('Back closes an open picture, stays on the page, and leaves nothing in the history', async ({ site, page }) => {
  await open(page, site.url + paths.privacy())
  await page.goto(`${site.url}/gallery`)
  await ready(page)
  const [first] = await listOf(`${site.url}/api/gallery/`)
  const tile = page.getByRole('button', { name: `Open: ${first?.title}` })
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()))
  await tile.scrollIntoViewIfNeeded()
  await tile.click()
  await expect(overlay(page)).toBeVisible()
  const top = await page.evaluate(() => scrollY)
  await page.goBack()
  await expect(overlay(page)).toHaveCount(0)
  await expect(tile).toBeFocused()
  expect([page.url(), await page.evaluate(() => scrollY), calls]).toEqual([`${site.url}/gallery`, top, []])

  // Forward opens it again, and so does a reload, so Back has something to close.
  await page.goForward()
  await expect(overlay(page)).toBeVisible()
  await page.reload()
  await expect(overlay(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(overlay(page)).toHaveCount(0)
  await tile.click()
  await overlay(page).getByRole('button', { name: 'Close' }).click()
  await expect(overlay(page)).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(site.url + paths.privacy())
})

test.describe('the gallery', () => {
  test('shows everything, by pages of twenty-four', VERIFY, async ({ site, faults, page }) => {
    const items = await listOf(`${site.url}/api/gallery/`)
    const image = '/media/none.svg'
    const many = Array.from({ length: 50 }, (_, i) => ({ title: `Plate ${i + 1}`, image, keyword: null, link: null }))
    await open(page, `${faults.url}/gallery`)
    const tiles = page.getByRole('main').getByRole('list').getByRole('button')
    await expect(tiles).toHaveCount(items.length)
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)

    faults.answers['/api/gallery/'] = { code: 200, data: many }
    await page.getByRole('banner').getByRole('link', { name: 'Publications' }).click()
    await expect(page).toHaveURL(/\/publications$/)
    await page.goBack()
    await expect(tiles).toHaveCount(24)
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next page' }).click()
    await expect(tiles.first()).toHaveAccessibleName('Open: Plate 25')
    await expect(page).toHaveURL(/\/gallery\?page=2$/)
    faults.answers['/api/gallery/'] = { code: 200, data: [] }
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next page' }).click()
    await expect(page.getByText('Nothing to show.')).toBeVisible()
  })

  test('redirects from a page beyond the end to the last one', async ({ site }) => {
    const { status, headers } = await documentOf(site, `${paths.gallery()}?page=9`)
    expect([status, headers.get('location')]).toEqual([302, paths.gallery()])
  })
})

test.describe('digital media', () => {
  const titles = (page: Page) => page.getByRole('article').getByRole('heading')

  test('shows its films by category', VERIFY, async ({ site, page }) => {
    const asked = await standInForYouTube(page)
    await open(page, site.url + paths.digitalMedia())
    const all = await listOf(`${site.url}/api/digital/`)
    const first = all.slice(0, 9)
    await expect(titles(page)).toHaveText(first.map(({ title }) => title))
    const playable = first.filter(({ keyword }) => keyword)
    await expect(page.getByRole('button', { name: /^Play the film/ })).toHaveCount(playable.length)
    const categories = page.getByRole('navigation', { name: 'Categories' })
    const five = (await listOf(`${site.url}/api/digital/category/`)).slice(0, 5)
    await expect(categories.getByRole('link')).toHaveText(['All', ...five.map(({ title }) => title)])
    await categories.getByRole('link', { name: 'Talks' }).click()
    await expect(page).toHaveURL(`${site.url}/digital-media?category=talks`)
    const talks = all.filter(({ category }) => category?.title === 'Talks')
    await expect(titles(page)).toHaveText(talks.map(({ title }) => title))
    await expect(categories.locator('[aria-current]')).toHaveText('Talks')
    expect(asked).toEqual([])
    await page.getByRole('button', { name: `Play the film: ${talks[0]?.title}` }).click()
    await expect(page.frameLocator('dialog iframe').getByText('A film plays.')).toBeVisible()
  })

  test('shows visitors from search the film that they chose', VERIFY, async ({ site, page }) => {
    const last = (await listOf(`${site.url}/api/digital/`)).at(-1) as Item
    const { data } = await (await fetch(`${site.url}/api/search?q=${encodeURIComponent(last.title)}`)).json()
    const { url } = data.find(({ title }: Item) => title === last.title)
    await open(page, site.url + url)
    await expect(page.getByRole('heading', { name: last.title })).toBeInViewport()
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/digital-media\?page=2$/)
    await page.getByRole('link', { name: 'Page 1', exact: true }).click()
    await expect(page).toHaveURL(site.url + paths.digitalMedia())
    await expect(page.getByRole('heading', { name: last.title })).toHaveCount(0)
    await page.getByRole('link', { name: 'Page 2', exact: true }).click()
    await expect(page).toHaveURL(site.url + paths.digitalMedia({ page: 2 }))
    await expect(page.getByRole('heading', { name: last.title })).toBeVisible()
    const { headers } = await documentOf(site, paths.digitalMedia({ page: 9 }))
    expect(headers.get('location')).toBe(paths.digitalMedia({ page: 2 }))
  })

  test('shows what is empty and what failed', VERIFY, async ({ site, faults, page }) => {
    const { status, html } = await documentOf(site, paths.digitalMedia({ category: 'no-such-category' }))
    expect(status).toBe(200)
    expect(html).toContain('Nothing to show.')
    expect(html).toContain('<meta name="robots" content="noindex"')
    expect(html).not.toContain('rel="canonical"')
    await open(page, `${faults.url}/gallery`)
    const link = page.getByRole('banner').getByRole('link', { name: 'Digital Media' })
    faults.faults = [{ match: /api\/digital\/category/, do: '500' }]
    await link.click()
    await expect(page.getByText('The categories could not be loaded.')).toBeVisible()
    await expect(titles(page).first()).toBeVisible()
    faults.faults = [{ match: /api\/digital\/\?/, do: '500' }]
    await link.click()
    await expect(page.getByRole('heading', { name: 'We could not load this page' })).toBeVisible()
    faults.faults = []
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(titles(page).first()).toBeVisible()
  })
})

test('home works when only its own record loads, and every block can be tried again', async ({ faults, page }) => {
  await open(page, `${faults.url}/gallery`)
  faults.faults = [{ match: /\/api\/(home\/services|main-news|news|gallery)/, do: '500' }]
  await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Small roots hold back the sea.')
  await expect(page.getByRole('main').getByRole('alert')).toHaveText([
    /^The ways to pitch in could not be loaded/,
    /^The featured news could not be loaded/,
    /^The recent news could not be loaded/,
    /^The gallery could not be loaded/,
  ])
  faults.faults = []
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(8)
})
