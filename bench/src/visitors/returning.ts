import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { median, type Row, withSpread } from '../row'
import type { Site } from '../site'
import { buildEdited } from './edited-part'
import { TABLE } from './load-rows'
import { PHONE, slowDown } from './page-load'
import { WITHOUT_DICTIONARIES } from './second-document'

const RUNS = 5
const SHOWN_MS = 30_000
const LINE = { file: 'src/home/home.tsx', from: 'From the field book', to: 'Seen on our days out' }

const WORDS = { file: 'src/layout/footer/newsletter.tsx', from: 'You are on the list.', to: 'Now you are on the list.' }

type Visit = { page: Page; scripts: Map<string, number> }
type Fetched = { bytes: number; readyMs: number }
type Release = { part: string; version: string }

/**
 * What visitors fetch of the home page's scripts and styles who were here before a release, with dictionaries and, as
 * yardstick, without. Bodies alone: no dictionary makes headers smaller.
 */
export async function returning(site: Site, executablePath: string, say: (words: string) => void): Promise<Row[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-bench-parts-'))
  const launch = (...more: string[]) =>
    chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', ...more] })
  const browsers = { ours: await launch(), without: await launch(WITHOUT_DICTIONARIES) }
  const publish = async (part: string, version: string, edit?: typeof LINE): Promise<Release> => {
    say(`${part} ${version} …`)
    await site.release('publish', buildEdited(part, version, folder, edit))
    return { part, version }
  }
  try {
    const [section, nextSection] = [
      await publish('mfe-content', '97.0.0'),
      await publish('mfe-content', '97.1.0', LINE),
    ]
    const [shell, nextShell] = [await publish('shell', '97.0.0'), await publish('shell', '97.1.0', WORDS)]
    for (const each of [section, shell]) await promote(site, each)
    const measure = (after: Release[]) => measured(site, browsers, [section, shell], after)
    return [
      rowOf('a release of its section', await measure([nextSection]), 0.07),
      rowOf('a release of the shell', await measure([nextShell]), 0.01),
      rowOf('releases of both', await measure([nextSection, nextShell]), 0.07),
    ]
  } finally {
    for (const browser of Object.values(browsers)) await browser.close()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

type Sides = Record<'ours' | 'without', Fetched[]>

async function measured(
  site: Site,
  browsers: Record<keyof Sides, Browser>,
  before: Release[],
  after: Release[],
): Promise<Sides> {
  const sides: Sides = { ours: [], without: [] }
  // The first visit is for the edge, which encodes what it is asked for.
  for (let run = 0; run <= RUNS; run += 1) {
    const contexts: BrowserContext[] = []
    const visits = {} as Record<keyof Sides, Visit>
    for (const side of ['ours', 'without'] as const) {
      const context = await browsers[side].newContext({ viewport: PHONE, deviceScaleFactor: 2 })
      contexts.push(context)
      visits[side] = await visit(context)
      await open(visits[side].page, site)
    }
    for (const each of after) await promote(site, each)
    for (const side of ['ours', 'without'] as const) {
      const fetched = await again(visits[side], site, after)
      if (run > 0) sides[side].push(fetched)
    }
    for (const each of before.filter(({ part }) => after.some((other) => other.part === part)))
      await promote(site, each)
    for (const context of contexts) await context.close()
  }
  return sides
}

async function visit(context: BrowserContext): Promise<Visit> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await slowDown(cdp)
  const scripts = new Map<string, number>()
  cdp.on('Network.responseReceived', ({ response }) => {
    if (response.fromDiskCache || !/\/releases\/files\/.*\.(js|css)$/.test(response.url)) return
    const length = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-length')
    scripts.set(response.url, Number(length?.[1]))
  })
  return { page, scripts }
}

/** Milliseconds until it responds. */
async function open(page: Page, site: Site): Promise<number> {
  await page.goto(`${site.url}/`, { waitUntil: 'load', timeout: 60_000 })
  const ready = await page.waitForFunction(() => performance.getEntriesByName('marram:ready')[0]?.startTime, null, {
    timeout: 60_000,
  })
  await page.waitForLoadState('networkidle')
  return ready.jsonValue() as Promise<number>
}

async function again({ page, scripts }: Visit, site: Site, releases: Release[]): Promise<Fetched> {
  scripts.clear()
  const readyMs = await open(page, site)
  const isNew = (url: string) => releases.some(({ part, version }) => url.includes(`/${part}/${version}/`))
  const sizes = [...scripts].flatMap(([url, bytes]) => (isNew(url) ? [bytes] : []))
  if (sizes.length === 0) throw new Error('the new version was not fetched')
  return { bytes: sizes.reduce((sum, bytes) => sum + bytes, 0), readyMs }
}

async function promote(site: Site, { part, version }: Release): Promise<void> {
  await site.release('promote', part, version)
  const until = performance.now() + SHOWN_MS
  while (!(await (await fetch(site.url)).text()).includes(`/${part}/${version}/`)) {
    if (performance.now() > until) throw new Error(`${part} ${version} is not shown after ${SHOWN_MS / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function rowOf(what: string, { ours, without }: Sides, atMost: number): Row {
  const show = (side: Fetched[]) =>
    `${withSpread(
      side.map(({ bytes }) => bytes / 1000),
      1,
    )} KB, responds after ${withSpread(side.map(({ readyMs }) => readyMs))} ms`
  const bytesOf = (side: Fetched[]) => median(side.map(({ bytes }) => bytes))
  return {
    table: TABLE,
    figure: `returning to home after ${what}: script and style ÷ the same without dictionaries`,
    ours: show(ours),
    yardstick: show(without),
    value: bytesOf(ours) / bytesOf(without),
    unit: '',
    target: { atMost },
  }
}
