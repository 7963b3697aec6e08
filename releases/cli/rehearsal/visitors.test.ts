import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RegistryClient } from '@marram/release-contract/registry-client'
import { afterEach, expect, it } from 'vitest'
import { addressesOf, seenOf, shapeOf, visitorsOf } from './visitors'

let server: Server
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

const page = (version: string, { file = version, pattern = '/tides' } = {}) => {
  const pages = [{ pattern }, { pattern: '/tides/:slug' }, { pattern: '/own', private: true }]
  const composition = {
    id: '0123456789ab',
    shell: { version: '1.0.0' },
    sections: { 'mfe-tides': { pages, releases: [{ version }] } },
  }
  return `<script type="application/json" id="marram-composition">${JSON.stringify(composition)}</script>
    <script src="/releases/files/shell/1.0.0/main.js"></script><script src="/releases/files/mfe-tides/${file}/tides.js"></script>`
}

/** An edge that responds so at each address. */
async function edge(responses: Record<string, { status?: number; render?: string; body: string }>): Promise<string> {
  server = createServer(({ url = '' }, response) => {
    const { status = 200, render = 'server; dur=1', body } = responses[url] ?? { status: 404, body: 'nothing' }
    response.writeHead(status, { 'x-marram-composition': '0123456789ab', 'x-marram-render': render }).end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const FILES = {
  '/releases/files/shell/1.0.0/main.js': { body: '' },
  '/releases/files/mfe-tides/1.1.0/tides.js': { body: '' },
}

it.each([
  ['is good', { body: page('1.1.0') }, {}],
  ['names files of another version', { body: page('1.1.0', { file: '1.0.0' }) }, { mixed: 1 }],
  ['names a file that is not there', { body: page('1.2.0') }, { failed: 1 }],
  ['could not be rendered', { body: page('1.1.0'), render: 'frame; failed' }, { failed: 1 }],
  ['has an error', { status: 500, body: page('1.1.0') }, { failed: 1 }],
  ['is no page', { body: 'half a pa' }, { failed: 1 }],
  ['comes without content', { body: page('1.1.0'), render: 'frame; late' }, { late: 1 }],
  ['is not found', { status: 404, body: page('1.1.0') }, { missing: 1 }],
])('a page that %s is counted as such', async (_, response, expected) => {
  const url = await edge({ '/tides': response, ...FILES })
  const visitors = visitorsOf(url, { 'mfe-tides': ['/tides'] }, { perSecond: 50, loads: {}, busiest: null })
  await expect.poll(() => visitors.pages.length).toBeGreaterThan(0)
  await visitors.stop()
  const good = {
    pages: 1,
    failed: 0,
    late: 0,
    missing: 0,
    mixed: 0,
    medianMs: expect.any(Number),
    worstMs: expect.any(Number),
  }
  expect(seenOf(visitors.pages.slice(0, 1))).toEqual({ ...good, ...expected })
})

it('a file that once did not come fails the pages that waited for it, and no later ones', async () => {
  const responses: Parameters<typeof edge>[0] = { '/tides': { body: page('1.1.0') } }
  const url = await edge(responses)
  const visitors = visitorsOf(url, { 'mfe-tides': ['/tides'] }, { perSecond: 50, loads: {}, busiest: null })
  await expect.poll(() => seenOf(visitors.pages).failed).toBeGreaterThan(0)
  Object.assign(responses, FILES)
  const since = visitors.pages.length
  await expect.poll(() => visitors.pages.length).toBeGreaterThan(since + 20)
  await visitors.stop()
  expect(seenOf(visitors.pages.slice(since + 5))).toMatchObject({ failed: 0 })
})

it('an edge that is gone is a failed page, and no page at all has no times', async () => {
  const url = await edge({})
  server.close()
  server.closeAllConnections()
  const visitors = visitorsOf(url, { 'mfe-tides': ['/tides'] }, { perSecond: 50, loads: {}, busiest: null })
  await expect.poll(() => visitors.pages.length).toBeGreaterThan(2)
  await visitors.stop()
  expect(seenOf(visitors.pages)).toMatchObject({ failed: visitors.pages.length })
  expect(seenOf([])).toMatchObject({ pages: 0, medianMs: null, worstMs: null })
})

it('asks for what the sitemap lists and for plain addresses, and for no page that is personal', async () => {
  const sitemap = ['/tides/one', '/tides', '/tides#part', '/elsewhere'].map(
    (path) => `<url><loc>https://a.example${path}</loc></url>`,
  )
  const url = await edge({ '/': { body: page('1.1.0') }, '/sitemap.xml': { body: sitemap.join('') } })
  expect(await addressesOf(url)).toEqual({ 'mfe-tides': ['/tides/one', '/tides'] })
})

it('asks at the rate of the busiest minute, within bounds, and in the mix of the day', async () => {
  const evidence = (edgeLoads: number, minutes: number[]) => ({
    versions: [
      {
        counts: edgeLoads === 0 ? {} : { 'edge.loads': edgeLoads, 'browser.loads': edgeLoads },
        minutes: minutes.map((loads, i) => ({ minute: String(i), loads: 2 * loads, failures: 0 })),
      },
    ],
  })
  const shape = (shell: [number, number[]], events: number) => {
    const known: Record<string, object> = { shell: evidence(...shell), events: evidence(events, []) }
    const showEvidence = async ({ part }: { part: string }) => ({ part, ...known[part] })
    return shapeOf({ showEvidence } as unknown as RegistryClient, 'production', ['shell', 'events'])
  }
  expect(await shape([1600, [1200, 400]], 500)).toEqual({ perSecond: 20, loads: { events: 500 }, busiest: 1200 })
  expect(await shape([9000, [9000]], 500)).toMatchObject({ perSecond: 50, busiest: 9000 })
  expect(await shape([6, [6]], 6)).toMatchObject({ perSecond: 10, busiest: 6 })
  expect(await shape([0, []], 0)).toMatchObject({ perSecond: 10, busiest: null })
})

it('asks for the pages of sections as often as their visitors do, and for those of the one that is changed', async () => {
  const url = await edge({})
  const addresses = { many: ['/many'], few: ['/few'], none: ['/none'] }
  const visitors = visitorsOf(url, addresses, { perSecond: 2000, loads: { many: 90, few: 10 }, busiest: 1 })
  const share = (address: string, from: number) => {
    const own = visitors.pages.slice(from)
    return own.filter((each) => each.address === address).length / own.length
  }
  await expect.poll(() => visitors.pages.length).toBeGreaterThan(1000)
  expect(share('/none', 0)).toBe(0)
  expect(share('/few', 0)).toBeGreaterThan(0.05)
  expect(share('/few', 0)).toBeLessThan(0.15)
  const before = visitors.pages.length
  visitors.watched = 'none'
  await expect.poll(() => visitors.pages.length).toBeGreaterThan(before + 1000)
  await visitors.stop()
  expect(share('/none', before)).toBeGreaterThan(0.1)
})
