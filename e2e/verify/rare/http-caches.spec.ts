import fs from 'node:fs'
import path from 'node:path'
import { applyContent } from '../../fixtures/api/submissions'
import { edition, FIRST, NEXT_HEADING, SECTION } from '../../fixtures/releases/editions'
import { holding } from '../../fixtures/releases/held-file'
import { inProduction, promote, publish, registryOf } from '../../fixtures/releases/releases'
import { documentOf } from '../../fixtures/releases/variant'
import { type HttpCache, httpCaches, isInstalled, startHttpCache } from '../../fixtures/site/http-caches'
import { preparedData } from '../../fixtures/site/prepared-data'
import { freePort, type Site, startSite, temporaryFolder } from '../../fixtures/site/site'
import { expect, test } from '../../fixtures/test'

const NEXT = '9.3.0'
const PAGES = ['/', '/fixture', '/news', '/sports', '/publications']
const visitor = (group: string) => ({ cookie: `marram_visitor=0000000000000${group}` })

for (const [name, kind] of Object.entries(httpCaches))
  test.describe(`pages that ${name} keeps`, () => {
    test.describe.configure({ mode: 'serial', timeout: 180_000, retries: 0 })
    test.skip(!isInstalled(kind), `${name} is not installed`)
    let site: Site
    let cache: HttpCache
    test.beforeAll(async () => {
      const port = await freePort()
      const env = { CACHE_URLS: `http://127.0.0.1:${port}`, TRUST_PROXY: '127.0.0.1', BROTLI_QUALITY: '3' }
      site = await startSite({ data: await preparedData('start'), env })
      cache = await startHttpCache(kind, site.url, port)
      await publish(site, edition({ version: NEXT, heading: NEXT_HEADING }))
    })
    test.afterAll(async () => {
      await cache?.stop()
      await site?.stop()
    })
    const read = async (address: string, headers: Record<string, string> = {}) => {
      const { html, status, headers: received, composition } = await documentOf(cache, address, headers)
      return { html, status, composition, received, how: received.get('x-marram-shared')?.toLowerCase() }
    }
    const kept = (address: string, headers = visitor('001')) =>
      expect.poll(async () => (await read(address, headers)).how, { intervals: [50] }).toBe('hit')

    test('are those of the edge, byte by byte, for visitors with other cookies too', async () => {
      for (const address of PAGES) {
        await kept(address)
        const { html, status, received } = await read(address, { cookie: `session=secret; ${visitor('002').cookie}` })
        // Another group of visitors, and the same page.
        expect(status).toBe(200)
        expect(html).toBe((await documentOf(site, address, visitor('001'))).html)
        expect(received.get('cache-control')).toBe('private, no-cache')
        for (const ours of ['set-cookie', 'x-marram-variant', 'cdn-cache-control'])
          expect(received.get(ours)).toBeNull()
      }
    })

    test('come in the encoding that a browser takes, or as unchanged; files of releases and pictures are kept too', async () => {
      const sizeOf = async (encoding: string) => {
        const { headers, html } = await documentOf(cache, '/news', { ...visitor('001'), 'accept-encoding': encoding })
        return { encoding: headers.get('content-encoding'), bytes: Number(headers.get('content-length')), html }
      }
      const [brotli, gzip, plain] = [await sizeOf('gzip, br'), await sizeOf('gzip'), await sizeOf('identity')]
      expect([brotli.encoding, gzip.encoding, plain.encoding]).toEqual(['br', 'gzip', null])
      expect([brotli.html, gzip.html]).toEqual([plain.html, plain.html])
      const etag = (await read('/news', visitor('001'))).received.get('etag') as string
      expect((await read('/news', { ...visitor('001'), 'if-none-match': etag })).status).toBe(304)
      expect((await fetch(`${cache.url}/news`, { method: 'HEAD' })).status).toBe(200)
      const [file] = plain.html.match(/\/releases\/files\/[^"' )]+\.js/) ?? []
      const [picture] = plain.html.match(/\/media\/[^"' )#]+\.svg/) ?? []
      const howOf = async (address = '') =>
        (await fetch(cache.url + address)).headers.get('x-marram-shared')?.toLowerCase()
      for (const address of [file, picture]) await expect.poll(() => howOf(address)).toBe('hit')
      const none = '/media/news/none.0123abcdef.svg'
      for (let i = 0; i < 3; i += 1) expect(await howOf(none)).not.toBe('hit')
    })

    test('give a new visitor a group, and keep nothing of calls and of private pages', async () => {
      const { received } = await read('/news')
      expect(received.get('set-cookie')).toMatch(
        /^marram_visitor=0000000000000[0-9a-f]{3}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
      )
      for (const address of ['/api/sports/open', '/account', '/releases/composition'])
        for (let i = 0; i < 3; i += 1) expect((await read(address, visitor('001'))).how, address).not.toBe('hit')
    })

    test('are of the versions that a rollout gives to each group, whichever asked first', async () => {
      await registryOf(site).canary({ ...inProduction(SECTION), version: NEXT, traffic: 50, reason: 'a journey' })
      const groups = Array.from({ length: 24 }, (_, i) => i.toString(16).padStart(3, '0'))
      const shown = async (group: string) => (await read('/fixture', visitor(group))).html.includes(NEXT_HEADING)
      const edge = async (group: string) =>
        (await documentOf(site, '/fixture', visitor(group))).html.includes(NEXT_HEADING)
      await expect.poll(async () => new Set(await Promise.all(groups.map(shown))).size).toBe(2)
      for (const group of groups) {
        await expect.poll(() => shown(group)).toBe(await edge(group))
        expect((await read('/fixture', visitor(group))).how).toBe('hit')
      }
    })

    test('follow a promotion, a rollback, and a change of the content', async () => {
      const shows = (words: string, address = '/fixture') =>
        expect.poll(async () => (await read(address, visitor('001'))).html, { intervals: [20] }).toContain(words)
      await promote(site, SECTION, NEXT)
      await shows(NEXT_HEADING)
      await registryOf(site).rollback(inProduction(SECTION))
      await shows(FIRST.heading)
      const folder = temporaryFolder('content')
      fs.mkdirSync(path.join(folder, 'main-news'))
      const item =
        '---\n\ntitle: Kept for everybody\ndate: 2026-11-01\nimage: {"object": "loaf", "hour": "mist", "w": 1200, "h": 780}\ncategory: olympiad\n---\n\n<p>Words.</p>\n'
      fs.writeFileSync(path.join(folder, 'main-news/kept-for-everybody.md'), item)
      await applyContent(site, folder)
      await shows('Kept for everybody', '/news/details/kept-for-everybody')
    })

    test('come with what is new in a file, once for each version that browsers have', async () => {
      const file = 'browser/remoteEntry.js'
      const held = await holding(site, SECTION, `${FIRST.version}/${file}`)
      const ask = async (headers: Record<string, string>) => {
        const response = await fetch(`${cache.url}/releases/files/${SECTION}/${NEXT}/${file}`, { headers })
        await response.arrayBuffer()
        return [response.headers.get('content-encoding'), response.headers.get('x-marram-shared')?.toLowerCase()]
      }
      await expect.poll(() => ask(held)).toEqual(['dcz', 'hit'])
      const { 'accept-encoding': all = '', ...dictionary } = held
      for (const headers of [{ 'accept-encoding': all }, { ...dictionary, 'accept-encoding': 'br' }])
        await expect.poll(() => ask(headers)).toEqual(['br', 'hit'])
      // What nobody can have is not kept, and changes nothing for others.
      const other = { ...held, 'available-dictionary': `:${'A'.repeat(43)}=:` }
      for (let i = 0; i < 3; i += 1) expect(await ask(other)).toEqual(['br', 'miss'])
      expect(await ask(held)).toEqual(['dcz', 'hit'])
    })

    test('are served while no edge responds', async () => {
      for (const address of PAGES) await kept(address)
      await site.stop()
      for (const address of PAGES) expect((await read(address, visitor('001'))).status, address).toBe(200)
    })
  })
