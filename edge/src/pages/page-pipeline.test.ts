import { createHash, randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { compositionFor } from '@marram/release-contract/composition'
import { compositionId } from '@marram/release-contract/resolve'
import type { RenderedFor, RenderedPage } from '@marram/rendering/render-messages'
import { RenderBusy, RenderTimeout } from '@marram/rendering/render-worker'
import { createMetrics } from '@marram/server/metrics'
import { Decoder } from '@toondepauw/node-zstd'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type LiveComposition, pagesBySpecificity } from '../compositions/live-composition'
import { DeltaEncoder } from '../release-files/delta-encoder'
import { Deltas } from '../release-files/deltas'
import { type PageRecord, type Preview, recordOf, sendPage } from '../requests/page-response'
import { Faults, renderFault } from '../telemetry/faults'
import { PageMetrics } from '../telemetry/page-metrics'
import { fakeContent } from '../testing/fake-content'
import { fakeLog } from '../testing/fake-log'
import { fakeSection, fakeShell } from '../testing/fake-releases'
import { PageCache } from './page-cache'
import type { PageDocument } from './page-document'
import { pagePipeline } from './page-pipeline'

const page = (pattern: string, more = {}) => ({ pattern, files: [], needs: [], ...more })
const shell = fakeShell().manifest
const pages = [
  page('/'),
  page('/events', { query: ['q', 'page'] }),
  page('/events/:slug'),
  page('/members', { requiresLogin: true }),
  page('/quiz-response/:name/:phone', { private: true }),
]
const sections = { events: [fakeSection('events', '1.0.0', { pages }).manifest] }
const unavailable = {
  lost: {
    title: 'Lost',
    pages: [
      { pattern: '/lost/:name', private: true },
      { pattern: '/lost', requiresLogin: true },
    ],
  },
}
const id = compositionId({ shell: '1.0.0', events: '1.0.0' })
const blank: RenderedPage = { status: 200, html: '', styles: '', state: 'null', meta: null, page: null }
const live: LiveComposition = {
  id,
  // No other composition of this process has it: parts of pages are cached by it.
  number: -2,
  configuration: { apiBase: '', mediaHost: '', origin: 'https://marram.example' },
  versions: { shell: '1.0.0', events: '1.0.0' },
  composition: compositionFor(id, shell, sections, unavailable),
  shell,
  sections,
  boot: 'boot()',
  styles: {},
  policy: () => "default-src 'none'",
  pages: pagesBySpecificity(sections, unavailable),
  appShell: { ...blank, html: 'only the frame' },
}

let asked: string[]
let renderedFor: RenderedFor | undefined
let content: ReturnType<typeof fakeContent>
let cache: PageCache<PageDocument>
const registry = { reachable: true }
let answer: () => Promise<RenderedPage>
const logged = fakeLog()
const metrics = createMetrics()
const encoder = new DeltaEncoder()
const settings = { PUBLIC_URL: 'https://marram.example' }
const app = Fastify({ genReqId: () => 'request-of-a-visitor', routerOptions: { maxParamLength: 500 } })
let record: PageRecord | undefined
app.addHook('onResponse', async (request) => {
  record = recordOf(request)
})
const faults = new Faults({ log: logged.log, stacks: { read: async () => [] }, metrics, knows: () => true })
const pageMetrics = new PageMetrics(metrics, { cache: { bytes: 0 }, pool: { size: 0 } })
const pipeline = pagePipeline({
  briefMs: 30_000,
  compositions: {
    forVisitor: async () => live,
    cachedFor: () => undefined,
    unusableFor: (visitor) => ({ events: `for ${visitor}` }),
  },
  pool: {
    render: async (_, { url }, from) => {
      asked.push(url)
      renderedFor = from
      return answer()
    },
  },
  settings,
  cache: { get: (key, render, client) => cache.get(key, render, client), fresh: (key) => cache.fresh(key) },
  deltas: new Deltas(encoder, logged.log, 30_000),
  registry,
  isOfPreviews: () => false,
  commonHeaders: { 'x-content-type-options': 'nosniff' },
  onRendered: (...rendered) => pageMetrics.rendered(...rendered),
  onUnrendered: (page, error) => void faults.report('server', renderFault(page, error)),
})
app.get('/*', async (request, reply) => sendPage(request, reply, await pipeline.respond(request)))
/** Unchanged: a browser or `inject` would normalize the address before sending it. */
function get(path: string, headers: Record<string, string> = {}) {
  const { port } = app.server.address() as AddressInfo
  return new Promise<{ statusCode?: number; headers: http.IncomingHttpHeaders; body: string }>((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, path, headers }, async (response) => {
      let body = ''
      for await (const chunk of response) body += chunk
      resolve({ statusCode: response.statusCode, headers: response.headers, body })
    })
    request.on('error', reject)
  })
}

