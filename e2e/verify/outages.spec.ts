import { startEdge } from '../support/edge'
import { faultProxy } from '../support/fault-proxy'
import { startPostgres } from '../support/postgres'
import { startSite } from '../support/site'
import { expect, test } from '../support/test'
import { documentOf } from '../support/variant'
import { type Visit, visitsDuring } from '../support/visitors'
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
/** Pages that are kept ready. The last one has nothing of the content; that it keeps coming is enough. */
const KEPT = ['/', '/sports', '/news', '/login']
/** An edge polls five times a second, and is sure of what it knows for one. */
const NOTICED_MS = 3000
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Pages keep coming: rendered, kept or marked as stale, never an error. */
function expectPages(visits: Visit[]): void {
  const outcomes = new Map<string, number>()
  for (const { outcome, stale } of visits) {
    const name = `${outcome.split(';')[0]}${stale ? `, marked as stale (${stale})` : ''}`
    outcomes.set(name, (outcomes.get(name) ?? 0) + 1)
  }
  tell([...outcomes].map(([name, times]) => `${times} × ${name}`).join('; '))
  expect(visits.filter(({ status }) => status !== 200)).toEqual([])
  expect(visits.length).toBeGreaterThan(100)
}

const staleOf = async (edge: { url: string }, path: string) =>
  (await documentOf(edge, path)).headers.get('x-marram-stale') ?? 'not stale'

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
    try {
      for (const path of KEPT)
        await expect
          .poll(async () => (await documentOf(edge, path)).headers.get('x-marram-cache'), { message: path })
          .toBe('hit')
      const proxy = name === 'API' ? api : registry
      proxy.faults = [{ match: /./, do: 'cut' }]
      const noticedAt = performance.now() + NOTICED_MS
      const visits = await visitsDuring(edge, pages, () => wait(MINUTE_MS))
      expectPages(visits)
      for (const path of KEPT) {
        const later = visits.filter((visit) => visit.path === path && visit.at > noticedAt)
        expect(later.length, path).toBeGreaterThan(10)
        expect(new Set(later.map(({ stale }) => stale)), path).toEqual(new Set([marked]))
      }
      proxy.faults = []
      for (const path of KEPT)
        await expect.poll(() => staleOf(edge, path), { message: path, timeout: 30_000 }).toBe('not stale')
    } finally {
      await edge.stop()
      await Promise.all([api.close(), registry.close()])
    }
  })

test('database down for a minute: pages keep coming, and nothing acknowledged is lost', async () => {
  const postgres = await startPostgres()
  if (typeof postgres === 'string') {
    test.skip(true, postgres)
    return
  }
  const site = await startSite({ env: { DATABASE_URL: postgres.url, API_RATE_LIMIT: '1000000' } })
  try {
    for (const path of Object.keys(pages)) expect((await fetch(site.url + path)).status).toBe(200)
    const acknowledged: string[] = []
    let refused = 0
    const write = async (n: number) => {
      const email = `reader-${n}@dunes.example`
      const { ok } = await fetch(`${site.url}/api/home/news-letter/create`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      }).catch(() => ({ ok: false }))
      if (ok) acknowledged.push(email)
      else refused += 1
    }
    const visits = await visitsDuring(site, pages, async () => {
      for (let n = 0; n < 40; n++) await write(n)
      await postgres.crash()
      const until = Date.now() + MINUTE_MS
      for (let n = 40; Date.now() < until; n++) await Promise.race([write(n), wait(2000)])
      await postgres.recover()
      await wait(2000)
    })
    expectPages(visits)
    const kept = new Set(postgres.query('select email from api.subscribers'))
    expect(acknowledged.filter((email) => !kept.has(email))).toEqual([])
    expect(acknowledged.length).toBeGreaterThanOrEqual(40)
    tell(`${acknowledged.length} acknowledged, ${refused} refused, none lost`)
  } finally {
    await site.stop()
    await postgres.stop()
  }
})
