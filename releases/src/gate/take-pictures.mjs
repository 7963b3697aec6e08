// @ts-check
/** Takes pictures of pages of a candidate and of live, in the process of `browser-process.mjs`. */
import { comparePictures } from './compare-pictures.mjs'

/**
 * @import { Browser, BrowserContext, Page } from 'playwright-core'
 * @import { PicturedPage } from '@marram/release-contract/calls/releases'
 * @import { Opened, PictureOrder, Side } from './browser-trial'
 * @typedef {{ png: Buffer, height: number, cut: boolean }} Shot
 * @typedef {{
 *   contextOf: (side: Side, viewport: { width: number, height: number }) => Promise<BrowserContext>
 *   visit: (context: BrowserContext, path: string, pageMs: number, work: (page: Page) => Promise<void>) => Promise<Opened>
 *   settle: (page: Page, pageMs: number) => Promise<void>
 *   inTime: <Result>(work: Promise<Result>, ms: number) => Promise<Result>
 *   send: (message: { taken: PicturedPage }) => unknown
 * }} Tools
 */

/** A phone and a desk. */
const VIEWPORTS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]
/** Of a picture: what is below is left out, so that one comparison takes less than 200 MB. In pixels. */
const MOST_HEIGHT = 5000
/** What has not been decoded by then is missing in the picture. */
const DECODE_MS = 3000
const COMPARE_MS = 20_000
/** What begins last, and a comparison, end within a minute after `allMs`. */
const SHOT_MS = 25_000
const MOST_WORDS = 500
const NO_DATA = 'without data, because the API did not respond'

/**
 * Sends each page once its pictures are taken and compared. A page for which there is too little time is not sent.
 * @param {PictureOrder} order @param {Browser} browser @param {Tools} tools
 */
export async function takePictures({ pictures, pageMs, allMs }, browser, tools) {
  const until = Date.now() + allMs
  /** By side and width. @type {Map<string, BrowserContext>} */
  const contexts = new Map()
  /** @type {Page | undefined} */
  let table
  for (const { path, isLive } of pictures) {
    /** @type {PicturedPage} */
    const taken = { path, message: null, views: [] }
    try {
      for (const viewport of VIEWPORTS) {
        if (Date.now() > until) return
        const candidate = await shotBy('candidate', path, viewport)
        if (Date.now() > until) return
        const live = isLive ? await shotBy('live', path, viewport) : undefined
        const cut = { candidate: candidate.cut, live: live?.cut === true }
        const given = { one: base64(candidate), other: live ? base64(live) : null, cut }
        const view = await compared(given)
        taken.views.push({ width: viewport.width, cut: cut.candidate || cut.live, ...view })
        if (!(candidate.hasData && live?.hasData !== false)) taken.message = NO_DATA
      }
    } catch (error) {
      const { message } = /** @type {Error} */ (error)
      taken.message = (message.split('\n', 1)[0] ?? '').slice(0, MOST_WORDS)
    }
    tools.send({ taken })
  }

  /** @param {Parameters<typeof comparePictures>[0]} given */
  async function compared(given) {
    table ??= await (await browser.newContext()).newPage()
    try {
      return await tools.inTime(table.evaluate(comparePictures, given), COMPARE_MS)
    } catch (error) {
      // It may still spin.
      await table.context().close()
      table = undefined
      throw error
    }
  }

  /** @param {Side} side @param {string} path @param {typeof VIEWPORTS[number]} viewport */
  async function shotBy(side, path, viewport) {
    /** @type {Shot | undefined} */
    let shot
    const key = `${side} ${viewport.width}`
    const context = contexts.get(key) ?? (await tools.contextOf(side, viewport))
    contexts.set(key, context)
    const visit = tools.visit(context, path, pageMs, async (page) => {
      shot = await shotOf(page, viewport.width, pageMs, tools)
    })
    const { faults, hasData } = await tools
      .inTime(visit, SHOT_MS)
      .catch(({ message }) => ({ faults: [message], hasData: true }))
    if (shot) return { ...shot, hasData }
    // Its page may still spin.
    contexts.delete(key)
    await context.close()
    throw new Error(
      `${side === 'live' ? 'the live page' : 'it'} could not be pictured at ${viewport.width}: ${faults[0]}`,
    )
  }
}

const base64 = (/** @type {Shot} */ { png }) => png.toString('base64')

/** @param {Page} page @param {number} width @param {number} pageMs @param {Tools} tools @returns {Promise<Shot>} */
async function shotOf(page, width, pageMs, { settle, inTime }) {
  await inTime(page.evaluate(loadAll, { most: MOST_HEIGHT, ms: DECODE_MS }), pageMs)
  await settle(page, pageMs)
  const whole = await inTime(
    page.evaluate(() => document.documentElement.scrollHeight),
    pageMs,
  )
  const height = Math.min(whole, MOST_HEIGHT)
  const png = await page.screenshot({
    fullPage: true,
    clip: { x: 0, y: 0, width, height },
    animations: 'disabled',
    // Hiding it takes a style that the page's policy refuses, and nothing has the focus.
    caret: 'initial',
    timeout: pageMs,
  })
  return { png, height, cut: whole > height }
}

/**
 * In the page: shows all of it once, so that what loads late is there, and goes back to its top.
 * @param {{ most: number, ms: number }} limits
 */
async function loadAll({ most, ms }) {
  const root = document.documentElement
  for (let y = 0; y < Math.min(root.scrollHeight, most); y += innerHeight) {
    scrollTo({ top: y, behavior: 'instant' })
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  scrollTo({ top: 0, behavior: 'instant' })
  const all = [document.fonts.ready, ...[...document.images].map((image) => image.decode())]
  await Promise.race([Promise.allSettled(all), new Promise((resolve) => setTimeout(resolve, ms))])
}
