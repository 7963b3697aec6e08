import { createHash } from 'node:crypto'
import { ready, watch } from '../fixtures/browser/watch'
import { recordWire } from '../fixtures/browser/wire'
import { edition, FIRST, NEXT_HEADING, SECTION } from '../fixtures/releases/editions'
import { holding } from '../fixtures/releases/held-file'
import { inProduction, promote, publish, registryOf } from '../fixtures/releases/releases'
import { documentOf } from '../fixtures/releases/variant'
import type { Site } from '../fixtures/site/site'
import { expect, test, VERIFY } from '../fixtures/test'

const NEXT = '9.9.0'
const ofSection = new RegExp(`/${SECTION}/[^/]+/browser/.*\\.js`)
const ofNext = new RegExp(`/${SECTION}/${NEXT}/browser/.*\\.js`)

/** Waits until the edge has made what is new in these files: on a busy machine, the first client gets the whole file. */
async function deltasMade(site: Site, scripts: string[]): Promise<void> {
  for (const url of new Set(scripts)) {
    const name = url.slice(url.indexOf(`/${SECTION}/`) + SECTION.length + 2)
    const headers = await holding(site, SECTION, name)
    const next = url.replace(`/${FIRST.version}/`, `/${NEXT}/`)
    const encoding = async () => (await fetch(next, { headers })).headers.get('content-encoding')
    await expect.poll(encoding, { timeout: 30_000 }).toBe('dcz')
  }
}

test.describe('a browser that had the version before', () => {
  test.beforeAll(async ({ site }) => publish(site, edition({ version: NEXT })))
  test.afterEach(async ({ site }) => {
    await registryOf(site).rollback(inProduction(SECTION))
    await expect.poll(async () => (await documentOf(site, '/fixture')).html).toContain(FIRST.heading)
  })

  test('fetches what is new in each script, and runs the new version', async ({ site, page }) => {
    const { complaints } = await watch(page)
    const requests = await recordWire(page)
    const scripts = () => requests().filter(({ url }) => ofSection.test(url))
    await page.goto(`${site.url}/fixture`)
    expect(await ready(page)).toBe('hydrated')
    const before = scripts()
    expect(new Set(before.map(({ encoding }) => encoding))).toEqual(new Set(['br']))
    await promote(site, SECTION, NEXT)
    await expect.poll(async () => (await documentOf(site, '/fixture')).html).toContain(NEXT_HEADING)
    await deltasMade(
      site,
      before.map(({ url }) => url),
    )
    await page.goto(`${site.url}/fixture`)
    expect(await ready(page)).toBe('hydrated')
    await expect(page.getByRole('heading', { name: NEXT_HEADING })).toBeVisible()
    const after = scripts().slice(before.length)
    expect(after.map(({ encoding }) => encoding)).toEqual(before.map(() => 'dcz'))
    const bytesOf = (all: typeof after) => all.reduce((sum, { bytes }) => sum + bytes, 0)
    // With their heads, which no dictionary makes smaller.
    expect(bytesOf(after)).toBeLessThan(bytesOf(before) / 2)
    expect(complaints).toEqual([])
  })

  test('gets the last good version when what is new arrives damaged', VERIFY, async ({ site, faults, page }) => {
    faults.encodes = true
    const requests = await recordWire(page)
    await page.goto(`${faults.url}/fixture`)
    expect(await ready(page)).toBe('hydrated')
    await promote(site, SECTION, NEXT)
    await expect.poll(async () => (await documentOf(site, '/fixture')).html).toContain(NEXT_HEADING)
    faults.faults = [{ match: ofNext, do: 'tamper' }]
    await page.goto(`${faults.url}/fixture`)
    expect(await ready(page)).toBe('fresh')
    await expect(page.getByRole('heading', { name: FIRST.heading })).toBeVisible()
    expect(requests().some(({ url }) => ofNext.test(url))).toBe(true)
  })
})

test('a second page of a visit has only what is new since the first, and is asked for each time', async ({
  site,
  page,
}) => {
  const { complaints } = await watch(page)
  const requests = await recordWire(page)
  const documents = () => requests().filter(({ kind }) => kind === 'Document')
  const chromium = { 'sec-ch-ua': '"Chromium"', 'accept-encoding': 'gzip, deflate, br, zstd, dcb, dcz' }
  // The edge makes it when it is first asked; on a busy machine, the first visitor gets the whole page.
  const made = async () => {
    const first = Buffer.from(await (await fetch(`${site.url}/sports`)).arrayBuffer())
    const digest = createHash('sha256').update(first).digest('base64')
    const held = { 'available-dictionary': `:${digest}:`, 'dictionary-id': '"page//sports"' }
    return (await fetch(`${site.url}/courses`, { headers: { ...chromium, ...held } })).headers.get('content-encoding')
  }
  await expect.poll(made, { timeout: 30_000 }).toBe('dcz')
  for (const address of ['/sports', '/courses']) {
    await page.goto(site.url + address)
    expect(await ready(page)).toBe('hydrated')
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const [first, second] = documents()
  expect([first?.encoding, second?.encoding]).toEqual(['br', 'dcz'])
  expect(second?.bytes).toBeLessThan((first?.bytes ?? 0) / 2)
  const again = await page.goto(`${site.url}/sports`)
  expect(await again?.request().headerValue('if-none-match')).toBe(await again?.headerValue('etag'))
  expect(documents()).toHaveLength(3)
  expect(complaints).toEqual([])
})
