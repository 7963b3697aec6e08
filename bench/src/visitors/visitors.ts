import { paths } from '@marram/contracts/paths'
import { type Browser, chromium } from '@playwright/test'
import { median, type Row, withSpread } from '../row'
import type { Site } from '../site'
import type { Step } from '../steps'
import { clickRows } from './click-rows'
import { type Front, startFront } from './front'
import { slowestInteraction } from './interact'
import { audit } from './lighthouse'
import { markRows, rowsOf, TABLE, weightRows } from './load-rows'
import { startNaiveFederation } from './naive-federation'
import { startOneBuild } from './one-build'
import { openCold } from './page-load'
import type { Loads, Side } from './sides'

const ROUNDS = 5

/**
 * Every page on a slow phone: ours, as one build, and as one build that a server renders, in turns; a step for each.
 * `onBrowser` is told the browser's version.
 */
export async function visitors(
  site: Site,
  program: string,
  { say, step, onBrowser }: { say: (words: string) => void; step: Step; onBrowser: (version: string) => void },
): Promise<void> {
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'] })
  onBrowser(browser.version())
  // Whatever was started is stopped, also where the next one did not start.
  const started: Front[] = []
  const keep = (front: Front) => {
    started.push(front)
    return front
  }
  try {
    const oneBuild = await startOneBuild(site.url)
    const fronts: Record<Side, Front> = {
      browser: keep(oneBuild.browser),
      server: keep(oneBuild.server),
      naive: keep(await startNaiveFederation(site.url)),
      ours: keep(await startFront(site.url)),
    }
    const { ours } = fronts
    for (const [name, path] of await pagesOf(site.url)) {
      say(`${name}: ${ROUNDS} times each …`)
      await step(TABLE, name, async () => {
        await oneBuild.learn(browser, path)
        const loads: Loads = { ours: [], browser: [], server: [], naive: [] }
        for (let round = 0; round < ROUNDS; round++)
          for (const side of Object.keys(fronts) as Side[])
            loads[side].push(await openCold(browser, fronts[side].url + path, { use: (_page, load) => load() }))
        return [...rowsOf(name, loads), ...(path === paths.home() ? weightRows(loads) : [])]
      })
      await step(TABLE, `${name}: interaction`, async () => [await interactionRow(browser, name, ours.url + path)])
      await step(TABLE, `${name}: Lighthouse`, async () => markRows(name, await audit(program, ours.url + path)))
    }
    await step(TABLE, 'next clicks', async () => {
      const sport = paths.sport(await firstSlug(`${site.url}/api/sports/open`))
      return clickRows(browser, ours.url, sport)
    })
  } finally {
    await browser.close()
    for (const front of started) await front.stop()
  }
}

async function pagesOf(site: string): Promise<[name: string, path: string][]> {
  const news = await firstSlug(`${site}/api/main-news/featured`)
  return [
    ['home', paths.home()],
    ['news article', paths.newsItem(news)],
    ['sports listing', paths.sports()],
    ['registration form', paths.registration('sports-entry')],
  ]
}

async function firstSlug(url: string): Promise<string> {
  const { data } = (await (await fetch(url)).json()) as { data: { slug: string }[] }
  const slug = data[0]?.slug
  if (!slug) throw new Error(`${url} has nothing to show`)
  return slug
}

async function interactionRow(browser: Browser, name: string, url: string): Promise<Row> {
  const measured: number[] = []
  for (let round = 0; round < ROUNDS; round++) measured.push(await openCold(browser, url, { use: slowestInteraction }))
  return {
    table: TABLE,
    figure: `${name}: interaction to next paint`,
    ours: withSpread(measured),
    yardstick: '',
    value: median(measured),
    unit: ' ms',
    target: { atMost: 200 },
  }
}
