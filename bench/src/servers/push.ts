import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { registryClient } from '@marram/release-contract/registry-client'
import { startApi } from '../api-process'
import { startEdge } from '../edge-process'
import { freePort } from '../free-port'
import { median, quantile, type Row, withSpread } from '../row'
import type { Site } from '../site'
import { buildSection } from '../teams/build'
import { varnishBefore } from '../varnish'
import { withEdge } from '../with-edge'
import { until } from '../within'

const TABLE = 'Servers'
const EDGES = 10
const ROUNDS = 20
const SEEN_MS = 30_000
const LOOK_MS = 5
/** Ten edges are asked: more often, and the questions would take the processor from what they ask about. */
const LOOK_AT_TEN_MS = 25
const PART = 'mfe-events'
const NEXT = '98.0.0'
/** Of a place that nobody asked for before: it is in no cache. */
const OF_PART = '/campaign-events?place=change-'
const ITEM = '/news/details/a-measurement'
const SHARED = 'x-marram-shared'

/**
 * From the request for a promotion to the last of ten edges that gives it to visitors. All have had both versions before. Then
 * each edge is asked for a page of the part that it has to render: the next change comes to edges that have come to rest.
 */
export async function push(site: Site): Promise<Row[]> {
  const token = fs.readFileSync(path.join(site.data, 'releases/token'), 'utf8').trim()
  const registry = registryClient({ url: site.registry, token })
  const live = { environment: 'production', part: PART }
  await site.release('publish', buildSection(NEXT))
  const stops: (() => Promise<void>)[] = []
  try {
    const api = await startApi('')
    stops.unshift(() => api.stop())
    const edges: string[] = []
    for (let i = 0; i < EDGES; i += 1) {
      const edge = await startEdge({ api: api.url, registry: site.registry })
      stops.unshift(() => edge.stop())
      edges.push(edge.url)
    }
    const measured: number[] = []
    const pages: number[] = []
    let changes = 0
    const round = async (change: () => Promise<unknown>) => {
      const follows = await Promise.all(edges.map(follower))
      const from = performance.now()
      await Promise.all([change(), ...follows.map((follow) => follow())])
      const ms = performance.now() - from
      changes += 1
      await Promise.all(edges.map((edge) => rendered(`${edge}${OF_PART}${changes}`)))
      pages.push(performance.now() - from)
      return ms
    }
    for (let i = 0; i <= ROUNDS; i += 1) {
      const ms = [
        await round(() => registry.promote({ ...live, version: NEXT, reason: 'a measurement' })),
        await round(() => registry.rollback({ ...live, reason: 'a measurement' })),
      ]
      // Edges meet the version for the first time.
      if (i > 0) measured.push(...ms)
    }
    const figure = `promotion or rollback of a version that edges know → last of ${EDGES} edges gives it to visitors, all on this machine, p99 of ${measured.length} (until each has rendered a page of it: median ${Math.round(median(pages))} ms)`
    return [worstRow(figure, measured, 200)]
  } finally {
    for (const stop of stops) await stop()
  }
}

/** From the first request that the API answers with new content to the first for which Varnish takes a new page. */
export async function purge(program: string): Promise<Row[]> {
  const port = await freePort()
  return withEdge({ CACHE_URLS: `http://127.0.0.1:${port}` }, async ({ edge, api }) => {
    const varnish = await varnishBefore(program, edge.url, port)
    try {
      await apply(api.data, 0)
      const page = `${varnish.url}${ITEM}`
      await until(SEEN_MS, 'the page was not kept', async () => (await headerOf(page, SHARED)) === 'hit', 200)
      const measured: number[] = []
      for (let i = 1; i <= ROUNDS; i += 1) {
        const [revision, etag] = [await revisionOf(api.url), await headerOf(page, 'etag')]
        const content = asked(async () => (await revisionOf(api.url)) !== revision, 2)
        const purged = asked(async () => (await headerOf(page, 'etag')) !== etag, LOOK_MS)
        const [purgedAt, contentAt] = await Promise.all([purged, content, apply(api.data, i)])
        measured.push(Math.max(0, purgedAt - contentAt))
      }
      return [worstRow(`content change → purged in Varnish, p99 of ${ROUNDS}`, measured, 150)]
    } finally {
      await varnish.stop()
    }
  })
}

const worstRow = (figure: string, measured: number[], atMost: number): Row => ({
  table: TABLE,
  figure,
  ours: `${withSpread(measured)} ms`,
  yardstick: '',
  value: quantile(measured, 0.99),
  unit: ' ms',
  target: { atMost },
})

const VISITOR = { cookie: 'marram_visitor=0000000000000001' }

const headerOf = async (url: string, name: string): Promise<string> => {
  const response = await fetch(url, { headers: VISITOR })
  await response.body?.cancel()
  const found = response.headers.get(name)
  if (found === null) throw new Error(`${url} has no ${name}`)
  return found
}
/** An app shell does not count: its section was not ready. */
async function rendered(page: string): Promise<void> {
  const by = await headerOf(page, 'x-marram-render')
  if (!by.startsWith('server')) throw new Error(`${page} was not rendered: ${by}`)
}
const variantOf = (url: string) => headerOf(`${url}/releases/variant`, 'x-marram-variant')
const revisionOf = (api: string) => headerOf(`${api}/api/home/services/`, 'x-content-revision')

/** Resolves when an edge gives another variant than now: each edge has its own, by its address. */
async function follower(edge: string): Promise<() => Promise<void>> {
  const before = await variantOf(edge)
  return () =>
    until(SEEN_MS, `${edge} has no other variant`, async () => (await variantOf(edge)) !== before, LOOK_AT_TEN_MS)
}

/** When the first request was made that had the awaited response. */
async function asked(isThat: () => Promise<boolean>, lookMs: number): Promise<number> {
  let from = 0
  const look = () => {
    from = performance.now()
    return isThat()
  }
  await until(SEEN_MS, 'nothing changed', look, lookMs)
  return from
}

/** Another text of one item, as `npm run api -- content apply` asks a running API for it. */
async function apply(data: string, round: number): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-bench-content-'))
  try {
    fs.mkdirSync(path.join(folder, 'main-news'))
    const head = 'title: A measurement\ndate: 2026-11-01\nimage: {"object": "loaf", "hour": "mist"}\ncategory: olympiad'
    fs.writeFileSync(path.join(folder, 'main-news/a-measurement.md'), `---\n\n${head}\n---\n\n<p>Round ${round}.</p>\n`)
    const { url, token } = JSON.parse(fs.readFileSync(path.join(data, 'api/token'), 'utf8'))
    const response = await fetch(`${url}/operator/content/apply`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ folder }),
    })
    if (!response.ok) throw new Error(`the content was not applied: ${await response.text()}`)
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}
