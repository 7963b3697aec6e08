// @ts-check
/**
 * Opens pages of a release in a browser, in a separate process without a network: every request of the browser becomes a
 * message to the registry. JavaScript, because it starts without a loader.
 */
import { chromium, errors } from 'playwright-core'
import { watchPage } from './browser-page.mjs'
import { takePictures } from './take-pictures.mjs'

/**
 * @import { BrowserContext, Page, Route } from 'playwright-core'
 * @import { ProxiedResponse, FromBrowser, Opened, Order, PictureOrder, Side } from './browser-trial'
 * @typedef {{ name: string, varies: string, visible: boolean, place: string, look: string, text: string }} ElementState
 * @typedef {Record<string, ElementState[]>} PageState by the part of the page
 * @typedef {{ patched: string[], state: PageState }} Seen
 */

const ORIGIN = 'http://localhost'
const REPORTS = '/releases/reports'
const WATCH = '__marramWatch'
const QUIET_MS = 250
/** A page that never stops changing, such as one with a clock, is used as it is. */
const MOVING_MS = 2000
const RESPONDS_MS = 2000
const SHIFT = { noted: 0.1, tooMuch: 0.25 }

/** @type {Map<number, (response: ProxiedResponse) => void>} */
const waiting = new Map()
let last = 0
/** Reports of the shell of the open page. @type {{ kind: string, message: string }[]} */
let reports = []
/** Calls of the API, of pages and for them, that have failed. */
let failures = 0

/** @param {FromBrowser} message */
const send = (message) => process.send?.(message)

/** @param {Route} route @param {Side} side */
async function respond(route, side) {
  const request = route.request()
  const { origin, pathname, search } = new URL(request.url())
  if (origin !== ORIGIN) return route.abort()
  if (pathname === REPORTS) {
    reports.push(JSON.parse(request.postData() ?? '{}'))
    return route.fulfill({ status: 204 })
  }
  last += 1
  const n = last
  const response = await new Promise((/** @type {(response: ProxiedResponse) => void} */ resolve) => {
    waiting.set(n, resolve)
    send({ n, side, method: request.method(), path: pathname + search, kind: request.resourceType() })
  })
  failures = Math.max(failures, response.failures)
  return route.fulfill({ status: response.status, headers: response.headers, body: Buffer.from(response.body) })
}

class Late extends Error {}

/** @template Result @param {Promise<Result>} work @param {number} [ms] @returns {Promise<Result>} */
const inTime = (work, ms = RESPONDS_MS) =>
  Promise.race([
    work,
    new Promise((_, reject) => setTimeout(() => reject(new Late('it does not respond')), ms).unref()),
  ])

/** @param {Page} page @param {'patched' | 'shift' | 'refused' | 'state' | 'around' | 'goTo'} what @param {string} [path] @returns {Promise<any>} */
const ask = (page, what, path) =>
  inTime(
    page.evaluate(
      ([watch, name, given]) => /** @type {any} */ (window)[watch][name](given),
      /** @type {const} */ ([WATCH, what, path]),
    ),
  )

/** Waits until nothing changes any more. @param {Page} page @param {number} pageMs */
async function settle(page, pageMs) {
  const isQuiet = (/** @type {number} */ quietMs, /** @type {number} */ timeout) =>
    // Playwright's own timeout waits for a page that spins.
    inTime(
      page.waitForFunction(
        ([watch, ms]) => /** @type {any} */ (window)[watch]?.isQuiet(ms),
        /** @type {const} */ ([WATCH, quietMs]),
        { timeout, polling: 50 },
      ),
      timeout,
    )
  try {
    await isQuiet(0, pageMs)
  } catch {
    const isStarted = await inTime(page.evaluate(() => document.documentElement.dataset.ready !== undefined))
    throw new Late(`it ${isStarted ? 'is still loading' : 'has not started'} after ${pageMs / 1000} s`)
  }
  await isQuiet(QUIET_MS, MOVING_MS).catch(() => {})
}

/** Both without blocks that the shell does not show on every page, where one of them lacks the block. @param {ElementState[]} one @param {ElementState[]} other */
function alike(one, other) {
  const inBoth = (/** @type {string} */ block) =>
    [one, other].every((elements) => elements.some(({ varies }) => varies === block))
  return [one, other].map((each) => each.filter(({ varies }) => varies === '' || inBoth(varies)))
}

/** The first difference, as text. @param {PageState} before @param {PageState} after @param {(keyof ElementState)[]} about */
function difference(before, after, about) {
  for (const place of Object.keys(before)) {
    const [elements = [], now = []] = alike(before[place] ?? [], after[place] ?? [])
    for (const [i, element] of elements.entries()) {
      const other = now[i]
      if (!other) return `${element.name} in ${place} is gone`
      const name = about.find((each) => element[each] !== other[each])
      if (name === 'visible') return `${element.name} in ${place} is ${other.visible ? 'visible' : 'hidden'}`
      if (name) return `${element.name} in ${place} has another ${name}: ${other[name]} instead of ${element[name]}`
    }
    if (now.length > elements.length) return `${now[elements.length]?.name} was added in ${place}`
  }
  return undefined
}

/**
 * Throws if a page changes shared parts, compared with `alone`, the shell's own page.
 * @param {Page} page @param {Seen} alone @param {boolean} isLeft whether the shell's own page is shown again
 */
