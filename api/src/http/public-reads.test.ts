import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { engines } from '@marram/server/testing/engines'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { bumpContentRevision } from '../content/revision'
import { contentRevision, services } from '../content/tables'
import { applyContent } from '../content-files/apply'
import { exportContent } from '../content-files/content-folder'
import { sampleContent } from '../testing/sample-content'
import { openTestApp, type TestApp } from '../testing/test-app'

describe.each(engines)('public content ($name)', (engine) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(engine)
  })
  afterAll(() => test?.close())
  const get = async (url: string, headers = {}) => test.app.inject({ url, headers })

  it('lists current and coming sports, soonest first, with those that are open for registration', async () => {
    const { data } = (await get('/api/sports/open')).json()
    expect(
      data.map(({ slug, open, form }: { slug: string; open: boolean; form: string }) => [slug, open, form]),
    ).toEqual([
      ['winter-cycling-league', true, 'league-profile'],
      ['first-light-run', true, 'sports-entry'],
      ['saltmarsh-relay', true, 'relay-entry'],
      ['river-row', false, null],
      ['open-water-day', false, null],
    ])
  })

  it('shows a finished sport as closed', async () => {
    expect((await get('/api/sports/detail/ridge-run')).json().data).toMatchObject({ open: false, form: null })
  })

  it('pages news only on request', async () => {
    const whole = (await get('/api/news/')).json()
    expect(whole.total).toBeUndefined()
    expect(whole.data.length).toBeGreaterThanOrEqual(12)
    const page = (await get('/api/news/?page=2&page_size=5')).json()
    expect(page).toEqual({ code: 200, data: whole.data.slice(5, 10), total: whole.data.length })
  })

  it('lists featured news in the editors’ order and other news newest first', async () => {
    const featured = (await get('/api/main-news/featured')).json().data
    expect(featured).toHaveLength(8)
    expect(featured[0].title).toBe('The winter the dunes came back')
    const dates = (await get('/api/news/by-category/sports')).json().Data.map(({ date }: { date: string }) => date)
    expect(dates).toEqual([...dates].sort().reverse())
  })

  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
  ] as const)('compresses for a browser that accepts %s, with a separate ETag', async (accepts, encoding, decode) => {
    const plain = await get('/api/news/')
    expect(plain.headers).toMatchObject({ vary: 'accept-encoding' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    const ask = (headers = {}) =>
      test.app.inject({ url: '/api/news/', headers: { 'accept-encoding': accepts, ...headers } })
    const packed = await ask()
    expect(packed.headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(packed.rawPayload.length),
      'content-type': 'application/json; charset=utf-8',
      vary: 'accept-encoding',
    })
    expect(decode(packed.rawPayload)).toEqual(plain.rawPayload)
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    expect(packed.headers.etag).not.toBe(plain.headers.etag)
    const again = await ask({ 'if-none-match': packed.headers.etag })
    expect([again.statusCode, again.body, again.headers['content-encoding']]).toEqual([304, '', undefined])
    expect((await ask({ 'if-none-match': plain.headers.etag })).statusCode).toBe(200)
  })

  it('sends a small response uncompressed', async () => {
    const small = await test.app.inject({ url: '/api/home/category/', headers: { 'accept-encoding': 'br' } })
    expect([small.statusCode, small.headers['content-encoding']]).toEqual([200, undefined])
  })

  it('sends 304 to a client with the current version, also for HEAD; a 404 carries the revision too', async () => {
    const first = await get('/api/home/')
    expect(first.headers['x-content-revision']).toBe('1.2026-11-21.tests')
    expect((await get('/api/home/', { 'if-none-match': first.headers.etag })).statusCode).toBe(304)
    expect((await get('/api/home/', { 'if-none-match': `"other", W/${first.headers.etag}` })).statusCode).toBe(304)
    expect((await test.app.inject({ method: 'HEAD', url: '/api/home/' })).headers.etag).toBe(first.headers.etag)
    expect((await get('/api/news/detail/none')).headers['x-content-revision']).toBe('1.2026-11-21.tests')
  })

  it('holds a request for the revision of an edge that knows the current one, until there is another', async () => {
    const url = '/api/home/services/'
    const { headers } = await test.app.inject({ method: 'HEAD', url })
    const known = { 'x-content-revision': headers['x-content-revision'] as string }
    const ask = (wait: number) =>
      test.app.inject({ method: 'HEAD', url, headers: { ...known, prefer: `wait=${wait}` } })
    const before = await ask(1)
    expect([before.headers['x-content-revision'], before.headers['preference-applied']]).toEqual([
      known['x-content-revision'],
      'wait',
    ])
    const waiting = ask(20)
    await test.db.transaction(async (tx) => void (await bumpContentRevision(tx)))
    const after = await waiting
    expect(after.headers['x-content-revision']).not.toBe(known['x-content-revision'])
    // What it knows is not current any more: nothing to wait for.
    expect((await ask(20)).headers['x-content-revision']).toBe(after.headers['x-content-revision'])
  })

  it('shows a change within a second, with a new revision', async () => {
    const before = await get('/api/home/services/')
    await test.db.transaction(async (tx) => {
      await tx.update(services).set({ title: 'Changed' }).where(eq(services.slug, 'exhibitions'))
      await tx.update(contentRevision).set({ revision: 3 })
    })
    await new Promise((resolve) => setTimeout(resolve, 600))
    const after = await get('/api/home/services/')
    expect(after.headers['x-content-revision']).toBe('3.2026-11-21.tests')
    expect(after.headers.etag).not.toBe(before.headers.etag)
    expect(after.body).toContain('Changed')
  })

  it('sends cached responses without a revision while the database is down', async () => {
    const before = await get('/api/home/services/')
    await new Promise((resolve) => setTimeout(resolve, 600))
    const select = vi.spyOn(test.db, 'select').mockImplementation(() => {
      throw new Error('Failed query', { cause: new Error('Connection terminated unexpectedly') })
    })
    const during = await get('/api/home/services/')
    const packed = await get('/api/home/services/', { 'accept-encoding': 'br' })
    const unasked = await get('/api/home/sponsors/by-category/other')
    select.mockRestore()
    expect([during.statusCode, during.body]).toEqual([200, before.body])
    expect(during.headers['x-content-revision']).toBeUndefined()
    expect(packed.statusCode).toBe(200)
    expect([unasked.statusCode, unasked.headers['retry-after']]).toEqual([503, '5'])
    expect((await get('/api/home/services/')).headers['x-content-revision']).toBe(before.headers['x-content-revision'])
  })

  it('applies the sample content again: restores what differs, then changes nothing', async () => {
    const { media, db } = test
    expect(await applyContent(db, sampleContent, media)).toMatchObject({ changed: 1, revision: 4 })
    expect(await applyContent(db, sampleContent, media)).toMatchObject({ changed: 0, revision: undefined })
  })

  it('exports content that can be applied without changes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'marram-content-'))
    // As a program may write it, although no person would.
    const image = { scene: 'coast', hour: 'dawn' }
    const odd = { slug: 'odd', title: ' 1976\u2028', image, date: '0001-01-01', category: 'coast' }
    writeFileSync(join(folder, 'news.json'), JSON.stringify([{ ...odd, description: '  <pre>x</pre>\n\n' }]))
    expect(await applyContent(test.db, folder, test.media)).toMatchObject({ items: 1, changed: 1 })
    rmSync(join(folder, 'news.json'))
    const { items } = await exportContent(test.db, folder, test.media)
    expect(await applyContent(test.db, folder, test.media)).toEqual({ items, changed: 0, revision: undefined })
    rmSync(folder, { recursive: true })
  })

  it('serves every picture that it refers to, safely and cached for ever', async () => {
    const urls = [
      '/api/home/',
      '/api/sports/open',
      '/api/main-news/',
      '/api/news/',
      '/api/gallery/',
      '/api/home/services/',
      '/api/home/sponsors/by-category/home',
      '/api/reviews/by-category/home',
      '/api/home/about/by-category/sports',
    ]
    const answers = await Promise.all(urls.map(async (url) => (await get(url)).body))
    const pictures = new Set(answers.join().match(/\/media\/[^"]+/g))
    expect(pictures.size).toBeGreaterThan(50)
    const kinds: Record<string, string> = { svg: 'image/svg+xml; charset=utf-8', jpg: 'image/jpeg' }
    for (const url of pictures) {
      const { statusCode, headers } = await get(url)
      expect(statusCode, url).toBe(200)
      expect(headers).toMatchObject({
        'content-type': kinds[url.split('.').at(-1) ?? ''],
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      })
    }
    const url = [...pictures].find((each) => each.endsWith('.svg')) ?? ''
    const plain = await get(url)
    const packed = await test.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(brotliDecompressSync(packed.rawPayload)).toEqual(plain.rawPayload)
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  })

  it.each([
    '/media/../token-secret',
    '/media/..%2ftoken-secret',
    '/media/%2e%2e/token',
    '/media/',
    '/media/none.svg',
    '/media/sports',
  ])('is 404 at %s', async (url) => expect((await get(url)).json()).toMatchObject({ code: 404 }))

  it('reports that it is healthy', async () =>
    expect((await get('/healthz')).json()).toMatchObject({ code: 200, engine: engine.name }))

  it('documents every call, for people under a policy without inline scripts', async () => {
    const document = (await get('/api/docs/json')).json()
    expect(document.paths['/api/sports/detail/{slug}'].get.summary).toBe('One sports event')
    expect(document.paths['/operator/content/apply']).toBeUndefined()
    const page = await get('/api/docs')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toContain("script-src 'self';")
    expect(page.body).not.toMatch(/<script(?![^>]*src=)/)
  })

  it('accepts operator calls only with the operator’s token', async () => {
    const apply = (authorization: string) =>
      test.app.inject({
        method: 'POST',
        url: '/operator/content/apply',
        headers: { authorization },
        payload: { folder: sampleContent },
      })
    expect((await apply('Bearer wrong')).statusCode).toBe(401)
    expect((await apply('Bearer operator-token')).json()).toMatchObject({ code: 200, data: { changed: 0 } })
  })
})
