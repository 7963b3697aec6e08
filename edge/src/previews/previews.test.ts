import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { DISCOVERY_SCHEMA } from '@marram/release-contract/discovery'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeLog } from '../testing/fake-log'
import { entryOf, fakeShell } from '../testing/fake-releases'
import { previewOrigin } from './preview-origin'
import { registerPreviews } from './previews'

const MACHINE = 'http://127.0.0.1:4001'
const origin = previewOrigin({
  PREVIEW_PORT: 0,
  PREVIEW_URL: 'https://previews.example',
  PUBLIC_URL: 'https://marram.example',
  BIND: '127.0.0.1',
})
/** The host of a link's pages, and its cookie. */
const at = (link: string, more: object = {}) => ({
  host: new URL(origin.of(link)).host,
  cookie: `__Host-marram_preview=${link}`,
  ...more,
})
const RIGHT = 'marram_right'
const LINK = '/releases/preview/a.link'
const host = 'previews.example'
const headers = { host, 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' }

let registry: http.Server
let app: FastifyInstance
let asked: string[]
let links: Record<string, object>
let mayHave: ReturnType<typeof registerPreviews>['mayHave']
const closePreview = vi.fn()
const logged = fakeLog()
const machines = { with: vi.fn(), allows: (origin: string) => origin === MACHINE }

const shows = (source: object | null, needsToken: boolean) => ({
  environment: 'production',
  what: source ? `events from ${MACHINE}` : 'events 1.1.0',
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  document: { schema: DISCOVERY_SCHEMA, microFrontends: { shell: [entryOf(fakeShell())] } },
  source,
  needsToken,
})

beforeEach(async () => {
  asked = []
  const link = shows({ part: 'events', origin: MACHINE }, true)
  links = { 'a.link': link, 'own.link': { ...link, needsToken: false }, 'of.release': shows(null, false) }
  registry = http.createServer(({ method, url = '', headers: { authorization } }, response) => {
    asked.push(`${method} ${url}`)
    const [, , , name = '', open] = url.split('/')
    const answer = (status: number, body: object) => void response.writeHead(status).end(JSON.stringify(body))
    if (!links[name]) return answer(404, {})
    if (open === undefined) return answer(200, links[name])
    return authorization === `Bearer ${RIGHT}` ? answer(200, { preview: 'own.link' }) : answer(401, {})
  })
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  app = Fastify()
  machines.with.mockReset().mockImplementation(async (_, document) => document)
  const previews = registerPreviews(app, {
    compositions: {
      forPreview: vi.fn(async () => ({ id: 'shown', composition: { id: 'preview-shown' } }) as never),
      closePreview: closePreview.mockReset(),
    },
    devSources: machines,
    origin,
    settings: {
      RELEASES_URL: `http://127.0.0.1:${(registry.address() as AddressInfo).port}`,
      MARRAM_ENVIRONMENT: 'production',
      PUBLIC_URL: 'https://marram.example',
    },
    log: logged.log,
  })
  mayHave = previews.mayHave
  app.get('/page', (request, reply) =>
    previews.show(request, reply, async (preview) => reply.send(await preview?.composition())),
  )
  app.get('/may-have', async (request) => ({ may: await mayHave(request, MACHINE) }))
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
  registry.closeAllConnections()
  registry.close()
})

it('are checked again after a second, although the clock was put back', async () => {
  const follow = async () => (await app.inject({ url: '/releases/preview/un.known', headers: { host } })).statusCode
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: 7_200_000 })
  expect([await follow(), await follow(), asked.length]).toEqual([404, 404, 1])
  vi.setSystemTime(3_600_000)
  vi.advanceTimersByTime(1000)
  expect([await follow(), asked.length]).toEqual([404, 2])
})

const follow = (link: string, to = '/') =>
  app.inject({ url: `/releases/preview/${link}`, query: { to }, headers: { host } })

it('of releases are open to everybody with the link', async () => {
  const led = await follow('of.release', '/sports')
  expect([led.statusCode, led.headers.location]).toEqual([
    303,
    `${origin.of('of.release')}/releases/preview/of.release?to=%2Fsports`,
  ])
  const { pathname, search } = new URL(String(led.headers.location))
  const answer = await app.inject({ url: pathname + search, headers: { host: at('of.release').host } })
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/sports'])
  expect(answer.headers['set-cookie']).toMatch(
    /^__Host-marram_preview=of\.release; Path=\/; Max-Age=3(600|599); HttpOnly; SameSite=Lax; Secure$/,
  )
})

