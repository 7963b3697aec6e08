import { paths } from '@marram/api-contract/paths'
import type { Page } from '@playwright/test'
import { asSomebody } from '../fixtures/api/accounts'
import { addressOf, looks, needsLogin } from '../fixtures/browser/every-page'
import { ready } from '../fixtures/browser/watch'
import { expect, test, VERIFY } from '../fixtures/test'

const WIDTHS = [320, 390, 600, 768, 1024, 1440, 1920, 2560]

/** What must not happen at any width. Each list is empty on a correct page. */
const flaws = (page: Page) =>
  page.evaluate(() => {
    const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    /** Dates that are broken over two lines. */
    const brokenDates = [...document.querySelectorAll('time')].filter(shown).flatMap((time) => {
      const walker = document.createTreeWalker(time, NodeFilter.SHOW_TEXT)
      const broken: string[] = []
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
          const range = new Range()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          if (range.getClientRects().length > 1) broken.push(`${word} of ${time.textContent}`)
        }
      return broken
    })
    const { scrollWidth, clientWidth } = document.documentElement
    /** Headings that skip a level. */
    const headings = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter(shown)
    const level = (heading: Element | undefined) => Number(heading?.tagName.slice(1) ?? 0)
    const leaps = headings.filter((heading, i) => level(heading) > level(headings[i - 1]) + 1)
    return {
      brokenDates,
      sideways: scrollWidth > clientWidth ? [`${scrollWidth} in ${clientWidth}`] : [],
      leaps: leaps.map(({ textContent }) => textContent),
      notOneTitle: headings.filter((heading) => level(heading) === 1).length === 1 ? [] : ['h1'],
    }
  })

for (const pattern of looks)
  test(
    `${pattern} breaks no date and no line at any width, and its headings have an order`,
    VERIFY,
    async ({ site, context, page }) => {
      const url = site.url + (await addressOf(site, pattern))
      if (needsLogin(pattern)) await asSomebody(context, site)
      await page.goto(url)
      await ready(page)
      // Without a login another page is shown.
      expect(page.url()).toBe(url)
      await page.evaluate(() => document.fonts.ready)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        expect
          .soft(await flaws(page), `${width} px`)
          .toEqual({ brokenDates: [], sideways: [], leaps: [], notOneTitle: [] })
      }
    },
  )

test(
  'the header asks for help when there is room, and only shows Give when there is not',
  VERIFY,
  async ({ site, page }) => {
    await page.goto(site.url + paths.privacy())
    await ready(page)
    for (const [width, asks] of [
      [320, []],
      [384, ['Give']],
      [479, ['Give']],
      [480, ['Join', 'Give']],
      [1151, ['Join', 'Give']],
      [1152, ['Give']],
      [1440, ['Join', 'Give']],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      const shown = page.getByRole('banner').getByRole('link', { name: /^(Join|Give)$/ })
      await expect(shown, `${width} px`).toHaveText([...asks])
      const bar = await page.getByRole('banner').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      expect(bar, `${width} px`).toBe(0)
    }
    await page.evaluate(() => {
      document.documentElement.dataset.session = 'in'
    })
    for (const width of [1152, 1280, 1343, 1344, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const banner = page.getByRole('banner')
      await expect(banner.getByRole('link', { name: 'Account' }), `${width} px`).toBeVisible()
      await expect(banner.getByRole('button', { name: 'Log out' }), `${width} px`).toBeInViewport({ ratio: 1 })
      expect(await banner.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), `${width} px`).toBe(0)
    }
  },
)

test('cards side by side share their lines', VERIFY, async ({ site, page }) => {
  for (const [address, cards, lines] of [
    [paths.newsList(), 'main li:has(article)', ['img', 'h3']],
    [paths.sports(), 'main li:has(article)', ['img', 'h3']],
    [paths.digitalMedia(), 'main li:has(article)', ['h3', 'time']],
    // What somebody does stands right below the name, however long that is.
    [paths.about(), '#support-team li', ['h3']],
  ] as const) {
    await page.goto(site.url + address)
    await ready(page)
    await page.setViewportSize({ width: 1024, height: 900 })
    for (const line of lines) {
      const tops = await page.locator(cards).evaluateAll(
        (all, selector) =>
          all.map((card) => ({
            row: Math.round(card.getBoundingClientRect().top),
            top: Math.round(card.querySelector(selector)?.getBoundingClientRect().top ?? 0),
          })),
        line,
      )
      expect(tops.length, address).toBeGreaterThan(2)
      const rows = new Set(tops.map(({ row }) => row))
      // The check needs more than one card in a row.
      expect(rows.size, address).toBeLessThan(tops.length)
      const places = new Set(tops.map(({ row, top }) => `${row} ${top}`))
      expect.soft([...places], `${address}: where ${line} begins in each row`).toHaveLength(rows.size)
    }
  }
})

test(
  'no line of a breadcrumb begins with the separator, and on phones it is one line',
  VERIFY,
  async ({ site, page }) => {
    await page.goto(site.url + (await addressOf(site, '/publication-details/:slug')))
    await ready(page)
    const entries = page.getByRole('navigation', { name: 'Breadcrumb' }).locator('li')
    await page.setViewportSize({ width: 768, height: 900 })
    const strokes = await entries.evaluateAll((all) =>
      all.map((entry) => [getComputedStyle(entry, '::before').content, getComputedStyle(entry, '::after').content]),
    )
    expect(strokes.length).toBeGreaterThan(2)
    expect(strokes.map(([before]) => before)).toEqual(strokes.map(() => 'none'))
    expect(strokes.map(([, after]) => after)).toEqual(strokes.map((_, i) => (i < strokes.length - 1 ? '""' : 'none')))
    await page.setViewportSize({ width: 320, height: 900 })
    await expect(entries.filter({ visible: true })).toHaveText(['Publications'])
  },
)

// Below it, it lay over the object of the banner.
test('how much is open stands on the line of the breadcrumb on phones', VERIFY, async ({ site, page }) => {
  for (const address of [paths.sports(), paths.olympiads(), paths.exhibitions(), paths.campaignEvents()]) {
    await page.goto(site.url + address)
    await ready(page)
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 900 })
      const way = await page.getByRole('navigation', { name: 'Breadcrumb' }).boundingBox()
      const count = await page.locator('main a[href^="#"]').first().boundingBox()
      expect(count?.y, `${address} at ${width} px`).toBeCloseTo(way?.y ?? 0, 0)
    }
  }
})

