import http from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { convertIcsCalendar } from 'ts-ics'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Compositions } from '../compositions/compositions'
import { pagesBySpecificity } from '../compositions/live-composition'
import { fakeLog } from '../testing/fake-log'
import { fakeSection } from '../testing/fake-releases'
import { readXml } from '../testing/read-xml'
import { registerCrawlerFiles } from './crawler-files'
import { robotsText } from './documents'

const API_EDGE_TOKEN = 'a-token-that-edge-and-api-have-in-common'
const origin = 'https://marram.example'
const page = (pattern: string, more = {}) => ({ pattern, files: [], needs: [], ...more })
const pages = [
  page('/'),
  page('/news'),
  page('/news/details/:slug'),
  page('/history/details/:slug'),
  page('/exhibition-details/:slug'),
  page('/sports-details/:slug'),
  page('/drafts/:slug', { noIndex: true }),
  page('/login', { noIndex: true }),
  page('/members', { requiresLogin: true }),
  page('/quiz-result', { private: true }),
  page('/quiz-response/:name/:phone', { private: true }),
]
const sitemap = [
  { list: '/api/main-news/', kind: 'main-news', page: '/news/details/:slug', feed: true },
  { list: '/api/news/', kind: 'news', page: '/history/details/:slug', feed: true },
  { list: '/api/exhibitions/close', kind: 'exhibition', page: '/exhibition-details/:slug' },
  { list: '/api/sports/open', kind: 'sport', page: '/sports-details/:slug' },
  { list: '/api/drafts', kind: 'draft', page: '/drafts/:slug' },
  { list: '/api/others', kind: 'other', page: '/pages-of-another-section/:slug' },
]
const calendar = {
  file: '/events.ics',
  lists: [
    { list: '/api/sports/open', kind: 'sports', title: 'Sports', page: '/sports-details/:slug' },
    { list: '/api/exhibitions/open', kind: 'exhibitions', title: 'Exhibitions', page: '/exhibition-details/:slug' },
  ],
}
const ofAnother = {
  file: '/events.ics',
  lists: [{ list: '/api/courses/', kind: 'courses', title: 'Courses', page: '/courses' }],
}
const sections: Record<string, ReturnType<typeof fakeSection>['manifest'][]> = {
  content: [fakeSection('content', '1.0.0', { pages, sitemap, calendar }).manifest],
  courses: [
    fakeSection('courses', '1.0.0', { pages: [page('/courses', { noIndex: true })], calendar: ofAnother }).manifest,
  ],
}
const live = { sections, pages: pagesBySpecificity(sections, {}) }
const compositions = { forVisitor: async () => live } as unknown as Compositions

