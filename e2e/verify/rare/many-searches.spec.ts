import fs from 'node:fs'
import path from 'node:path'
import { documentOf } from '../../fixtures/releases/variant'
import { type Edge, startEdge } from '../../fixtures/site/edge'
import { expect, test } from '../../fixtures/test'

/** Searches of one network in a minute that the API runs by default. */
const MOST = 120

test.describe('a client that sends too many searches', () => {
  let edge: Edge
  test.beforeAll(async ({ site }) => {
    const { url } = JSON.parse(fs.readFileSync(path.join(site.data, 'api/token'), 'utf8')) as { url: string }
    edge = await startEdge({
      API_HOST: url,
      API_EDGE_TOKEN: fs.readFileSync(path.join(site.data, 'api/edge-token'), 'utf8').trim(),
      RELEASES_URL: site.registry,
      RENDER_TIMEOUT_MS: '20000',
      PAGE_CACHE_BYTES: '50000000',
      TRUST_PROXY: 'loopback',
    })
  })
  test.afterAll(() => edge?.stop())

  const search = (q: string, from: string) =>
    documentOf(edge, `/search?${new URLSearchParams({ q })}`, { 'x-forwarded-for': from })

  test('gets a message after a while, and others are not affected', async () => {
    const statuses: number[] = []
    for (let i = 0; i < MOST + 10; i += 1) statuses.push((await search(`dune ${i}`, '203.0.113.1')).status)
    expect(statuses).toEqual([...Array(MOST).fill(200), ...Array(10).fill(429)])

    const refused = await search('tide', '203.0.113.1')
    expect([refused.status, refused.headers.get('retry-after'), refused.outcome]).toEqual([
      429,
      '60',
      expect.stringContaining('server'),
    ])
    expect(refused.html).toContain('Too many searches in the last minute')
    expect(refused.html).toContain('value="tide"')

    const other = await search('tide', '203.0.113.2')
    expect(other.status).toBe(200)
    expect(other.html.replaceAll('<!-- -->', '')).toMatch(/\d+ results? for/)
    // Cached results are sent to everybody, and so are all other pages.
    expect((await search('tide', '203.0.113.1')).status).toBe(200)
    expect((await documentOf(edge, '/news', { 'x-forwarded-for': '203.0.113.1' })).status).toBe(200)
  })

  test('gets the same message when navigating in the browser', async ({ page }) => {
    await page.route('**/api/search?*', (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/json',
        body: JSON.stringify({ code: 429, message: 'Too many requests. Wait a minute and try again.' }),
      }),
    )
    await page.goto(`${edge.url}/search`)
    await page.getByRole('searchbox').or(page.getByLabel('Search the site')).first().fill('tide')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Too many searches in the last minute' })).toBeVisible()
    await expect(page.getByLabel('Search the site')).toHaveValue('tide')
  })
})
