import http from 'node:http'
import { brotliOf } from '../brotli-of'
import { compare, inWords, ratio, ratioOfCost } from '../load'
import { nginxServing } from '../nginx'
import type { Row } from '../row'
import { plainVarnish, varnishBefore } from '../varnish'
import { withEdge } from '../with-edge'
import { until } from '../within'

const TABLE = 'Servers'
const VISITORS = 10_000
const PAGES_EACH = 5
/** Fewer than one process renders at a time: the cache is empty when they begin. */
const AT_ONCE = 24
const ROLLED_OUT = 10
/** As many groups as caches tell apart. */
const GROUPS = 4096
const LIVE_MS = 30_000
const KEPT_MS = 10_000

type Programs = { nginx: string; varnish: string }

/** Pages from Varnish in front of an edge: how fast, and how many of them an edge has to be asked for. */
export async function sharedCache({ nginx: nginxProgram, varnish: program }: Programs): Promise<Row[]> {
  return withEdge({}, async ({ edge, registry }) => {
    const varnish = await varnishBefore(program, edge.url)
    try {
      const cookie = cookieOf(1)
      await until(KEPT_MS, 'the home page was not kept', async () => (await read(varnish.url, '/', cookie)).isKept)
      const bytes = await brotliOf(`${varnish.url}/`, { cookie })
      const nginx = await nginxServing(nginxProgram, bytes, 'text/html')
      const sameLength = { 'content-length': String(bytes.length) }
      const yardstick = { url: nginx.url, pid: nginx.worker, expected: sameLength }
      const plain = await plainVarnish(program, nginx.url)
      const headers = { 'accept-encoding': 'br' }
      const own = { url: `${varnish.url}/`, pid: varnish.worker, expected: { ...sameLength, 'x-marram-shared': 'hit' } }
      const bare = { url: plain.url + new URL(nginx.url).pathname, pid: plain.worker, expected: sameLength }
      const both = async () => ({
        measured: await compare(own, yardstick, { ...headers, cookie }),
        // What a page from Varnish can have at the most: its built-in rules look no variant up, and keep nothing with a cookie.
        most: await compare(bare, yardstick, headers),
      })
      const { measured, most } = await both().finally(() => Promise.all([plain.stop(), nginx.stop()]))
      registry.rollOut('mfe-content', '1.1.0', ROLLED_OUT)
      const variants = async () =>
        new Set(await Promise.all(Array.from({ length: GROUPS / 16 }, (_, group) => variantOf(edge.url, group))))
      await until(LIVE_MS, 'no rollout was live', async () => (await variants()).size === 2, 500)
      const { pages, asked } = await visits(varnish.url, await pagesOf(edge.url))
      return [
        {
          table: TABLE,
          figure: `home page from Varnish in front of an edge (${Math.round(bytes.length / 1024)} KB, Brotli), ÷ nginx static, requests a second (for the same processor time ${ratioOfCost(measured).toFixed(2)}; Varnish with its built-in rules alone ${ratio(most).toFixed(2)}, for the same processor time ${ratioOfCost(most).toFixed(2)})`,
          ours: inWords(measured.ours),
          yardstick: inWords(measured.yardstick),
          value: ratio(measured),
          unit: '',
          target: { atLeast: 0.9 },
        },
        {
          table: TABLE,
          figure: `share of page requests that reach an edge behind an empty Varnish, in percent, without lookups of variants (at most 4,096 after each change): ${VISITORS.toLocaleString('en')} visitors of ${pages} pages, ${PAGES_EACH} each, while ${ROLLED_OUT} % get another version`,
          ours: `${asked.toLocaleString('en')} of ${(VISITORS * PAGES_EACH).toLocaleString('en')}`,
          yardstick: 'all',
          value: (100 * asked) / (VISITORS * PAGES_EACH),
          unit: '',
          target: { atMost: 1 },
        },
      ]
    } finally {
      await varnish.stop()
    }
  })
}

const cookieOf = (visitor: number) => `marram_visitor=${(visitor % GROUPS).toString(16).padStart(16, '0')}`

const variantOf = async (edge: string, group: number) =>
  (await fetch(`${edge}/releases/variant`, { headers: { cookie: cookieOf(group) } })).headers.get('x-marram-variant')

/** Addresses of all pages that crawlers are told of. */
async function pagesOf(edge: string): Promise<string[]> {
  const sitemap = await (await fetch(`${edge}/sitemap.xml`)).text()
  const pages = [...sitemap.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path]) => path || '/')
  if (pages.length < 100) throw new Error(`the sitemap has ${pages.length} pages only`)
  return pages
}

/** Visits of all visitors, in turn from page to page; how many of their requests the cache passed on. */
async function visits(url: string, pages: string[]): Promise<{ pages: number; asked: number }> {
  let [next, asked] = [0, 0]
  const walk = async () => {
    while (next < VISITORS) {
      const visitor = next
      next += 1
      for (let i = 0; i < PAGES_EACH; i += 1) {
        const page = pages[(visitor * 7 + i * 31) % pages.length] as string
        const { status, isKept } = await read(url, page, cookieOf(visitor))
        if (status !== 200) throw new Error(`${page} was answered with ${status}`)
        if (!isKept) asked += 1
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, walk))
  return { pages: pages.length, asked }
}

const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE })

const read = (url: string, path: string, cookie: string): Promise<{ status: number | undefined; isKept: boolean }> =>
  new Promise((resolve, reject) => {
    http
      .get(url + path, { agent, headers: { cookie, 'accept-encoding': 'br' } }, (response) => {
        const { statusCode: status, headers } = response
        response.resume()
        response.on('end', () => resolve({ status, isKept: headers['x-marram-shared'] === 'hit' }))
      })
      .on('error', reject)
  })
