import fs from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { paths } from '@marram/api-contract/paths'
import { containerName } from '@marram/release-contract/release'
import type { Browser } from '@playwright/test'
import { firstOf } from '../fixtures/api/first-of'
import { aFewAtATime } from '../fixtures/browser/a-few-at-a-time'
import { everything, sections } from '../fixtures/browser/every-page'
import { ready, watch } from '../fixtures/browser/watch'
import { type Request, recordWire } from '../fixtures/browser/wire'
import { root } from '../fixtures/site/site'
import { BOTH, expect, test } from '../fixtures/test'

type Budget = { script: number; style: number; fonts: number; images: number; page: number }
type Measured = {
  name: string
  address: (site: string) => Promise<string> | string
  antd: boolean
  budget: Budget
  /** Files that the page loads after hydration, and works without. */
  later?: RegExp
}

/**
 * KB over the wire, Brotli, cold, before the first interaction; images are those above the fold. Style, fonts and page of
 * home are the project's targets, the other budgets a little above the measured values.
 */
const plain: Budget = { script: 142, style: 20, fonts: 100, images: 60, page: 500 }
const all: Measured[] = [
  { name: 'home', address: paths.home, antd: false, budget: { ...plain, style: 25, page: 600 } },
  {
    name: 'news article',
    address: async (site) => paths.newsItem(await firstOf(`${site}/api/main-news/featured`)),
    antd: false,
    budget: plain,
  },
  { name: 'publications', address: () => paths.publications(), antd: false, budget: plain },
  {
    name: 'publication',
    address: async (site) => paths.publication(await firstOf(`${site}/api/publications/`)),
    antd: false,
    budget: plain,
  },
  { name: 'news', address: () => paths.newsList(), antd: false, budget: plain },
  {
    name: 'history',
    address: async (site) => paths.history(await firstOf(`${site}/api/news/`)),
    antd: false,
    budget: plain,
  },
  { name: 'sports listing', address: () => paths.sports(), antd: false, budget: plain },
  {
    name: 'sport detail',
    address: async (site) => paths.sport(await firstOf(`${site}/api/sports/open`)),
    antd: false,
    budget: plain,
  },
  {
    name: 'exhibition detail',
    // No name on it needs the second file of a font.
    address: () => paths.exhibition('fixture-past-show'),
    antd: false,
    budget: plain,
  },
  { name: 'courses', address: () => paths.courses(), antd: false, budget: plain },
  {
    name: 'registration form',
    address: () => paths.registration('fixture-entry'),
    antd: true,
    budget: { ...plain, script: 255, page: 600 },
  },
  {
    name: 'form with an editor',
    address: () => paths.registration('fixture-profile'),
    antd: true,
    budget: { ...plain, script: 360, page: 700 },
    later: /\/mfe-events\/.*\/async\//,
  },
  { name: 'login', address: () => paths.login(), antd: false, budget: plain },
  { name: 'quiz', address: () => paths.quiz('fixture-olympiad'), antd: false, budget: plain },
  { name: 'quiz complete', address: paths.quizComplete, antd: false, budget: plain },
  { name: 'search results', address: () => paths.search({ q: 'tide' }), antd: false, budget: plain },
]

/** Home, an article, a listing and a form with antd represent the other pages. */
const pages = everything
  ? all
  : all.filter(({ name }) => ['home', 'news article', 'sports listing', 'registration form'].includes(name))

/** Requested at the moment when the page responds. */
const OF_RESPONDING = /\/web-vitals\./

/** The sites of `npm test` compress lightly. */
const ALLOWANCE = everything ? 1 : 1.25