beforeAll(() => app.listen({ port: 0, host: '127.0.0.1' }))
afterAll(() => {
  encoder.stop()
  return app.close()
})

beforeEach(() => {
  asked = []
  content = fakeContent()
  cache = new PageCache({ mostBytes: 1_000_000, briefMs: 30_000, content })
  registry.reachable = true
  logged.lines.length = 0
  answer = async () => ({ ...blank, html: 'the whole page' })
})

describe('a malformed address', () => {
  it.each([
    ['/events/', '/events'],
    ['/events///', '/events'],
    ['/events/?q=a?b&c=d', '/events?q=a?b&c=d'],
    ['/../events', '/events'],
    ['/events/../members', '/members'],
    ['//', '/'],
    ['//evil.example/', '/evil.example'],
    ['//evil.example', '/evil.example'],
    ['///evil.example/a/', '/evil.example/a'],
    ['/\\evil.example/', '/evil.example'],
    ['/\\/evil.example/', '/evil.example'],
    ['/./\\evil.example', '/evil.example'],
    ['/..//evil.example/', '/evil.example'],
  ])('%j redirects to %j on this site', async (given, location) => {
    const response = await get(given)
    expect([response.statusCode, response.headers.location]).toEqual([308, location])
    const there = new URL(String(response.headers.location), 'https://marram.example/start')
    expect(there.origin).toBe('https://marram.example')
    expect(asked).toEqual([])
  })

  it('does not bypass the rule that keeps personal pages off the server', async () => {
    const response = await get('/x/../quiz-response/Zoe/0123456789')
    expect(response.statusCode).toBe(308)
    expect(asked).toEqual([])
  })
})

