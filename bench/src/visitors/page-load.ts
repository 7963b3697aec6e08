import path from 'node:path'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { type Asked, watchRequests } from './requests'

/** Milliseconds since navigation, bytes over the wire, everything that was asked for. */
export type PageLoad = {
  largestPaint: number
  firstPaint: number
  ready: number
  shift: number
  largestPicture: string
  /** The document as it was sent. */
  html: string
  requests: Asked[]
}

/** A slow phone: 1.6 Mbps, 150 ms, a processor four times slower. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 }
export const PHONE = { width: 390, height: 844 }
const QUIET_MS = 800

export async function slowDown(cdp: CDPSession): Promise<void> {
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', SLOW)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** Opens a page with nothing kept from before. `use` may go on with it. */
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
    use: (page: Page, load: () => Promise<PageLoad>, cdp: CDPSession) => Promise<T>
  },
): Promise<T> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: size, deviceScaleFactor: 2 })
  try {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    if (slow) await slowDown(cdp)
    else await cdp.send('Network.enable')
    const requests = watchRequests(cdp)
    await page.addInitScript({ path: path.join(import.meta.dirname, 'observe-page.js') })
    const document = await page.goto(url, { waitUntil: 'commit', timeout: 60_000 })
    await page.waitForFunction(() => performance.getEntriesByName('marram:ready').length > 0, null, { timeout: 60_000 })
    await requests.quiet(QUIET_MS)
    const html = (await document?.text()) ?? ''
    const load = async (): Promise<PageLoad> => ({
      ...(await page.evaluate(readObserved)),
      html,
      requests: [...requests.all],
    })
    return await use(page, load, cdp)
  } finally {
    await context.close()
  }
}

type Observed = { largestPaint: number; shift: number; largestPicture: string; interactions: Map<number, number> }
declare global {
  interface Window {
    observed: Observed
  }
}

function readObserved() {
  const { largestPaint, shift, largestPicture } = window.observed
  return {
    largestPaint,
    shift,
    largestPicture,
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    ready: performance.getEntriesByName('marram:ready')[0]?.startTime ?? 0,
  }
}