const kb = (requests: Request[]) => requests.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
const round = (value: number) => Math.round(value * 10) / 10
/** Styles are part of the document. */
const stylesIn = (html: string) =>
  [...html.matchAll(/<style data-href="[^"]*">(.*?)<\/style>/gs)].map(([, text]) => text).join('')
const rows: string[] = []

type Loaded = {
  html: string
  /** hydrated or fresh. */
  start: string
  requestsUntilReady: Request[]
  requests: Request[]
  complaints: string[]
  /** Addresses of images above the fold. */
  visible: string[]
}

/** A page in a browser without a cache. */
async function load(browser: Browser, url: string): Promise<Loaded> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const { complaints } = await watch(page)
  const wire = await recordWire(page)
  const html = (await (await page.goto(url))?.text()) ?? ''
  const start = await ready(page)
  const requestsUntilReady = wire()
  await page.waitForLoadState('networkidle')
  // Chromium reports unused preloads three seconds after the load: too long for `npm test`.
  if (everything)
    await page.waitForFunction(() => {
      const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      return entry && entry.loadEventEnd > 0 && performance.now() > entry.loadEventEnd + 4000
    })
  const visible = await page.evaluate(() =>
    [...document.images]
      .filter((image) => {
        const { top, bottom, width } = image.getBoundingClientRect()
        return width > 0 && bottom > 0 && top < innerHeight
      })
      .map((image) => image.currentSrc.replace(/#.*/, '')),
  )
  await context.close()
  return { html, start, requestsUntilReady, requests: wire(), complaints, visible }
}

const loaded = new Map<string, Loaded>()

test.beforeAll(({ site, browser }) =>
  aFewAtATime(pages, async ({ name, address }) => {
    const url = site.url + (await address(site.url))
    // On a busy machine the first page may be late and sent as its app shell.
    await expect.poll(async () => (await fetch(url)).headers.get('x-marram-render')).toMatch(/^server/)
    loaded.set(name, await load(browser, url))
  }),
)

for (const { name, antd, budget, later } of pages) {
  test(`${name} stays within its size budget and requests nothing twice`, BOTH, async ({ site }) => {
    const { html, start, requestsUntilReady, requests, complaints, visible } = loaded.get(name) as Loaded
    expect(start).toBe('hydrated')
    const of = (kind: string) => requests.filter((request) => request.kind === kind)
    const measured: Budget = {
      script: round(kb(of('Script'))),
      style: round(brotliCompressSync(stylesIn(html)).length / 1000 + kb(of('Stylesheet'))),
      fonts: round(kb(of('Font'))),
      images: round(kb(of('Image').filter((request) => visible.includes(request.url)))),
      page: round(kb(requests)),
    }
    const depth = Math.max(
      ...requestsUntilReady.filter(({ kind }) => kind !== 'Font' && kind !== 'Image').map((each) => each.depth),
    )
    rows.push(
      [
        name.padEnd(18),
        ...Object.values(measured).map((value) => String(value).padStart(7)),
        String(requests.length).padStart(9),
        String(depth).padStart(6),
      ].join(' '),
    )

    for (const key of Object.keys(budget) as (keyof Budget)[])
      expect.soft(measured[key], `${key} of ${name}, KB`).toBeLessThanOrEqual(budget[key] * ALLOWANCE)
    expect
      .soft(
        of('Script').some((request) => /antd/.test(request.url)),
        'antd is loaded',
      )
      .toBe(antd)
    expect(of('Stylesheet').filter(({ url }) => !later?.test(url))).toEqual([])
    // The worker's script is too small to be compressed, and what is requested last may be under way.
    const large = [...of('Script'), ...of('Document')].filter(
      ({ url }) => !url.endsWith('/watchdog.js') && !OF_RESPONDING.test(url),
    )
    for (const request of large) expect.soft(request.encoding, request.url).toBe('br')

    // A tab polls for stopped parts.
    const urls = requests.map((request) => request.url).filter((url) => !url.endsWith('/releases/stopped'))
    expect(urls.filter((each, i) => urls.indexOf(each) !== i)).toEqual([])
    // Pictures for narrow windows are named too, and not requested in this one.
    const named = html.replaceAll(/<link rel="preload"[^>]* media="\(width[^>]*>/g, '')
    const preloads = [...named.matchAll(/<link rel="preload"[^>]* href="([^"#]+)/g)].map(([, href]) => site.url + href)
    expect(preloads.length).toBeGreaterThan(2)
    expect(new Set(preloads).size).toBe(preloads.length)
    for (const preload of preloads)
      expect(
        urls.filter((each) => each === preload),
        preload,
      ).toHaveLength(1)
    expect(complaints).toEqual([])

    // The document, then everything that it names: nothing needed for hydration is discovered later.
    const found = requestsUntilReady.filter(({ kind, depth: at }) => at > 2 && kind !== 'Font' && kind !== 'Image')
    expect(found.filter(({ url }) => !later?.test(url) && !OF_RESPONDING.test(url))).toEqual([])
  })
}

test.afterAll(() => {
  const head = ['script', 'style', 'fonts', 'images', 'page'].map((word) => word.padStart(7)).join(' ')
  process.stdout.write(`\nKB over the wire   ${head}  requests  depth\n${rows.join('\n')}\n\n`)
})

test('of the chunks of a section one alone names its version', () => {
  for (const { name, version, files } of sections) {
    const chunks = Object.keys(files).filter((file) => file.includes('/js/async/') && file.endsWith('.js'))
    const naming = chunks.filter((file) => {
      const text = fs.readFileSync(path.join(root, name, 'dist', file), 'utf8')
      return [version, containerName({ name, version })].some((named) => text.includes(named))
    })
    expect(chunks.length, name).toBeGreaterThan(2)
    expect(naming, name).toEqual([expect.stringContaining('__federation_expose_section')])
  }
})
