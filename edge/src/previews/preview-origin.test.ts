import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { DISCOVERY_SCHEMA } from '@marram/release-contract/discovery'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakeLog } from '../testing/fake-log'
import { type FakeRegistry, fakeRegistry } from '../testing/fake-registry'
import { entryOf, fakeSection, fakeShell } from '../testing/fake-releases'
import { startTestEdge } from '../testing/start-test-edge'

const SITE = 'https://marram.example'
const shell = fakeShell()
type Section = ReturnType<typeof fakeSection>
const [live, next, another] = ['1.0.0', '2.0.0', '3.0.0'].map((version) => fakeSection('events', version)) as [
  Section,
  Section,
  Section,
]
const LINK = '/releases/preview/a.link'
const FILE = '/releases/files/events/2.0.0/browser/remoteEntry.js'
const ANOTHER = '/releases/preview/another.link'
/** Cookies as browsers store them under either name; ports of one host share their cookies. */
const cookieOf = (link: string) => `marram_preview=${link}; __Host-marram_preview=${link}`
const cookie = cookieOf('a.link')

let registry: FakeRegistry
const edges: Awaited<ReturnType<typeof startTestEdge>>[] = []
const folders: string[] = []

beforeAll(async () => {
  registry = await fakeRegistry()
  registry.publish(shell, live, next, another)
  registry.promote({ shell: [entryOf(shell)], events: [entryOf(live)] })
  const links = { 'a.link': next, 'another.link': another }
  for (const [link, section] of Object.entries(links)) {
    const shown = {
      environment: 'production',
      what: `events ${section.manifest.version}`,
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      document: { schema: DISCOVERY_SCHEMA, microFrontends: { shell: [entryOf(shell)], events: [entryOf(section)] } },
      source: null,
      needsToken: false,
    }
    registry.files.set(`/releases/previews/${link}`, Buffer.from(JSON.stringify(shown)))
  }
})
afterAll(async () => {
  for (const edge of edges) await edge.close()
  await registry.close()
  for (const folder of folders) fs.rmSync(folder, { recursive: true })
})

async function start(environment: Record<string, string>) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-origin-'))
  folders.push(folder)
  const edge = await startTestEdge({ folder, api: registry, registry, log: fakeLog().log, environment })
  edges.push(edge)
  return edge
}