it.each([
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['\n//evil.example', '/'],
  ['/.//evil.example', '/'],
  ['/%2e//evil.example', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['@evil.example', '/@evil.example'],
  ['.evil.example', '/.evil.example'],
  ['/sports?page=2#open', '/sports?page=2#open'],
  ['/été', '/%C3%A9t%C3%A9'],
])('redirect to no other site: %j', async (to, path) => {
  const exit = '/releases/preview/exit'
  const left = await app.inject({ url: exit, query: { to }, headers: at('of.release') })
  expect([left.statusCode, left.headers.location]).toEqual([303, `https://marram.example${path}`])
  const url = '/releases/preview/of.release'
  const followed = await app.inject({ url, query: { to }, headers: { host: at('of.release').host } })
  expect([followed.statusCode, followed.headers.location]).toEqual([303, path])
})

it('are not shown to a client with two cookies, of which a page on another port may have planted one', async () => {
  const name = '__Host-marram_preview'
  for (const cookie of [`${name}=of.release; ${name}=planted`, `${name}=planted; ${name}=of.release`]) {
    const answer = await app.inject({ url: '/page', headers: at('of.release', { cookie }) })
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([404, undefined])
  }
  expect((await app.inject({ url: '/page', headers: at('of.release') })).statusCode).toBe(200)
})

it('are closed within a second after they end, and so are their processes', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const look = () => app.inject({ url: '/page', headers: at('of.release') })
  expect((await look()).json()).toMatchObject({ id: 'shown' })
  delete links['of.release']
  vi.advanceTimersByTime(1000)
  const { statusCode, headers: sent } = await look()
  expect([statusCode, sent['set-cookie']]).toEqual([404, expect.stringContaining('Max-Age=0')])
  expect(sent['clear-site-data']).toBe('"storage"')
  expect(closePreview.mock.calls).toEqual([['preview-shown']])
})

