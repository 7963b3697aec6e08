import path from 'node:path'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { within } from '../within'
import { type Asked, watchRequests } from './requests'

/** Milliseconds since navigation, bytes over the wire, all requests. */
export type PageLoad = {
  largestPaint: number
  firstPaint: number
  ready: number
  shift: number
  /** Address of the visible picture with the largest area on the screen; empty if there is none. */
  largestPicture: string
  /** The document as it was sent. */
  html: string
  requests: Asked[]
}

/** A slow phone: 1.6 Mbps, 150 ms, a processor four times slower. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 }
export const PHONE = { width: 390, height: 844 }
const QUIET_MS = 800

/** Not by Playwright's own means, whose script takes 0.1 s of such a phone's processor before the first paint. */
const RESPONDS = `new Promise((resolve) => new PerformanceObserver((list, observer) => {
  if (list.getEntriesByName('marram:ready').length === 0) return
  observer.disconnect()
  resolve()
}).observe({ type: 'mark', buffered: true }))`

export async function slowDown(cdp: CDPSession): Promise<void> {
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', SLOW)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/**
 * Opens a page with empty caches. `use` may continue with it once it responds, or at once if nothing `waits`; `load` waits
 * until no request is pending.
 */
export async function openCold<T>(
  browser: Browser,
  url: string,
  {
    slow = true,
    size = PHONE,
    waits = true,
    use,
  }: {
    slow?: boolean
    size?: { width: number; height: number }
    waits?: boolean
    use: (page: Page, load: () => Promise<PageLoad>) => Promise<T>
  },
): Promise<T> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: size, deviceScaleFactor: 2 })
  try {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    if (slow) await slowDown(cdp)
    else await cdp.send('Network.enable')
    const requests = watchRequests(cdp)
    const workers: Promise<void>[] = []
    page.on('worker', (worker) => {
      const url = worker.url()
      workers.push(page.evaluate(transferredFor, url).then((bytes) => requests.workerStarted(url, bytes)))
    })
    await page.addInitScript({ path: path.join(import.meta.dirname, 'observe-page.js') })
    const document = await page.goto(url, { waitUntil: 'commit', timeout: 60_000 })
    if (waits) {
      const responds = cdp.send('Runtime.evaluate', { awaitPromise: true, expression: RESPONDS })
      await within(60_000, `${url} did not respond`, responds)
      await requests.quiet(QUIET_MS)
    }
    const html = (await document?.text()) ?? ''
    const load = async (): Promise<PageLoad> => {
      await requests.quiet(QUIET_MS)
      const off = wronglyOff(await page.evaluate(styleSheets))
      // A page without its section is no yardstick either.
      const [failure] = await page.locator('main [role=alert]:visible').allTextContents()
      if (failure) throw new Error(`${page.url()} shows a failure: ${failure}`)
      if (off.length > 0) throw new Error(`${page.url()} has switched styles off: ${off.join(', ')}`)
      return observedIn({ ...(await page.evaluate(readObserved)), html, requests: [...requests.all] })
    }
    const used = await use(page, load)
    await Promise.all(workers)
    return used
  } finally {
    await context.close()
  }
}

/** A time that was not observed must not count as 0. */
function observedIn(load: PageLoad): PageLoad {
  for (const figure of ['largestPaint', 'firstPaint', 'ready'] as const)
    if (!(load[figure] > 0)) throw new Error(`the browser reported no time of ${figure}`)
  return load
}

/** Bytes over the wire of the newest request for a file, headers among them; 0 if it came from the cache. */
const transferredFor = (url: string): number =>
  (performance.getEntriesByName(url, 'resource').at(-1) as PerformanceResourceTiming | undefined)?.transferSize ?? 0

export type Sheet = { address: string; disabled: boolean }

const styleSheets = (): Sheet[] =>
  [...document.styleSheets].map(({ href, ownerNode, disabled }) => {
    const { dataset, outerHTML } = ownerNode as HTMLElement
    return { address: href ?? dataset.href ?? outerHTML.slice(0, 100), disabled }
  })

const sectionOf = ({ address }: Sheet) => /\/releases\/files\/(?!shell\/)([^/]+)\//.exec(address)?.[1]

/**
 * Sheets that are off although the page needs them: a page without styles is no yardstick. Only those of a section that is
 * not shown are rightly off (record 185), so the sheets of exactly one section are on.
 */
export function wronglyOff(sheets: Sheet[]): string[] {
  const shown = new Set(sheets.filter(({ disabled }) => !disabled).map(sectionOf))
  shown.delete(undefined)
  const isRight = (sheet: Sheet) => shown.size === 1 && sectionOf(sheet) !== undefined && !shown.has(sectionOf(sheet))
  return sheets.filter((sheet) => sheet.disabled && !isRight(sheet)).map(({ address }) => address)
}

type Observed = {
  largestPaint: number
  /** In square pixels. */
  largestArea: number
  shift: number
  interactions: Map<number, number>
  answerOf(selector: string, area: number): Promise<{ ms: number; responds: boolean }>
}
declare global {
  interface Window {
    observed: Observed
  }
}

function readObserved() {
  const { largestPaint, shift } = window.observed
  const shown = [...document.images].map((image) => {
    const { left, top, right, bottom } = image.getBoundingClientRect()
    const width = Math.min(right, innerWidth) - Math.max(left, 0)
    const height = Math.min(bottom, innerHeight) - Math.max(top, 0)
    const area = image.checkVisibility({ visibilityProperty: true }) ? Math.max(width, 0) * Math.max(height, 0) : 0
    // A view of a drawing (`#wide`) is no part of its request.
    return { url: image.currentSrc.split('#', 1)[0] ?? '', area }
  })
  const largest = shown.reduce((most, each) => (each.area > most.area ? each : most), { url: '', area: 0 })
  return {
    largestPaint,
    shift,
    largestPicture: largest.url,
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    // Where layout and page start by themselves, the later one counts.
    ready: performance.getEntriesByName('marram:ready').at(-1)?.startTime ?? 0,
  }
}
