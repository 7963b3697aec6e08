import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { compositionId } from '@marram/contracts/resolve'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { compositionFor, type LiveComposition, pagesBySpecificity } from './live-composition'
import { pageHandler } from './page-handler'
import type { RenderedPage } from './render-messages'
import { RenderTimeout } from './render-worker'
import { fakeLog } from './testing/fake-log'
import { fakeSection, fakeShell } from './testing/fake-releases'

const page = (pattern: string, more = {}) => ({ pattern, files: [], needs: [], ...more })
const shell = fakeShell().manifest
const pages = [
  page('/'),
  page('/events'),
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
const blank: RenderedPage = { status: 200, html: '', styles: '', state: null, meta: null, page: null }
const live: LiveComposition = {
  id,
  composition: compositionFor(id, shell, sections, unavailable),
  shell,
  sections,
  boot: 'boot()',
  policy: "default-src 'none'",
  pages: pagesBySpecificity(sections, unavailable),
  frame: { ...blank, html: 'only the frame' },
}

let asked: string[]
let answer: () => Promise<RenderedPage>
const logged = fakeLog()
const settings = { MEDIA_HOST: '', PUBLIC_URL: 'https://marram.example' }
const app = Fastify({ routerOptions: { maxParamLength: 500 } })
app.get(
  '/*',
  pageHandler({
    compositions: { forVisitor: async () => live },
    pool: {
      render: async (_, url) => {
        asked.push(url)
        return answer()
      },
    },
    settings,
    log: logged.log,
  }),
)
/** As written: a browser or `inject` would tidy the address up before it is sent. */
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
afterAll(() => app.close())

beforeEach(() => {
  asked = []
  logged.lines.length = 0
  answer = async () => ({ ...blank, html: 'the whole page' })
})

describe('an address that is not written properly', () => {
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
  ])('%j leads to %j on this site', async (given, location) => {
    const response = await get(given)
    expect([response.statusCode, response.headers.location]).toEqual([308, location])
    const there = new URL(String(response.headers.location), 'https://marram.example/start')
    expect(there.origin).toBe('https://marram.example')
    expect(asked).toEqual([])
  })

  it('does not hide a personal page from the rule that keeps its content off the server', async () => {
    const response = await get('/x/../quiz-response/Zoe/0123456789')
    expect(response.statusCode).toBe(308)
    expect(asked).toEqual([])
  })
})

describe('a page', () => {
  it('is rendered with its query, and says which composition made it', async () => {
    const response = await get('/events?q=a%20b')
    expect(asked).toEqual(['http://edge.invalid/events?q=a%20b'])
    expect(response.body).toContain('the whole page')
    expect(response.headers).toMatchObject({
      'x-marram-composition': id,
      'x-marram-render': expect.stringMatching(/^server; dur=/),
      'cache-control': 'private, no-cache',
      'content-security-policy': live.policy,
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      vary: 'cookie, accept-encoding',
    })
  })

  it('keeps the status that it was rendered with', async () => {
    answer = async () => ({ ...blank, status: 404, html: 'not found' })
    expect((await get('/nowhere')).statusCode).toBe(404)
  })

  it('leads on where its loader says so', async () => {
    answer = async () => ({ ...blank, status: 302, location: '/events#open' })
    const response = await get('/events')
    expect([response.statusCode, response.headers.location]).toEqual([302, '/events#open'])
  })

  it('is not sent again to a browser that has it', async () => {
    const { etag } = (await get('/events')).headers
    const again = await get('/events', { 'if-none-match': String(etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
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
    expect(known.headers['set-cookie']).toBeUndefined()
  })
})

describe('a page that the server does not make', () => {
  it.each([
    ['needs a login', '/members'],
    ['is personal', '/quiz-response/Zoe/0123456789'],
  ])('is sent as the frame when it %s', async (_, url) => {
    const response = await get(url)
    expect(response.headers['x-marram-render']).toBe('frame; by design')
    expect(response.body).toContain('only the frame')
    expect(asked).toEqual([])
  })

  it('stays out of search engines, and its address is told to nobody, when it is personal', async () => {
    const response = await get('/quiz-response/Zoe/0123456789')
    expect(response.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    expect(response.body).toContain('<meta name="robots" content="noindex">')
  })

  it.each(['/lost', '/lost/Zoe'])('stays as personal as it is while its section cannot be loaded: %s', async (url) => {
    const response = await get(url)
    expect([response.statusCode, response.headers['x-marram-render']]).toEqual([503, 'frame; by design'])
    expect(asked).toEqual([])
    expect(response.headers['retry-after']).toBe('30')
    const personal = url === '/lost/Zoe'
    expect(response.headers['referrer-policy'] === 'no-referrer').toBe(personal)
    expect(response.body).toContain('<meta name="robots" content="noindex">')
  })

  it('is sent as the frame when it is late, and operators read why', async () => {
    answer = () => Promise.reject(new RenderTimeout('render took more than 800 ms'))
    const response = await get('/events')
    expect([response.statusCode, response.headers['x-marram-render']]).toEqual([200, 'frame; late'])
    expect(logged.lines).toMatchObject([
      { level: 'error', fields: { composition: id, pattern: '/events', section: 'events' } },
    ])
  })

  it('is sent as the frame when rendering fails', async () => {
    answer = () => Promise.reject(new Error('x is not a function'))
    const response = await get('/events?phone=0123456789')
    expect([response.statusCode, response.headers['x-marram-render']]).toEqual([200, 'frame; failed'])
    expect(JSON.stringify(logged.lines)).not.toContain('0123456789')
  })

  it('is still not found where nobody owns its address', async () => {
    answer = () => Promise.reject(new RenderTimeout('late'))
    expect((await get('/nowhere')).statusCode).toBe(404)
  })
})
