import { writeStorm } from '../fixtures/api/write-storm'
import { faultProxy } from '../fixtures/browser/fault-proxy'
import { documentOf } from '../fixtures/releases/variant'
import { type Visit, visitsDuring } from '../fixtures/releases/visitors'
import { startEdge } from '../fixtures/site/edge'
import { startPostgres } from '../fixtures/site/postgres'
import { type Site, startSite } from '../fixtures/site/site'
import { expect, test } from '../fixtures/test'
import { tell } from './cell'

test.describe.configure({ timeout: 300_000 })

const MINUTE_MS = 60_000
const pages = {
  '/': 'mfe-content',
  '/sports': 'mfe-events',
  '/news': 'mfe-content',
  '/login': 'mfe-account',
  '/quiz-complete': 'mfe-quiz',
}
/** Cached pages. The last one has no content; it only has to be served. */
const KEPT = ['/', '/sports', '/news', '/login']
/** An edge trusts its last response for one second after a connection broke. */
const NOTICED_MS = 3000
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Pages are always served: rendered, cached or marked as stale, never an error. Cached ones are never sent as an app
 * shell.
 */
function expectPages(visits: Visit[]): void {
  const outcomes = new Map<string, number>()
  for (const { outcome, stale } of visits) {
    const name = `${outcome.split(';')[0]}${stale ? `, marked as stale (${stale})` : ''}`
    outcomes.set(name, (outcomes.get(name) ?? 0) + 1)
  }
  tell([...outcomes].map(([name, times]) => `${times} × ${name}`).join('; '))
  expect(visits.filter(({ status }) => status !== 200)).toEqual([])
  expect(visits.filter(({ path, outcome }) => KEPT.includes(path) && !outcome.startsWith('server'))).toEqual([])
  expect(visits.length).toBeGreaterThan(100)
}

const staleOf = async (edge: { url: string }, path: string) =>
  (await documentOf(edge, path)).headers.get('x-marram-stale') ?? 'not stale'

/** From this time on cached pages are shown, and marked as stale. */
function expectMarked(visits: Visit[], { from, as }: { from: number; as: string }): void {
  for (const path of KEPT) {
    const later = visits.filter((visit) => visit.path === path && visit.at > from)
    expect(later.length, path).toBeGreaterThan(10)
    expect(new Set(later.map(({ stale }) => stale)), path).toEqual(new Set([as]))
  }
}

const isKept = async (edge: { url: string }, path: string) =>
  expect
    .poll(async () => (await documentOf(edge, path)).headers.get('x-marram-cache'), { message: path, timeout: 30_000 })
    .toBe('hit')

async function expectFresh(edge: { url: string }): Promise<void> {
  for (const path of KEPT)
    await expect.poll(() => staleOf(edge, path), { message: path, timeout: 30_000 }).toBe('not stale')
}

/** Visitors read and write before, during and after. */
async function throughTheMinute(
  given: { site: Site; edge: { url: string }; marked: string },
  breaks: () => Promise<void> | void,
  mends: () => Promise<void> | void,
): Promise<void> {
  const { site, edge, marked } = given
  const storm = await writeStorm(site, edge.url)
  try {
    await storm.goesOn()
    for (const path of KEPT) await isKept(edge, path)
    let brokenAt = 0
    let mendedAt = 0
    const visits = await visitsDuring(edge, pages, async () => {
      await breaks()
      brokenAt = performance.now()
      await wait(MINUTE_MS)
      mendedAt = performance.now()
      await mends()
      await storm.goesOn()
    })
    const during = visits.filter(({ at }) => at < mendedAt)
    expectPages(visits)
    expectMarked(during, { from: brokenAt + NOTICED_MS, as: marked })
    await expectFresh(edge)
    await storm.stop()
    await storm.expectKept()
    expect(storm.unexpected).toEqual([])
    tell(`${storm.acknowledged.length} of ${storm.sent.length} writes acknowledged, none lost`)
  } finally {
    await storm.stop()
  }
}

for (const [name, marked] of [
  ['API', 'content'],
  ['registry', 'composition'],
] as const)
  test(`${name} down for a minute`, async ({ site }) => {
    const [api, registry] = await Promise.all([faultProxy(site.url), faultProxy(site.registry)])
    const edge = await startEdge({
      API_HOST: api.url,
      RELEASES_URL: registry.url,
      RENDER_TIMEOUT_MS: '10000',
      PAGE_CACHE_BYTES: '10000000',
    })
    const proxy = name === 'API' ? api : registry
    const cut = () => {
      proxy.faults = [{ match: /./, do: 'cut' }]
      // The registry holds a request.
      proxy.drop()
    }
    const mend = () => {
      proxy.faults = []
    }
    try {
      await throughTheMinute({ site, edge, marked }, cut, mend)
    } finally {
      await edge.stop()
      await Promise.all([api.close(), registry.close()])
    }
  })

test('database down for a minute: pages are still served, and nothing acknowledged is lost', async () => {
  const postgres = await startPostgres()
  if (typeof postgres === 'string') {
    test.skip(true, postgres)
    return
  }
  let site: Site | undefined
  try {
    site = await startSite({ env: { DATABASE_URL: postgres.url, API_RATE_LIMIT: '1000000' } })
    // API and registry share it.
    await throughTheMinute({ site, edge: site, marked: 'composition, content' }, postgres.crash, postgres.recover)
  } finally {
    await site?.stop()
    await postgres.stop()
  }
})
