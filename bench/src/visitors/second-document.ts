import { type Browser, chromium } from '@playwright/test'
import { type Row, withSpread } from '../row'
import type { Site } from '../site'
import { TABLE } from './load-rows'

/** A browser stores what it may use as a dictionary a moment after it has the page. */
const STORED_MS = 300

/**
 * What a visitor fetches who opens a page behind the home page in a document of its own, for all pages that it links to, with
 * the home page as dictionary and, as yardstick, in a browser without dictionaries. Bodies alone.
 */
export async function secondDocuments(site: Site, executablePath: string): Promise<Row[]> {
  const launch = (...more: string[]) =>
    chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', ...more] })
  const browsers = { ours: await launch(), without: await launch(WITHOUT_DICTIONARIES) }
  try {
    const home = await (await fetch(site.url)).text()
    const found = [...home.matchAll(/<a\b[^>]* href="(\/[\w/-]*)"/g)].map(([, address]) => address as string)
    const links = [...new Set(found)].filter((address) => address !== '/')
    const bytes: Record<keyof typeof browsers, number[]> = { ours: [], without: [] }
    for (const link of links) {
      // The first time is for the edge, which renders and encodes what it is asked for.
      await documentAfterHome(browsers.ours, site, link)
      for (const side of ['ours', 'without'] as const)
        bytes[side].push(await documentAfterHome(browsers[side], site, link))
    }
    const mean = (values: number[]) => values.reduce((sum, each) => sum + each, 0) / values.length / 1000
    const show = (values: number[]) =>
      `${mean(values).toFixed(1)} KB; median ${withSpread(
        values.map((each) => each / 1000),
        1,
      )} KB`
    return [
      {
        table: TABLE,
        figure: `second document of a visit, mean of all ${links.length} pages that the home page links to`,
        ours: show(bytes.ours),
        yardstick: show(bytes.without),
        value: mean(bytes.ours),
        unit: ' KB',
        target: { atMost: 6 },
      },
    ]
  } finally {
    for (const browser of Object.values(browsers)) await browser.close()
  }
}

/** Makes Chromium take files and pages as browsers do that know no dictionaries. */
export const WITHOUT_DICTIONARIES =
  '--disable-features=CompressionDictionaryTransport,CompressionDictionaryTransportBackend'

async function documentAfterHome(browser: Browser, site: Site, link: string): Promise<number> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(site.url, { waitUntil: 'domcontentloaded' })
    await page.waitForTimeout(STORED_MS)
    const response = await page.goto(site.url + link, { waitUntil: 'commit' })
    const length = Number(await response?.headerValue('content-length'))
    if (response?.status() !== 200 || !(length > 0)) throw new Error(`${link} responded with ${response?.status()}`)
    return length
  } finally {
    await context.close()
  }
}
