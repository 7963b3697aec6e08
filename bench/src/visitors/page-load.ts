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

/** Opens a page with empty caches. `use` may continue with it; `load` waits until no request is pending. */
export async function openCold<T>(
  browser: Browser,
  url: string,
  {
    slow = true,
    size = PHONE,
    use,
  }: {
    slow?: boolean
    size?: { width: number; height: number }
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
    await within(
      60_000,
      `${url} did not respond`,
      cdp.send('Runtime.evaluate', { awaitPromise: true, expression: RESPONDS }),
    )
    await requests.quiet(QUIET_MS)
    const html = (await document?.text()) ?? ''
    const load = async (): Promise<PageLoad> => {
      await requests.quiet(QUIET_MS)
      const off = await page.evaluate(stylesOff)
      if (off.length > 0) throw new Error(`${url} has switched styles off: ${off.join(', ')}`)
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

/** Of other applications than the site: whatever has no styles is no yardstick. */
const stylesOff = (): string[] =>
  [...document.styleSheets]
    .filter(({ disabled }) => disabled)
    .map(({ href, ownerNode }) => href ?? (ownerNode as HTMLElement).outerHTML.slice(0, 100))
    // A section's are off while no page of it is shown.
    .filter((style) => !style.includes('/releases/files/'))

type Observed = { largestPaint: number; shift: number; interactions: Map<number, number> }
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
    ready: performance.getEntriesByName('marram:ready')[0]?.startTime ?? 0,
  }
}
