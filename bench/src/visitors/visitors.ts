import { paths } from '@marram/api-contract/paths'
import { chromium } from '@playwright/test'
import type { Site } from '../site'
import type { Step } from '../steps'
import { clickRows } from './click-rows'
import { type Front, startFront } from './front'
import { interactionRow } from './interact'
import { auditAll } from './lighthouse'
import { markRows, rowsOf, TABLE, weightRows } from './load-rows'
import { openCold } from './page-load'
import { type BuiltFront, built, inTurns, type Sides } from './sides'
import { FRAMEWORKS } from './step-names'
import { startNaiveFederation } from './yardsticks/naive-federation'
import { startNextZones } from './yardsticks/next-zones'
import { startOneBuild } from './yardsticks/one-build'
import { startSingleSpa } from './yardsticks/single-spa'

const RUNS = 5

type Around = {
  say: (words: string) => void
  step: Step
  /** Called with the browser's version. */
  onBrowser: (version: string) => void
  /** Installs what the frameworks are built with. */
  installFrameworks: () => void
}

/**
 * Every page on a slow phone: ours, as one build, as one build that a server renders, and two of them as frameworks make
 * them, in turns; a step for each.
 */
export async function visitors(
  site: Site,
  program: string,
  { say, step, onBrowser, installFrameworks }: Around,
): Promise<void> {
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'] })
  onBrowser(browser.version())
  // Everything that was started is stopped, even if the next one did not start.
  const started: Front[] = []
  const keep = <F extends Front>(front: F): F => {
    started.push(front)
    return front
  }
  try {
    // Before the builds, which take so long that the site ends connections: this process only notices afterwards.
    const ours = await (await fetch(site.url)).text()
    const oneBuild = await startOneBuild(site.url, ours)
    const fronts: Sides<BuiltFront> = {
      browser: keep(oneBuild.browser),
      server: keep(oneBuild.server),
      naive: keep(await startNaiveFederation(site.url, ours)),
      ours: keep(await startFront(site.url)),
    }
    say('two pages as frameworks make them …')
    const [nextZones, singleSpa] = FRAMEWORKS
    await step(TABLE, nextZones, async () => {
      installFrameworks()
      fronts.zones = keep(await startNextZones(site.url, ours))
      return []
    })
    await step(TABLE, singleSpa, async () => {
      installFrameworks()
      fronts.singleSpa = keep(await startSingleSpa(site.url, ours))
      return []
    })
    for (const [name, path] of await pagesOf(site.url)) {
      say(`${name}: ${RUNS} times each …`)
      const those = built(fronts, path)
      await step(TABLE, name, async () => {
        await oneBuild.learn(browser, path)
        const loads = await inTurns(
          those,
          () => RUNS,
          ({ url }) => openCold(browser, url + path, { use: (_page, load) => load() }),
        )
        return [...rowsOf(name, loads), ...(path === paths.home() ? weightRows(loads) : [])]
      })
      await step(TABLE, `${name}: interaction`, async () => [await interactionRow(browser, name, those, path)])
      await step(TABLE, `${name}: Lighthouse`, async () => markRows(name, await auditAll(program, those, path)))
    }
    await step(TABLE, 'next clicks', async () => {
      const sport = paths.sport(await firstSlug(`${site.url}/api/sports/open`))
      return clickRows(browser, fronts, sport)
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
    ['registration form', paths.registration('relay-entry')],
  ]
}

async function firstSlug(url: string): Promise<string> {
  const { data } = (await (await fetch(url)).json()) as { data: { slug: string }[] }
  const slug = data[0]?.slug
  if (!slug) throw new Error(`${url} has nothing to show`)
  return slug
}