type Answer = { status?: number; etag?: string; location?: string; body: unknown }
let answers: Record<string, Answer>
let asked: string[]
let tokens: Set<unknown>
let api: http.Server
let app: FastifyInstance
const logged = fakeLog()

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  answers = {}
  asked = []
  tokens = new Set()
  api = http.createServer((request, response) => {
    tokens.add(request.headers['x-marram-edge-token'])
    const { pathname } = new URL(request.url ?? '', 'http://api.invalid')
    const {
      status = 200,
      etag,
      location,
      body,
    } = answers[pathname] ?? { status: 404, body: { code: 404, message: 'Not here' } }
    const isKnown = etag !== undefined && request.headers['if-none-match'] === etag
    asked.push(`${pathname}${isKnown ? ' 304' : ''}`)
    response.writeHead(isKnown ? 304 : status, {
      'content-type': 'application/json',
      ...(etag && { etag }),
      ...(location && { location }),
    })
    response.end(isKnown ? undefined : typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  app = Fastify()
  const API_HOST = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
  registerCrawlerFiles(app, {
    compositions,
    settings: { API_HOST, API_EDGE_TOKEN, MEDIA_HOST: '', PUBLIC_URL: origin },
    log: logged.log,
  })
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
  api.closeAllConnections()
  await new Promise((resolve) => api.close(resolve))
})

const get = (url: string, headers = {}) => app.inject({ url, headers: { host: 'evil.example', ...headers } })
const listed = async () => readXml((await get('/sitemap.xml')).body).texts('loc')
const later = (ms = 1001) => vi.advanceTimersByTime(ms)

describe('robots.txt', () => {
  it('keeps crawlers from personal addresses and those that are no pages, and allows the files of pages', async () => {
    const { body, headers } = await get('/robots.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(body.split('\n').filter(Boolean).toSorted()).toEqual(
      [
        'User-agent: *',
        'Allow: /releases/files/',
        'Disallow: /releases/',
        'Disallow: /console/',
        ...['/members', '/quiz-result'].flatMap((path) =>
          [`${path}$`, `${path}?`, `${path}/$`, `${path}/?`].map((rule) => `Disallow: ${rule}`),
        ),
        'Disallow: /quiz-response/',
        `Sitemap: ${origin}/sitemap.xml`,
      ].toSorted(),
    )
  })

  it.each(['/s', '/', '/sports-details', '/sports-details/:day/:hour', '/:anything', '/:any/:thing'])(
    'does not block pages of other sections for the personal page %s',
    (pattern) => {
      const own = pagesBySpecificity(
        { own: [fakeSection('own', '1.0.0', { pages: [page(pattern, { private: true })] }).manifest] },
        {},
      )
      const rules = robotsText({ pages: [...live.pages, ...own] }, origin).matchAll(/^Disallow: (.*)$/gm)
      // As RFC 9309 interprets them.
      const hides =
        ([, rule = '']: string[]) =>
        (path: string) =>
          rule.endsWith('$') ? path === rule.slice(0, -1) : path.startsWith(rule)
      const paths = [
        '/news',
        '/news/details/a',
        '/exhibition-details/a',
        '/sports-details/a',
        '/sports?kind=run',
        '/search',
      ]
      expect([...rules].flatMap((rule) => paths.filter(hides(rule)))).toEqual([])
    },
  )
})

describe('sitemap.xml', () => {
  const ours = (...slugs: string[]) => ({
    etag: `"${slugs.length}"`,
    body: { code: 200, data: slugs.map((slug) => ({ kind: 'main-news', slug })) },
  })

  it('lists public pages, and the API’s items, at the public origin', async () => {
    const item = { kind: 'main-news', slug: 'a', date: '2026-11-02' }
    const unseen = ['draft', 'other', 'course'].map((kind) => ({ kind, slug: 'hidden' }))
    answers['/api/pages'] = { body: { code: 200, data: [item, ...unseen] } }
    const { headers, body } = await get('/sitemap.xml')
    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(readXml(body).texts('loc')).toEqual([`${origin}/`, `${origin}/news`, `${origin}/news/details/a`])
    expect(readXml(body).texts('lastmod')).toEqual(['2026-11-02'])
    expect(body).not.toContain('evil.example')
  })

  it('is created once for simultaneous requests', async () => {
    answers['/api/pages'] = ours('a')
    const all = await Promise.all([listed(), listed(), listed()])
    expect(all.map(({ length }) => length)).toEqual([3, 3, 3])
    expect(asked).toEqual(['/api/pages'])
  })

  it('follows the content within a second, and is not sent again by an API with revisions', async () => {
    answers['/api/pages'] = ours('a')
    expect(await listed()).toHaveLength(3)
    answers['/api/pages'] = ours('a', 'b')
    expect(await listed()).toHaveLength(3)
    later()
    expect(await listed()).toHaveLength(4)
    later()
    expect(await listed()).toHaveLength(4)
    expect(asked).toEqual(['/api/pages', '/api/pages', '/api/pages 304'])
  })

  it('is made from the lists of a foreign API host, each requested once a minute', async () => {
    answers['/api/main-news/'] = { body: { code: '200', Data: [{ slug: 'a b', date: '2026-11-02' }, { slug: '' }] } }
    answers['/api/exhibitions/close'] = { body: { data: [{ slug: 'glass' }] } }
    answers['/api/sports/open'] = { body: '<html>login</html>' }
    for (const path of ['/api/drafts', '/api/others']) answers[path] = { body: { data: [{ slug: 'hidden' }] } }
    const items = [`${origin}/news/details/a%20b`, `${origin}/exhibition-details/glass`]
    expect((await listed()).slice(2)).toEqual(items)
    later()
    expect((await listed()).slice(2)).toEqual(items)
    expect(asked.filter((path) => path === '/api/main-news/')).toHaveLength(1)
    later(60_000)
    await listed()
    expect(asked.filter((path) => path === '/api/main-news/')).toHaveLength(2)
  })

  it('is the last good one while the API is down, and an error when there is none', async () => {
    answers['/api/pages'] = { status: 503, body: { code: 503, message: 'down' } }
    expect((await get('/sitemap.xml')).statusCode).toBe(500)
    answers['/api/pages'] = ours('a')
    const good = await listed()
    later()
    answers['/api/pages'] = { status: 503, body: { code: 503, message: 'down' } }
    expect(await listed()).toEqual(good)
    expect(logged.lines).toMatchObject([{ level: 'warn', fields: { path: '/sitemap.xml' } }])
  })

  it('does not follow a redirect of the API, which may lead to an internal service', async () => {
    answers['/api/pages'] = { status: 302, location: '/registry/secret', body: '' }
    answers['/registry/secret'] = ours('a')
    expect(await listed()).toHaveLength(2)
    expect(asked).not.toContain('/registry/secret')
    // The token goes to the configured host alone.
    expect([...tokens]).toEqual([API_EDGE_TOKEN])
  })

  it('has the items of a list that the API knows by no kind, beside those that it knows', async () => {
    const shells = { list: '/api/shells/', page: '/shells/:slug' }
    const more = fakeSection('shells', '1.0.0', { pages: [page('/shells/:slug')], sitemap: [shells] }).manifest
    sections.shells = [more]
    answers['/api/pages'] = ours('a')
    answers['/api/shells/'] = { body: { data: [{ slug: '//evil.example' }] } }
    expect((await listed()).slice(2)).toEqual([`${origin}/news/details/a`, `${origin}/shells/%2F%2Fevil.example`])
    expect(asked).toEqual(['/api/pages', '/api/shells/'])
    delete sections.shells
  })
})

describe('rss.xml', () => {
  it('has both kinds of news, each with the link to its page', async () => {
    const item = (slug: string, date: string) => ({
      slug,
      title: slug,
      date,
      description: '',
      category: { title: 'x' },
    })
    answers['/api/main-news/'] = { body: { code: 200, data: [item('own', '2026-11-02')] } }
    answers['/api/news/'] = { body: { code: 200, data: [item('report', '2026-11-03')] } }
    const { headers, body } = await get('/rss.xml')
    expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    const { all, texts } = readXml(body)
    expect(all('item').map((each) => texts('link', each)[0])).toEqual([
      `${origin}/history/details/report`,
      `${origin}/news/details/own`,
    ])
  })
})

describe('a calendar subscription', () => {
  const run = { slug: 'moon run', title: 'Moon run', date_from: '2999-12-30', date_to: '2999-12-31' }
  const lists = (sports: unknown[]) => {
    answers['/api/sports/open'] = { body: { code: 200, data: sports } }
    answers['/api/exhibitions/open'] = { body: { code: 200, Data: [{ ...run, slug: 'jars', title: 'Jars' }] } }
    answers['/api/courses/'] = { body: { data: [{ slug: 'knots', title: 'Knots', date: '2999-01-02' }] } }
  }
  const calendarAt = async (url: string) => {
    const { statusCode, body } = await get(url)
    expect(statusCode, body).toBe(200)
    return convertIcsCalendar(undefined, body)
  }
  const titles = async (url: string) => (await calendarAt(url)).events?.map(({ summary }) => summary)

  it('has all events that sections name for its address, soonest first, with links to the public origin', async () => {
    lists([{ ...run, place: 'Sea wall; gate 2', time: 'at dusk', fee: '£12' }])
    const { headers, body } = await get('/events.ics')
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(body).not.toContain('evil.example')
    const { events } = convertIcsCalendar(undefined, body)
    expect(events?.map(({ url }) => url)).toEqual([
      `${origin}/courses#knots`,
      `${origin}/exhibition-details/jars`,
      `${origin}/sports-details/moon%20run`,
    ])
    expect(events?.at(-1)).toMatchObject({
      summary: 'Moon run',
      uid: `${origin}/sports-details/moon%20run`,
      location: 'Sea wall; gate 2',
      description: 'at dusk\n£12',
      start: { type: 'DATE', date: new Date('2999-12-30') },
      end: { type: 'DATE', date: new Date('3000-01-01') },
    })
  })

  it('is of one kind on request, and a 404 for an unknown kind or file', async () => {
    lists([run])
    expect(await titles('/events.ics?kind=sports')).toEqual(['Moon run'])
    expect((await get('/events.ics?kind=sports')).body).toContain('X-WR-CALNAME:Marram: Sports\r\n')
    expect(await titles('/events.ics?kind=')).toHaveLength(3)
    for (const url of ['/events.ics?kind=tides', '/events.ics?kind=sports&kind=courses', '/tides.ics', '/events.ics/x'])
      expect((await get(url)).statusCode, url).toBe(404)
  })

  it('leaves out events that are over, have invalid dates, or are repeated', async () => {
    lists([
      ...[run, run, { ...run, slug: '' }, { ...run, slug: 'nameless', title: '' }],
      { ...run, slug: 'old', date_from: '2020-01-01', date_to: '2020-01-02' },
      { ...run, slug: 'odd', date_from: '2999-02-30', date_to: '' },
      { ...run, slug: 'some-day', date_from: 'soon', date_to: null },
      { ...run, slug: 'last', title: 'Goes on', date_from: '2020-01-01' },
    ])
    expect(await titles('/events.ics?kind=sports')).toEqual(['Goes on', 'Moon run'])
  })

  it('stays the same byte for byte, so that subscribers get 304', async () => {
    lists([run])
    const first = await get('/events.ics')
    later()
    const second = await get('/events.ics', { 'accept-encoding': 'br' })
    expect(second.headers.etag).toBe(first.headers.etag)
    later()
    const known = await get('/events.ics', { 'if-none-match': first.headers.etag })
    expect([known.statusCode, known.body]).toEqual([304, ''])
    lists([{ ...run, title: 'Sun run' }])
    later(60_001)
    expect((await get('/events.ics', { 'if-none-match': first.headers.etag })).statusCode).toBe(200)
  })

  it('says of each event when it was last changed, or always the same where the host does not know', async () => {
    const changed_at = '2026-11-20T09:30:00.123Z'
    lists([
      { ...run, changed_at },
      { ...run, slug: 'sun-run' },
      { ...run, slug: 'odd', changed_at: 'lately' },
    ])
    const stamps = [...(await get('/events.ics?kind=sports')).body.matchAll(/^(UID|DTSTAMP):(.*)\r$/gm)]
    const of = (name: string) => stamps.flatMap(([, each, value]) => (each === name ? [value] : []))
    const pairs = of('UID').map((uid, i) => [uid?.split('/').at(-1), of('DTSTAMP')[i]])
    expect(Object.fromEntries(pairs)).toEqual({
      'moon%20run': '20261120T093000Z',
      'sun-run': '20260101T000000Z',
      odd: '20260101T000000Z',
    })
  })

  it('keeps its events while a list cannot be read: subscribers would lose them', async () => {
    lists([run])
    expect(await titles('/events.ics')).toHaveLength(3)
    later(60_001)
    answers['/api/sports/open'] = { status: 503, body: { code: 503, message: 'down' } }
    expect(await titles('/events.ics')).toHaveLength(3)
  })

  it('includes the events of a foreign host, even when the sitemap has read the same list', async () => {
    lists([{ ...run, title: 2999 }])
    await listed()
    expect(await titles('/events.ics?kind=sports')).toEqual(['2999'])
  })
})

describe('each crawler file', () => {
  it.each(['/robots.txt', '/sitemap.xml', '/rss.xml', '/events.ics'])(
    '%s responds to HEAD, and is compressed on request',
    async (url) => {
      const head = await app.inject({ method: 'HEAD', url })
      expect([head.statusCode, head.body]).toEqual([200, ''])
      expect((await get(url, { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br')
    },
  )
})
