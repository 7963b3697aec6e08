import { type FaultProxy, faultProxy } from '../../fixtures/browser/fault-proxy'
import { documentOf } from '../../fixtures/releases/variant'
import { type Edge, startEdge } from '../../fixtures/site/edge'
import { expect, test } from '../../fixtures/test'

/** How long an edge caches pages whose content revision is unknown (`pageFreshMs`). */
const BRIEF_MS = 30_000

/** Caching of pages of real releases, which declare the calls that they depend on. */
test.describe('an edge with an API that may fail', () => {
  let api: FaultProxy
  let edge: Edge
  test.beforeAll(async ({ site }) => {
    api = await faultProxy(site.url)
    edge = await startEdge({
      API_HOST: api.url,
      RELEASES_URL: site.registry,
      RENDER_TIMEOUT_MS: '10000',
      PAGE_CACHE_BYTES: '10000000',
    })
  })
  test.afterAll(async () => {
    await edge?.stop()
    await api?.close()
  })
  const kept = async (address: string) => {
    const { status, headers } = await documentOf(edge, address)
    return [status, headers.get('x-marram-cache'), headers.get('x-marram-stale')]
  }

  test('keeps pages until the content changes, searches too, and failures not at all', async () => {
    test.setTimeout(4 * BRIEF_MS)
    const lasting = ['/', '/sports', '/login', '/news/details/nothing', '/sports/registration', '/search?q=dune']
    for (const address of lasting) expect((await kept(address))[1], address).toBe('miss')
    await new Promise((resolve) => setTimeout(resolve, BRIEF_MS + 1000))
    for (const address of lasting) expect((await kept(address))[1], address).toBe('hit')

    // The categories fail, and a page without them is not cached.
    api.faults = [{ match: /^\/api\/publications\/category/, do: '500' }]
    expect(await kept('/publications')).toEqual([200, 'miss', null])
    expect(await kept('/publications')).toEqual([200, 'miss', null])
    api.faults = []
    expect(await kept('/publications')).toEqual([200, 'miss', null])
    expect(await kept('/publications')).toEqual([200, 'hit', null])

    // The teaser in the footer is on every page: it is cached, so its failure is not visible.
    api.faults = [{ match: /^\/api\/main-news\/\?/, do: '500' }]
    expect(await kept('/tickets')).toEqual([200, 'miss', null])
    expect(await kept('/tickets')).toEqual([200, 'hit', null])
    api.faults = []
  })

  test('has one page for all unknown addresses, which names none of them', async () => {
    const [first, second] = [await documentOf(edge, '/no/such/page'), await documentOf(edge, '/news/of/nobody/here')]
    expect([first.status, second.status, second.headers.get('x-marram-cache')]).toEqual([404, 404, 'hit'])
    expect(second.html).toBe(first.html)
    expect(first.html).not.toContain('no/such')
  })

  test('goes on without its API, marks its pages, and updates them when the API is back', async () => {
    for (const address of ['/courses', '/']) expect((await kept(address))[0]).toBe(200)
    api.faults = [{ match: /^\/api/, do: '500' }]
    await expect.poll(() => kept('/courses')).toEqual([200, 'stale', 'content'])
    expect(await kept('/publication-details/nothing')).toEqual([503, 'miss', null])
    // Another page with the content that the process has cached can still be rendered.
    expect(await kept('/?news=nothing')).toEqual([200, 'stale', 'content'])
    api.faults = []
    await expect.poll(() => kept('/courses')).toEqual([200, 'hit', null])
    expect((await kept('/publication-details/nothing'))[0]).toBe(404)
  })
})
