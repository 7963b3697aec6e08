import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { resolve } from '@marram/release-contract/resolve'
import type { Browser } from '@playwright/test'
import { ready } from '../../fixtures/browser/watch'
import { fromNetwork } from '../../fixtures/releases/halved'
import { discoveryOf, documentOf } from '../../fixtures/releases/variant'
import type { Site } from '../../fixtures/site/site'
import { addressOf } from './candidates'

const VISITORS = 400
const NETWORKS = 60
const AT_ONCE = 6
const PAUSE_MS = 100
const ITEMS = 200

const visitorOf = (number: number) => number.toString(16).padStart(16, '0')
const any = (many: number) => Math.floor(Math.random() * many)

/** Any visitor, always from the same network, as an edge behind a proxy sees it. */
export function anyVisitor(): Record<string, string> {
  const number = any(VISITORS)
  return { cookie: `marram_visitor=${visitorOf(number)}`, ...fromNetwork(number % NETWORKS) }
}

/** Visitors who ask for pages of these parts until it is stopped; `asked` counts them, `refused` those without a page. */
export function visitorsOf(site: Site, parts: string[]) {
  const load = { asked: 0, withoutPage: 0, stop: async () => {} }
  let stopped = false
  const visits = Array.from({ length: AT_ONCE }, async () => {
    while (!stopped) {
      const address = addressOf(parts[any(parts.length)] as string)
      const page = any(4) === 0 ? address : `${address}/items/${any(ITEMS)}`
      const { status } = await documentOf(site, page, anyVisitor()).catch(() => ({ status: 0 }))
      load.asked += 1
      if (status !== 200) load.withoutPage += 1
      await wait(PAUSE_MS)
    }
  })
  load.stop = async () => {
    stopped = true
    await Promise.all(visits)
  }
  return load
}

export type Network = { proxy: string; close: () => void }

/** What a browser of this network goes through: an edge believes its proxies alone. */
export async function network(number: number): Promise<Network> {
  const server = http.createServer((request, response) => {
    const headers = { ...request.headers, ...fromNetwork(number) }
    const onward = http.request(request.url as string, { method: request.method ?? 'GET', headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.on('error', () => onward.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { proxy: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

/** Somebody who gets this version of a part now. */
export async function visitorWith(site: Site, part: string, version: string): Promise<string | undefined> {
  const shared = { schema: 'of the registry', microFrontends: await discoveryOf(site) }
  const has = (visitor: string) =>
    resolve(shared, visitor).some((each) => each.part === part && each.entry.metadata.version === version)
  return Array.from({ length: 2000 }, (_, n) => visitorOf(n + VISITORS)).find(has)
}

/** A page tells of itself two seconds after something happened, and one that spins begins two seconds after it came. */
const TELLS_AFTER_MS = 5000
/** Who gets nothing waits so long after the page came, and then leaves: a page is late after 5 s, and hangs after 10. */
const PATIENCE_MS = 15_000
const CLOSES_MS = 5000

/** Opens a part in a browser and follows a link in it; rejects if that does not lead to its page. */
export async function visit(browser: Browser, site: Site, part: string, visitor: string, { proxy }: Network) {
  let until = performance.now() + PATIENCE_MS
  const context = await browser.newContext({ proxy: { server: proxy } })
  try {
    await context.addCookies([{ name: 'marram_visitor', value: visitor, url: site.url }])
    const page = await context.newPage()
    await page.goto(site.url + addressOf(part))
    await ready(page)
    until = performance.now() + PATIENCE_MS
    await page.getByRole('link', { name: 'Item one' }).click({ timeout: 5000 })
    await page.getByRole('heading', { name: 'Item one' }).waitFor({ timeout: 5000 })
    // Where scripts came late, the link led to a document of its own. A page that spins is never ready.
    await page.waitForFunction(() => document.documentElement.dataset.ready, undefined, { timeout: PATIENCE_MS })
    await wait(TELLS_AFTER_MS)
    await Promise.race([page.title(), wait(1000).then(() => Promise.reject(new Error('it does not respond')))])
    return true
  } catch {
    await wait(Math.max(0, until - performance.now()))
    return false
  } finally {
    // A page that spins may never close.
    await Promise.race([context.close(), wait(CLOSES_MS)])
  }
}