test('no card of a list stands alone in its last row', VERIFY, async ({ site, page }) => {
  for (const address of [paths.sports(), paths.olympiads(), paths.tickets(), paths.courses(), paths.exhibitions()]) {
    await page.goto(site.url + address)
    await ready(page)
    for (const width of [768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const alone = await page.locator('main ul:has(> li > article)').evaluateAll((lists) =>
        lists.filter(({ children }) => {
          const tops = [...children].map((card) => card.getBoundingClientRect().top)
          return tops.length > 1 && tops.at(-1) !== tops.at(-2)
        }),
      )
      expect.soft(alone.length, `${address} at ${width} px`).toBe(0)
    }
  }
})

test('forced colours keep selections, borders and backgrounds behind text', VERIFY, async ({ site, page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(site.url + paths.newsList())
  await ready(page)
  const colours = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('div'))
    probe.style.forcedColorAdjust = 'none'
    const named = (name: string) => {
      probe.style.backgroundColor = name
      return getComputedStyle(probe).backgroundColor
    }
    const of = (selector: string) => getComputedStyle(document.querySelector(selector) as Element)
    return {
      highlight: named('Highlight'),
      canvas: named('Canvas'),
      chosen: of('main nav a[aria-current]').backgroundColor,
      currentPage: of('header [aria-current]').backgroundColor,
      theme: of('footer label:has(:checked)').backgroundColor,
      torn: of('main article svg').fill,
      chip: of('main article span').outlineStyle,
      banner: of('main img').display,
    }
  })
  expect(colours.highlight).not.toBe(colours.canvas)
  expect(colours).toMatchObject({
    chosen: colours.highlight,
    currentPage: colours.highlight,
    theme: colours.highlight,
    torn: colours.canvas,
    chip: 'solid',
    banner: 'none',
  })
})

test('right to left mirrors banner, arrows and strokes', VERIFY, async ({ site, page }) => {
  await page.goto(site.url + paths.exhibitions())
  await ready(page)
  const seen = () =>
    page.evaluate(() => {
      const of = (selector: string, pseudo?: string) =>
        getComputedStyle(document.querySelector(selector) as Element, pseudo)
      return {
        banner: of('main img').transform,
        arrow: of('main article a svg').transform,
        stroke: of('[aria-label="Breadcrumb"] li', '::after').rotate,
      }
    })
  expect(await seen()).toEqual({ banner: 'none', arrow: 'none', stroke: '18deg' })
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  const mirror = 'matrix(-1, 0, 0, 1, 0, 0)'
  expect(await seen()).toEqual({ banner: mirror, arrow: mirror, stroke: '-18deg' })
})