async function compare(page, alone, isLeft) {
  /** @type {string[]} */
  const names = (await ask(page, 'patched')).filter((/** @type {string} */ name) => !alone.patched.includes(name))
  // Nothing else that such a page reports can be trusted.
  if (names.length > 0) throw new Error(`it replaces what all pages use: ${names.slice(0, 5).join(', ')}`)
  const around = async () => {
    const { header = [], footer = [] } = alone.state
    const { now, byShell } = await ask(page, 'around')
    // The shell may give them another size, place or colour at this address.
    return difference({ header, footer }, now, ['visible']) ?? difference(byShell, now, ['visible', 'look', 'text'])
  }
  const words = isLeft
    ? difference(alone.state, await ask(page, 'state'), ['visible', 'place', 'look', 'text'])
    : await around()
  if (words) throw new Error(isLeft ? `after a visitor has left it, ${words}` : words)
}

/**
 * @param {BrowserContext} context @param {string} path @param {number} pageMs
 * @param {(page: Page, opened: Opened) => Promise<void>} work
 */
async function visit(context, path, pageMs, work) {
  /** @type {Opened} */
  const opened = { path, faults: [], warnings: [], isLate: false, hasData: true }
  reports = []
  const failuresBefore = failures
  const page = await context.newPage()
  page.on('pageerror', ({ message }) => opened.faults.push(`it throws "${message.split('\n', 1)[0]}"`))
  page.on('crash', () => opened.faults.push('it ends the process of its tab, as a page does that has no memory left'))
  try {
    await page.goto(ORIGIN + path, { waitUntil: 'commit', timeout: pageMs })
    await settle(page, pageMs)
    await work(page, opened)
  } catch (error) {
    opened.isLate = error instanceof Late || error instanceof errors.TimeoutError
    opened.faults.push(/** @type {Error} */ (error).message.split('\n', 1)[0] ?? '')
  }
  for (const { kind, message } of reports) {
    const hasNoData = kind === 'boundary' && /status (429|503)/.test(message)
    if (hasNoData && failures > failuresBefore) opened.hasData = false
    else if (['boundary', 'section-load', 'shell-load'].includes(kind)) opened.faults.push(`it fails (${message})`)
    else if (kind === 'hydration') opened.warnings.push(`its markup is not what the server sent (${message})`)
  }
  // A page that spins cannot be closed; the browser is ended soon.
  if (!opened.isLate) await page.close()
  return opened
}

/** Stops at the first page with a fault. @param {Order} order @param {BrowserContext} context */
async function openAll({ neighbour, paths, pageMs, allMs }, context) {
  const until = Date.now() + allMs
  /** @type {Seen} */
  const alone = { patched: [], state: {} }
  const all = [
    await visit(context, neighbour, pageMs, async (page) => {
      Object.assign(alone, { patched: await ask(page, 'patched'), state: await ask(page, 'state') })
    }),
  ]
  for (const path of paths) {
    if ((Date.now() > until && all.length > 1) || all.at(-1)?.faults.length) break
    const opened = await visit(context, path, pageMs, async (page, { warnings }) => {
      const shift = await ask(page, 'shift')
      const words = `its layout shifts by ${shift.toFixed(2)} while it loads`
      if (shift > SHIFT.tooMuch) throw new Error(words)
      if (shift > SHIFT.noted) warnings.push(words)
      await compare(page, alone, false)
      await ask(page, 'goTo', neighbour)
      await settle(page, pageMs)
      await compare(page, alone, true)
      // This time its loader runs in the browser.
      await ask(page, 'goTo', path)
      await settle(page, pageMs)
      warnings.push(...(await ask(page, 'refused')))
    })
    all.push(opened)
  }
  return all
}

/** @param {Order | PictureOrder} order */
async function run(order) {
  const browser = await chromium.launch({
    executablePath: order.browser,
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-gpu',
      // If the system allows this process a network, no request bypasses the routes.
      '--host-resolver-rules=MAP * ~NOTFOUND',
      '--proxy-server=http://127.0.0.1:9',
      '--proxy-bypass-list=<-loopback>',
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
      '--js-flags=--max-old-space-size=256',
    ],
  })
  /** @param {Side} side @param {{ width: number, height: number }} viewport */
  async function contextOf(side, viewport) {
    const context = await browser.newContext({
      viewport,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      acceptDownloads: false,
    })
    // Pending requests fail when a page closes.
    await context.route(
      () => true,
      (route) => respond(route, side).catch(() => {}),
    )
    if ('now' in order) {
      await context.clock.setFixedTime(order.now)
      // Without a network, a page would say that it is offline.
      await context.addInitScript("Object.defineProperty(navigator, 'onLine', { get: () => true })")
    }
    await context.addInitScript(`(${watchPage})(${JSON.stringify(WATCH)})`)
    return context
  }
  if ('pictures' in order) {
    await takePictures(order, browser, { contextOf, visit, settle, inTime, send })
    return send({ opened: [] })
  }
  send({ opened: await openAll(order, await contextOf('candidate', { width: 1280, height: 900 })) })
}

process.on('message', (/** @type {Order | PictureOrder | ProxiedResponse} */ message) => {
  if ('n' in message) {
    waiting.get(message.n)?.(message)
    waiting.delete(message.n)
  } else run(message).catch((error) => send({ error: String(error?.message ?? error).split('\n', 1)[0] ?? '' }))
})
// Playwright closes the browser at the end of this process.
process.on('disconnect', () => process.exit(0))