type Answer = { status: number; headers: http.IncomingHttpHeaders; body: string }
/** `fetch` cannot send another host. */
const ask = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Answer>((resolve, reject) => {
    const request = http.request(address.replace('localhost', '127.0.0.1'), { headers, method }, (response) => {
      let body = ''
      response.on('data', (text) => (body += text))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    request.on('error', reject).end()
  })

describe.each([
  ['a port of its own', {}],
  ['a host name of its own on the port of the site', { PREVIEW_URL: 'https://Previews.example' }],
])('previews have %s', (_, environment) => {
  type Ask = (address: string, headers?: Record<string, string>, method?: string) => Promise<Answer>
  /** Requests at the address of visitors, at the entrance of previews, and at the address of each link. */
  let visitors: Ask
  let entrance: Ask
  let preview: Ask
  let anotherPreview: Ask
  let url: string

  beforeAll(async () => {
    const edge = await start(environment)
    url = edge.previews
    const at = 'PREVIEW_URL' in environment ? edge.url : url
    const askAt =
      (host: string, at: string): Ask =>
      (address, headers, method) =>
        ask(at + address, { host, ...headers }, method)
    visitors = askAt('marram.example', edge.url)
    entrance = askAt(new URL(url).host, at)
    const led = async (link: string) => new URL((await entrance(link)).headers.location ?? '').host
    preview = askAt(await led(LINK), at)
    anotherPreview = askAt(await led(ANOTHER), at)
  })

  it('redirects each link to its own host, always the same', async () => {
    const { status, headers } = await entrance(`${LINK}?to=/events`)
    expect([status, headers['set-cookie']]).toEqual([303, undefined])
    const led = new URL(headers.location ?? '')
    expect([led.pathname, led.search]).toEqual([LINK, '?to=%2Fevents'])
    expect(led.origin).toMatch(/^https?:\/\/[0-9a-f]{32}\.(?:localhost:\d+|previews\.example)$/)
    expect(led.host.slice(33)).toBe(new URL(url).host)
    expect(new URL((await entrance(ANOTHER)).headers.location ?? '').host).not.toBe(led.host)
    expect((await entrance(LINK)).headers.location).toBe(`${led.origin}${LINK}?to=%2F`)
  })

  it('shows the preview there, with its files, and blocks search engines', async () => {
    const followed = await preview(`${LINK}?to=/events`)
    expect([followed.status, followed.headers.location]).toEqual([303, '/events'])
    expect(String(followed.headers['set-cookie'])).toContain('marram_preview=a.link; Path=/;')
    const page = await preview('/events', { cookie })
    expect(page.body).toContain('from events 2.0.0')
    const file = await preview(FILE, { cookie })
    expect([file.status, file.headers['cross-origin-resource-policy']]).toEqual([200, 'same-origin'])
    expect([page, file].map(({ headers }) => headers['x-robots-tag'])).toEqual(Array(2).fill('noindex, nofollow'))
  })

  it('lets its page run scripts only from its own host', async () => {
    const { headers } = await preview('/events', { cookie })
    const policy = String(headers['content-security-policy'])
    const own = policy.match(/script-src [^;]*/)?.[0].match(/\S+(?=\/releases\/files\/events\/2\.0\.0\/)/g)
    expect(own).toEqual([expect.stringMatching(/^[0-9a-f]{32}\./)])
  })

  it('gives a preview neither pages nor files of another one, and no way to set its cookie', async () => {
    for (const given of [cookieOf('another.link'), `${cookie}; ${cookieOf('another.link')}`]) {
      expect((await preview('/events', { cookie: given })).body).toContain('This address shows previews')
      expect((await preview('/releases/files/events/3.0.0/browser/remoteEntry.js', { cookie: given })).status).toBe(404)
      expect((await preview('/releases/preview-shows', { cookie: given })).status).toBe(404)
    }
    expect((await anotherPreview('/events', { cookie: cookieOf('another.link') })).body).toContain('from events 3.0.0')
    const { status, headers } = await preview(ANOTHER)
    expect([status, headers.location, headers['set-cookie']]).toEqual([303, url + ANOTHER, undefined])
  })

  it('runs nothing at the entrance, with any cookie', async () => {
    expect((await entrance('/events', { cookie })).body).toContain('This address shows previews')
    expect((await entrance(FILE, { cookie })).status).toBe(404)
  })

  it('redirects a link there from the site’s address, where its cookie has no effect', async () => {
    const { status, headers } = await visitors(`${LINK}?to=/events`)
    expect([status, headers.location, headers['set-cookie']]).toEqual([303, `${url}${LINK}?to=/events`, undefined])
    expect((await visitors(LINK, {}, 'POST')).status).toBe(404)
    const page = await visitors('/events', { cookie })
    expect(page.body).toContain('from events 1.0.0')
    expect(page.headers['x-robots-tag']).toBeUndefined()
    expect((await visitors(FILE, { cookie })).status).toBe(404)
    expect((await visitors('/releases/preview-shows', { cookie })).status).toBe(404)
    const forwarded = { cookie, 'x-forwarded-host': new URL(url).host }
    expect((await visitors('/events', forwarded)).body).toContain('from events 1.0.0')
  })

  it.each(['/', '/events', '/nowhere'])('shows nothing else there: %s', async (address) => {
    for (const given of [{}, { cookie: cookieOf('none') }])
      for (const asked of [entrance, preview]) {
        const { status, body, headers } = await asked(address, given as Record<string, string>)
        expect([status, headers['x-robots-tag']]).toEqual([404, 'noindex, nofollow'])
        expect(body).toContain('This address shows previews')
        expect(body).toContain(`<a href="${SITE}/">`)
      }
  })

  it('redirects to the site when a preview is left, and leaves nothing in the browser', async () => {
    const { status, headers } = await preview('/releases/preview/exit?to=/events', { cookie })
    expect([status, headers.location]).toEqual([303, `${SITE}/events`])
    expect(String(headers['set-cookie'])).toMatch(/marram_preview=; Path=\/; Max-Age=0/)
    expect(headers['clear-site-data']).toBe('"storage"')
  })
})

it('an edge does not start when previews would share the origin of the site', async () => {
  await expect(start({ PREVIEW_URL: SITE })).rejects.toThrow('previews need an origin of their own')
})

it('an edge does not start when the origin of previews cannot have subdomains', async () => {
  await expect(start({ PREVIEW_URL: 'http://127.0.0.1:3004' })).rejects.toThrow('PREVIEW_URL has an IP address')
})