describe('a page', () => {
  it('is rendered with the query parameters that it declares, and names its composition', async () => {
    const response = await get('/events?utm=x&q=a%20b')
    expect(asked).toEqual(['http://edge.invalid/events?q=a+b'])
    expect(response.body).toContain('the whole page')
    expect(response.headers).toMatchObject({
      'x-marram-composition': id,
      'x-marram-render': expect.stringMatching(/^server; dur=/),
      'cache-control': 'private, no-cache',
      'content-security-policy': live.policy(''),
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      vary: 'cookie, accept-encoding',
    })
  })

  it('keeps the status that it was rendered with', async () => {
    answer = async () => ({ ...blank, status: 404, html: 'not found' })
    expect((await get('/nowhere')).statusCode).toBe(404)
  })

  it('redirects when its loader does', async () => {
    answer = async () => ({ ...blank, status: 302, location: '/events#open' })
    const response = await get('/events')
    expect([response.statusCode, response.headers.location]).toEqual([302, '/events#open'])
  })

  it('is not sent again to a browser that has it', async () => {
    const { etag } = (await get('/events')).headers
    const again = await get('/events', { 'if-none-match': String(etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    content.revision = '2'
    answer = async () => ({ ...blank, html: 'another page' })
    expect((await get('/events', { 'if-none-match': String(etag) })).statusCode).toBe(200)
  })

  it.each([
    ['gzip, br', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['identity', undefined],
  ])('is compressed as the browser accepts: %s', async (accepts, encoding) => {
    const response = await get('/events', { 'accept-encoding': accepts })
    expect(response.headers['content-encoding']).toBe(encoding)
  })
})

describe('a visitor’s cookie', () => {
  it('is set once, for this site alone', async () => {
    expect((await get('/events')).headers['set-cookie']?.[0]).toMatch(
      /^marram_visitor=[0-9a-f]{16}; .*HttpOnly.*; Secure$/,
    )
    const known = await get('/events', { cookie: 'marram_visitor=0123456789abcdef' })
    expect(record?.unusable).toEqual({ events: 'for 0123456789abcdef' })
    expect(known.headers['set-cookie']).toBeUndefined()
  })
})

describe('a page that the server does not render', () => {
  it.each([
    ['needs a login', '/members'],
    ['is personal', '/quiz-response/Zoe/0123456789'],
  ])('is sent as the app shell when it %s', async (_, url) => {
    const response = await get(url)
    expect(response.headers['x-marram-render']).toBe('frame; by design')
    expect(response.body).toContain('only the frame')
    expect(asked).toEqual([])
  })

  it('is excluded from search engines and sends no referrer when it is personal', async () => {
    const response = await get('/quiz-response/Zoe/0123456789')
    expect(response.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    expect(response.body).toContain('<meta name="robots" content="noindex">')
  })

  it.each(['/lost', '/lost/Zoe'])('stays personal while its section cannot be loaded: %s', async (url) => {
    const response = await get(url)
    expect([response.statusCode, response.headers['x-marram-render']]).toEqual([503, 'frame; by design'])
    expect(asked).toEqual([])
    expect(response.headers['retry-after']).toBe('30')
    const personal = url === '/lost/Zoe'
    expect(response.headers['referrer-policy'] === 'no-referrer').toBe(personal)
    expect(response.body).toContain('<meta name="robots" content="noindex">')
  })

  it('is sent as the app shell when it is late, and operators read why', async () => {
    answer = () => Promise.reject(new RenderTimeout('render took more than 800 ms'))
    const response = await get('/events')
    expect([response.statusCode, response.headers['x-marram-render']]).toEqual([200, 'frame; late'])
    const labels = 'section="events",version="1.0.0",shell="1.0.0",outcome="late"'
    expect(await metrics.metrics()).toContain(`marram_page_render_seconds_count{${labels}} 1`)
    const request = 'request-of-a-visitor'
    expect(logged.lines).toMatchObject([
      {
        level: 'error',
        fields: { kind: 'late', composition: id, pattern: '/events', part: 'events', version: '1.0.0', request },
      },
    ])
    expect(renderedFor).toEqual({ request, client: '127.0.0.1', content: { revision: '1', changes: 0 } })
  })

  it('that is late is sent whole to the next visitor, when it has come', async () => {
    const calls = { failed: false, revisions: ['1'] }
    const whole = Promise.resolve({ ...blank, html: 'the whole page', calls })
    answer = () => Promise.reject(new RenderTimeout('render took more than 800 ms', whole))
    expect((await get('/events')).headers['x-marram-render']).toBe('frame; late')
    const next = await get('/events')
    expect([next.headers['x-marram-render'], next.headers['x-marram-cache']]).toEqual([
      expect.stringMatching(/^server; dur=/),
      'hit',
    ])
    expect(next.body).toContain('the whole page')
    expect(asked).toHaveLength(1)
  })

  it('that never comes disturbs nothing, also when the content has changed since', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    try {
      answer = async () => {
        content.revision = '2'
        const later = Promise.reject(new Error('its process ended'))
        later.catch(() => {})
        throw new RenderTimeout('late', later)
      }
      expect((await get('/events')).headers['x-marram-render']).toBe('frame; late')
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(unhandled).toEqual([])
    } finally {
      process.off('unhandledRejection', note)
    }
  })

  it.each([null, undefined])('is rendered without a revision when the API names none: %s', async (revision) => {
    content.revision = revision
    await get('/events')
    expect(renderedFor).toEqual({ request: 'request-of-a-visitor', client: '127.0.0.1' })
  })

  it('is sent as the app shell when rendering fails', async () => {
    answer = () => Promise.reject(new Error('x is not a function'))
    const response = await get('/events?phone=0123456789')
    expect([response.statusCode, response.headers['x-marram-render']]).toEqual([200, 'frame; failed'])
    expect(JSON.stringify(logged.lines)).not.toContain('0123456789')
  })

  it('is refused for a while, with a message, when there are too many pages to render', async () => {
    answer = () => Promise.reject(new RenderBusy('too many'))
    const { statusCode, headers, body } = await get('/events')
    expect([statusCode, headers['retry-after'], headers['x-marram-cache']]).toEqual([503, '5', undefined])
    expect(body).toContain('Please try again in a minute')
    expect(record).toMatchObject({ composition: id, origin: undefined })
    // The visitor keeps the cookie: otherwise visitors of a slow candidate would become others.
    expect(headers['set-cookie']?.[0]).toMatch(/^marram_visitor=[0-9a-f]{16};/)
    expect(logged.lines).toEqual([])
    // A page that is not rendered is not refused.
    expect((await get('/members')).statusCode).toBe(200)
  })

  it('is still a 404 when its address is unknown', async () => {
    answer = () => Promise.reject(new RenderTimeout('late'))
    expect((await get('/nowhere')).statusCode).toBe(404)
  })
})

describe('a page that was rendered before', () => {
  const made = { failed: false, revisions: ['1'] }
  beforeEach(() => {
    answer = async () => ({ ...blank, html: 'the whole page', calls: made })
  })
  const outcomes = async (...urls: string[]) => {
    const all = []
    for (const url of urls) all.push((await get(url)).headers['x-marram-cache'])
    return all
  }

  it('is not rendered again, and the second visitor gets a cookie of their own', async () => {
    const first = await get('/events')
    const second = await get('/events')
    expect([first.headers['x-marram-cache'], second.headers['x-marram-cache']]).toEqual(['miss', 'hit'])
    expect(asked).toHaveLength(1)
    expect(second.body).toBe(first.body)
    expect(second.headers['set-cookie']).not.toEqual(first.headers['set-cookie'])
    const { date: _, 'set-cookie': __, ...same } = first.headers
    expect(second.headers).toMatchObject({ ...same, 'x-marram-cache': 'hit' })
  })

  it('is the same for any order of its query, and differs by the parameters that it declares', async () => {
    expect(await outcomes('/events?q=a&page=2', '/events?page=2&utm=x&q=a', '/events?q=a&page=3', '/')).toEqual([
      'miss',
      'hit',
      'miss',
      'miss',
    ])
  })

  it('is compressed once for everybody with the same encoding', async () => {
    const packed = (await get('/events', { 'accept-encoding': 'br' })).headers
    const again = (await get('/events', { 'accept-encoding': 'br' })).headers
    expect([again['content-encoding'], again['content-length']]).toEqual(['br', packed['content-length']])
  })

  it.each([
    ['nobody has', { ...blank, status: 404, calls: made }],
    ['leads elsewhere', { ...blank, status: 302, location: '/sports#open', calls: made }],
  ])('is cached also when it %s', async (_, page) => {
    answer = async () => page
    expect(await outcomes('/events', '/events')).toEqual(['miss', 'hit'])
    const { statusCode, headers } = await get('/events')
    expect([statusCode, headers.location]).toEqual([page.status, 'location' in page ? page.location : undefined])
  })

  it.each([
    ['says that it is for later', async () => ({ ...blank, status: 503, calls: made })],
    ['lacks a block', async () => ({ ...blank, calls: { ...made, failed: true } })],
    ['is only the frame', () => Promise.reject(new RenderTimeout('late'))],
  ])('is rendered again when it %s', async (_, first) => {
    answer = first
    expect(await outcomes('/events', '/events')).toEqual(['miss', 'miss'])
  })

  it.each(['/members', '/quiz-response/Zoe/0123456789'])('is not cached when it is personal: %s', async (url) => {
    expect(await outcomes(url, url)).toEqual(['none', 'none'])
    expect(cache.bytes).toBe(0)
  })

  it('shows that it may be out of date while API or registry is down', async () => {
    expect((await get('/events')).headers['x-marram-stale']).toBeUndefined()
    content.sure = false
    const { headers, body, statusCode } = await get('/events')
    expect([statusCode, headers['x-marram-cache'], headers['x-marram-stale']]).toEqual([200, 'stale', 'content'])
    expect(body).toContain('the whole page')
    registry.reachable = false
    expect((await get('/events')).headers['x-marram-stale']).toBe('composition, content')
    content.sure = true
    expect((await get('/')).headers).toMatchObject({ 'x-marram-cache': 'miss', 'x-marram-stale': 'composition' })
  })
})

describe('a page for a visitor over the rate limit', () => {
  it('has its own status and a time to retry, and is not cached', async () => {
    answer = async () => ({ ...blank, status: 429, html: 'too many', calls: { failed: true, revisions: ['1'] } })
    const refused = await get('/events?q=tide')
    expect([refused.statusCode, refused.headers['retry-after'], refused.headers['x-marram-cache']]).toEqual([
      429,
      '60',
      'miss',
    ])
    answer = async () => ({ ...blank, calls: { failed: false, revisions: ['1'] } })
    expect((await get('/events?q=tide')).statusCode).toBe(200)
  })

  it('is not sent to other networks that request it at the same moment', async () => {
    const ends: ((page: RenderedPage) => void)[] = []
    answer = () => new Promise((resolve) => ends.push(resolve))
    const from = (remoteAddress: string) => app.inject({ url: '/events?q=tide', remoteAddress }).then((found) => found)
    const first = from('192.0.2.1')
    await expect.poll(() => ends.length).toBe(1)
    const others = [from('192.0.2.1'), from('192.0.2.2'), from('192.0.2.3')]
    await new Promise((resolve) => setTimeout(resolve, 50))
    ends[0]?.({ ...blank, status: 429, calls: { failed: true, revisions: [] } })
    await expect.poll(() => ends.length).toBe(2)
    ends[1]?.({ ...blank, calls: { failed: false, revisions: ['1'] } })
    const answers = await Promise.all([first, ...others])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([429, 429, 200, 200])
  })
})

describe('a page for a browser that keeps dictionaries', () => {
  const VISITOR = { cookie: 'marram_visitor=0123456789abcdef', 'sec-ch-ua': '"Chromium";v="156"' }
  const common = '<link rel="stylesheet">'.repeat(500)
  const show = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers: { 'accept-encoding': 'br, zstd', ...VISITOR, ...headers } })
  /** The headers of a browser that holds these bytes, which it had from this address. */
  const holding = (bytes: string, address: string) => ({
    'accept-encoding': 'br, zstd, dcb, dcz',
    'available-dictionary': `:${createHash('sha256').update(bytes).digest('base64')}:`,
    'dictionary-id': `"page/${address}"`,
  })
  const plain = (url: string) => show(url, { 'accept-encoding': 'identity' }).then(({ body }) => body)
  beforeEach(() => {
    answer = async () => {
      const html = `${randomBytes(200).toString('hex')}${common}`
      // Like the shell, where no section owns the address.
      const status = asked.at(-1)?.endsWith('/not-found') ? 404 : 200
      return { ...blank, status, html, calls: { failed: false, revisions: ['1'] } }
    }
  })

  it('is the dictionary of the next page, and asked for each time all the same', async () => {
    const { headers } = await show('/events')
    expect(headers['use-as-dictionary']).toBe('match="/*", match-dest=("document"), id="page//events"')
    expect([headers['cache-control'], headers.vary]).toEqual(['private, max-age=3600', '*'])
    const again = await show('/events', { 'if-none-match': headers.etag as string })
    expect([again.statusCode, again.headers.vary]).toEqual([304, '*'])
  })

  it('has only what is new since the page that the browser holds', async () => {
    const [first, second] = [await plain('/'), await plain('/events')]
    const { headers, rawPayload } = await show('/events', holding(first, '/'))
    expect([headers['content-encoding'], headers.etag]).toEqual(['dcz', (await show('/events')).headers.etag])
    expect(rawPayload.length).toBeLessThan(700)
    const decoded = await new Decoder(Buffer.from(first)).decode(rawPayload.subarray(40))
    expect(decoded.toString()).toBe(second)
  })

  it.each([
    ['another page than it says', () => holding('something else', '/')],
    ['a page that is cached no more', (first: string) => holding(first, '/events/dune-run')],
    ['a file of a release', (first: string) => ({ ...holding(first, '/'), 'dictionary-id': '"1.0.0/browser/a.js"' })],
    ['a dictionary, and cannot decode it', (first: string) => ({ ...holding(first, '/'), 'accept-encoding': 'br' })],
  ])('comes whole to one that holds %s', async (_, held) => {
    const [first, second] = [await plain('/'), await plain('/events')]
    const { headers, rawPayload } = await show('/events', held(first))
    expect(headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(rawPayload).toString()).toBe(second)
  })

  it.each([
    ['a page that needs a login', '/members', {}],
    ['a personal page', '/quiz-response/anna/0171', {}],
    ['a page with a query', '/events?q=tide', {}],
    ['a page that no section owns', '/nowhere', {}],
    ['a cache in front', '/events', { 'x-marram-variant': 'a' }],
    ['a browser without dictionaries', '/events', { 'sec-ch-ua': undefined as unknown as string }],
  ])('is none for %s, and is sent with none', async (_, url, more) => {
    const first = await plain('/')
    const { 'sec-ch-ua': brand, ...others } = { ...VISITOR, ...more }
    const known = brand === undefined ? {} : { 'sec-ch-ua': brand }
    const { headers } = await app.inject({ url, headers: { ...holding(first, '/'), ...others, ...known } })
    expect(headers['use-as-dictionary']).toBeUndefined()
    expect([headers['cache-control'], headers['content-encoding']]).toEqual(['private, no-cache', 'br'])
    expect(headers.vary).not.toBe('*')
  })

  it('is none where it stands in for a page, or lacks a block', async () => {
    answer = async () => Promise.reject(new RenderTimeout('late'))
    expect((await show('/events')).headers['use-as-dictionary']).toBeUndefined()
    answer = async () => ({ ...blank, html: common, calls: { failed: true, revisions: ['1'] } })
    expect((await show('/')).headers['use-as-dictionary']).toBeUndefined()
  })
})

describe('made-up addresses', () => {
  const GOOD = ['/', '/events', '/events/dune-run', '/events/Ridge_Run']
  const outcome = async (url: string) => {
    const { statusCode, headers } = await app.inject(url)
    return [statusCode, headers['x-marram-cache']]
  }
  /** Like the shell: a page exists if the API has it. */
  const render = (body: string) => {
    answer = async () => {
      const { pathname } = new URL(asked.at(-1) ?? '')
      const isThere =
        pathname === '/events' || /^\/(?:events(?:\/(?:dune-run|Ridge_Run))?)?$/i.test(decodeURIComponent(pathname))
      return { ...blank, status: isThere ? 200 : 404, html: body, calls: { failed: false, revisions: ['1'] } }
    }
  }
  beforeEach(async () => {
    cache = new PageCache({ mostBytes: 1_000_000, briefMs: 30_000, content })
    render('x'.repeat(5000))
    for (const url of GOOD) expect(await outcome(url)).toEqual([200, 'miss'])
  })
  /** Pages of 5.5 KB: their thousand would fill this memory five times. */
  const flood = async (urlOf: (i: number) => string) => {
    for (let i = 0; i < 5000; i += 5) await app.inject(urlOf(i))
    for (const url of GOOD) expect(await outcome(url), url).toEqual([200, 'hit'])
  }

  it('share one page when they are unknown, and it names none of them', async () => {
    asked = []
    await flood((i) => `/missing/${i}/of/nobody`)
    expect(asked).toHaveLength(1)
    expect(asked[0]).not.toContain('missing')
    expect(await outcome('/another/of/nobody/at/all')).toEqual([404, 'hit'])
  })

  it('of missing items do not take the memory of existing pages', () => flood((i) => `/events/missing-${i}`))

  it('with made-up queries do not take that memory either', () => flood((i) => `/events?q=${i}`))

  it('in other spellings do not take that memory either', async () => {
    const spelt = (i: number) =>
      [...'/events/dune-run'].map((letter, at) => ((i >> (at % 16)) & 1 ? letter.toUpperCase() : letter)).join('')
    await flood(spelt)
    await flood(
      (i) => `/events/${[...'dune-run'].map((letter, at) => ((i >> at) & 1 ? encoded(letter) : letter)).join('')}`,
    )
  })
  const encoded = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`

  it('are still cached for a while', async () => {
    for (const url of ['/events?q=tide', '/events/missing']) {
      await outcome(url)
      expect((await outcome(url))[1]).toBe('hit')
    }
  })
})

describe('a page of a preview', () => {
  const unrendered: string[] = []
  const preview: Preview<LiveComposition> = {
    composition: async () => live,
    headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-marram-preview': 'events 1.1.0' },
    bannerFor: (path) => `<aside>preview of ${path}</aside>`,
    extraTags: ({ id }) => `<script data-shows="${id}"></script>`,
    onUnrendered: (_, request, { message }) => void unrendered.push(`${request}: ${message}`),
  }
  const previewed = Fastify({ genReqId: () => 'request-of-a-visitor' })
  previewed.addHook('onResponse', async (request) => {
    record = recordOf(request)
  })
  previewed.get('/*', async (request, reply) => sendPage(request, reply, await pipeline.respond(request, preview)))

  it('has its own headers, its banner and the parameters that it declares, and is neither cached nor counted as live', async () => {
    for (let i = 0; i < 2; i += 1) {
      const { headers, body } = await previewed.inject('/events?q=tide&draft=1')
      expect(headers).toMatchObject({ ...preview.headers, 'x-marram-composition': id, 'x-marram-render': 'server' })
      for (const name of ['set-cookie', 'etag', 'x-marram-cache']) expect(headers[name], name).toBeUndefined()
      expect(body).toContain('<aside>preview of /events</aside>')
      expect(body).toContain(`data-shows="${id}"`)
      expect(body).toContain('the whole page')
    }
    expect(asked).toEqual(Array(2).fill('http://edge.invalid/events?q=tide'))
    expect(renderedFor).toEqual({ request: 'request-of-a-visitor', client: '127.0.0.1' })
    expect(cache.bytes).toBe(0)
    expect(record).toMatchObject({ isPreview: true, owner: undefined })
  })

  it.each([new RenderBusy('too many'), new Error('no such module')])(
    'is sent as the app shell after %s',
    async (error) => {
      unrendered.length = 0
      answer = () => Promise.reject(error)
      const { statusCode, headers, body } = await previewed.inject('/events')
      expect([statusCode, headers['x-marram-render']]).toEqual([200, 'frame'])
      expect(body).toContain('only the frame')
      expect(body).toContain('<aside>')
      expect(unrendered).toEqual([`request-of-a-visitor: ${error.message}`])
      expect(logged.lines).toEqual([])
    },
  )

  it('redirects to its own address with the headers of the preview', async () => {
    const { statusCode, headers } = await previewed.inject('/events/?q=1')
    expect([statusCode, headers.location]).toEqual([308, '/events?q=1'])
    expect(headers).toMatchObject(preview.headers)
  })
})
