import { paths } from '@marram/api-contract/paths'
import { chromium, type Page } from '@playwright/test'
import { median, type Row, withSpread } from '../row'
import type { Site } from '../site'
import { within } from '../within'
import { startFront } from './front'
import { TABLE } from './load-rows'
import { openCold, PHONE } from './page-load'

const RUNS = 3
const DESKTOP = { width: 1440, height: 900 }
/** For a control that does nothing; longer than a page takes until it responds. */
const PATIENCE_MS = 10_000

type Control = { path: string; size?: { width: number; height: number }; selector: string }

/** One of each kind that pages of content have. */
const controls: Record<string, Control> = {
  'menu of a phone': { path: paths.home(), selector: 'header button[aria-label="Open menu"]' },
  'panel of the navigation': { path: paths.home(), size: DESKTOP, selector: 'header button[popovertarget=more]' },
  'search of the header': { path: paths.home(), selector: 'header button[popovertarget=header-search]' },
  'search of the home page': { path: paths.home(), selector: 'main form[action="/search"] button' },
  'link of a card': { path: paths.home(), selector: 'main article a' },
  'tab of a list': { path: paths.home(), selector: 'main a[role=tab][aria-selected=false]' },
  theme: { path: paths.home(), selector: 'footer label:has([value=dark])' },
  'next of a carousel': { path: paths.about(), selector: 'button[data-moves="1"]' },
  'picture that opens': { path: paths.about(), selector: 'main a[role=button]' },
  'filter of events': { path: paths.campaignEvents(), size: DESKTOP, selector: 'main form button' },
  'filter of a phone': { path: paths.campaignEvents(), selector: 'main summary' },
}

/**
 * How long controls of content take to answer on a slow phone when they are pressed as soon as the largest picture or text is
 * painted, long before scripts respond. An answer is what the visitor sees: something opens, moves or changes colour, the
 * browser leaves for another page, or the control shows that it was pressed.
 */
export async function controlsRow(site: Site, executablePath: string): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const front = await startFront(site.url)
  try {
    const found: { name: string; times: number[] }[] = []
    for (const [name, { path, size = PHONE, selector }] of Object.entries(controls)) {
      const url = front.url + path
      const area = await openCold(browser, url, {
        size,
        use: (page) => page.evaluate(() => window.observed.largestArea),
      })
      const times: number[] = []
      const use = (page: Page) => pressed(page, { name, selector, area })
      for (let run = 0; run < RUNS; run += 1) times.push(await openCold(browser, url, { size, waits: false, use }))
      found.push({ name, times })
    }
    const worst = found.reduce((most, each) => (median(each.times) > median(most.times) ? each : most))
    return [
      {
        table: TABLE,
        figure: `${found.length} controls, pressed after the largest paint and before scripts respond: slowest answer, median of ${RUNS}`,
        ours: found.map(({ name, times }) => `${name} ${withSpread(times)}`).join('; '),
        yardstick: '',
        value: median(worst.times),
        unit: ' ms',
        target: { atMost: 100 },
      },
    ]
  } finally {
    await browser.close()
    await front.stop()
  }
}

/** Milliseconds from the press to the frame that shows its answer. Throws for a page that already responds. */
async function pressed(page: Page, { name, selector, area }: { name: string; selector: string; area: number }) {
  await page.exposeFunction('press', ({ x, y }: { x: number; y: number }) => page.mouse.click(x, y))
  const answer = await within(
    PATIENCE_MS,
    `${name} did not answer`,
    page.evaluate(([selector, area]) => window.observed.answerOf(selector, area), [selector, area] as const),
  )
  if (answer.responds) throw new Error(`${name} was pressed when scripts already responded: nothing was measured`)
  return answer.ms
}