describe('a link to a dev source', () => {
  const send = (
    token: string | undefined,
    { to = '/sports', remoteAddress = '127.0.0.1', ...more }: Record<string, string> = {},
  ) =>
    app.inject({
      method: 'POST',
      remoteAddress,
      url: LINK,
      headers: { ...headers, ...more },
      payload: new URLSearchParams({ ...(token !== undefined && { token }), to }).toString(),
    })

  it('shows a form, sets no cookie, and does not contact the dev source', async () => {
    const { statusCode, headers: answered, body } = await follow('a.link', '/sports?"><script>')
    expect([statusCode, answered['set-cookie']]).toEqual([200, undefined])
    expect(answered).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      // With no-referrer browsers would not send the origin of the form.
      'referrer-policy': 'same-origin',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'.*form-action 'self' https:\/\/\*\.previews\.example;/,
      ),
    })
    expect(body).toContain('<label for="token">Token</label><input id="token" name="token" type="password"')
    expect(body).toContain('name="to" value="/sports?%22%3E%3Cscript%3E"')
    // Setting the link in the cookie by hand does not bypass it.
    const byHand = at('a.link')
    expect((await app.inject({ url: '/releases/preview-shows', headers: byHand })).statusCode).toBe(404)
    expect((await app.inject({ url: '/may-have', headers: byHand })).json()).toEqual({ may: false })
    const there = await app.inject({ url: LINK, headers: byHand })
    expect([there.headers.location, there.headers['set-cookie']]).toEqual([`https://${host}${LINK}`, undefined])
    expect(machines.with).not.toHaveBeenCalled()
  })

  it('is opened by a token, which is sent only to the registry', async () => {
    const { statusCode, headers: answered } = await send(` ${RIGHT}\n`)
    const own = '/releases/preview/own.link?to=%2Fsports'
    expect([statusCode, answered.location, answered['set-cookie']]).toEqual([
      303,
      `${origin.of('own.link')}${own}`,
      undefined,
    ])
    const opened = await app.inject({ url: own, headers: { host: at('own.link').host } })
    expect([opened.statusCode, opened.headers.location]).toEqual([303, '/sports'])
    expect(opened.headers['set-cookie']).toMatch(
      /^__Host-marram_preview=own\.link; Path=\/; Max-Age=3(600|599); HttpOnly; SameSite=Lax; Secure$/,
    )
    expect((await app.inject({ url: '/releases/preview-shows', headers: at('own.link') })).json()).toEqual({
      id: 'shown',
    })
    expect((await app.inject({ url: '/may-have', headers: at('own.link') })).json()).toEqual({ may: true })
    expect(JSON.stringify([asked, logged.lines, answered])).not.toContain(RIGHT)
    const elsewhere = await send(RIGHT, { to: '//elsewhere.example' })
    expect(elsewhere.headers.location).toBe(`${origin.of('own.link')}/releases/preview/own.link?to=%2F`)
  })

  it.each([
    ['none', undefined],
    ['an empty one', ''],
    ['an unknown one', 'marram_wrong'],
    ['one that is no token', 'marram\r\nx: y'],
  ])('stays closed for %s, always with the same message', async (_, token) => {
    const { statusCode, headers: answered, body } = await send(token)
    expect([statusCode, answered['set-cookie']]).toEqual([403, undefined])
    expect(body).toContain('<p id="complaint" role="alert">This token does not open the preview.')
    expect(body).toContain('aria-describedby="complaint"')
    expect(body).not.toContain('marram_wrong')
  })

  it('is closed again once the token is revoked', async () => {
    await send(RIGHT)
    delete links['own.link']
    expect((await app.inject({ url: '/releases/preview-shows', headers: at('own.link') })).statusCode).toBe(404)
    expect((await follow('own.link')).statusCode).toBe(404)
    expect((await follow('a.link')).body).toContain('<form method="post">')
  })

  it('shows and accepts its form only at the entrance, where no script of a preview runs', async () => {
    for (const link of ['a.link', 'own.link', 'of.release']) {
      const there = at(link)
      const answer = await app.inject({
        method: 'POST',
        url: LINK,
        headers: { ...headers, ...there },
        payload: `token=${RIGHT}`,
      })
      expect(answer.statusCode).toBe(404)
      const form = await app.inject({ url: LINK, headers: there })
      expect([form.statusCode, form.headers.location]).toEqual([303, `https://${host}${LINK}`])
    }
    expect(asked.filter((call) => call.startsWith('POST'))).toEqual([])
  })

  it('accepts no form from another origin', async () => {
    const { 'sec-fetch-site': _, ...bare } = headers
    const post = (given: Record<string, string>) =>
      app.inject({
        method: 'POST',
        url: LINK,
        headers: given,
        payload: `token=${RIGHT}`,
      })
    const elsewhere: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://elsewhere.example' },
      { origin: 'null' },
      {},
    ]
    for (const given of elsewhere) {
      const answer = await post({ ...bare, ...given })
      expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([403, undefined])
    }
    expect(asked.filter((call) => call.startsWith('POST'))).toEqual([])
    expect((await post({ ...bare, origin: `https://${host}` })).statusCode).toBe(303)
  })

  it('cannot be guessed: ten attempts a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) statuses.push((await send('marram_wrong')).statusCode)
    expect(statuses).toEqual([...Array(10).fill(403), 429])
    expect((await send(RIGHT)).statusCode).toBe(429)
    vi.advanceTimersByTime(60_000)
    expect((await send(RIGHT)).statusCode).toBe(303)
  })

  it('cannot be guessed from many addresses of one IPv6 client either', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const from = async (remoteAddress: string) => (await send('marram_wrong', { remoteAddress })).statusCode
    for (let i = 0; i < 10; i++) expect(await from(`2001:db8:0:1::${i}`)).toBe(403)
    expect(await from('2001:db8:0:1:ffff::1')).toBe(429)
    expect(await from('2001:db8:0:2::1')).toBe(403)
  })

  it('is refused, with a message, to a client that has followed sixty others in this minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    for (let i = 0; i < 60; i++) await follow(`guess-${i}`)
    const { statusCode, headers: answered, body } = await follow('a.link')
    expect([statusCode, answered['retry-after']]).toEqual([429, '60'])
    expect(body).toContain('<p>Too many links were followed from here. Wait a minute.</p>')
  })

  it.each([
    ['once it has ended', undefined],
    ['where this edge does not allow the machine', { part: 'events', origin: 'http://127.0.0.1:9' }],
  ])('is a 404 %s', async (_, source) => {
    if (source) links['a.link'] = shows(source, true)
    else delete links['a.link']
    for (const { statusCode, headers: answered, body } of [await follow('a.link'), await send(RIGHT)]) {
      expect([statusCode, answered['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
      expect(answered).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
      expect(body).toContain('<p>This link has ended, or is none. Ask for a new one.</p>')
      expect(body).toContain('<a href="https://marram.example/">')
    }
    expect(asked.filter((call) => call.startsWith('POST'))).toEqual([])
  })

  it('reports that the release desk is down, and opens nothing', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    await follow('a.link')
    registry.close()
    registry.closeAllConnections()
    const away = async (answer: ReturnType<typeof send>, words: string) => {
      const { statusCode, headers: answered, body } = await answer
      expect([statusCode, answered['set-cookie']]).toEqual([503, undefined])
      expect(answered['content-type']).toBe('text/html; charset=utf-8')
      expect(body).toContain(words)
    }
    await away(send(RIGHT), 'The release desk does not answer. Try again in a minute.')
    // The content of the link has expired too.
    vi.advanceTimersByTime(1001)
    await away(send(RIGHT), 'The release desk does not answer, so this link cannot be opened now.')
    await away(follow('a.link'), 'The release desk does not answer, so this link cannot be opened now.')
    expect(JSON.stringify(logged.lines)).not.toContain(RIGHT)
  })
})
