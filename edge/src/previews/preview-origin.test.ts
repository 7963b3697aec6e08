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
const [live, next] = ['1.0.0', '2.0.0'].map((version) => fakeSection('events', version)) as [
  ReturnType<typeof fakeSection>,
  ReturnType<typeof fakeSection>,
]
const LINK = '/releases/preview/a.link'
const FILE = '/releases/files/events/2.0.0/browser/remoteEntry.js'
/** As browsers keep it of either name; ports of one host share their cookies. */
const cookie = 'marram_preview=a.link; __Host-marram_preview=a.link'

let registry: FakeRegistry
const edges: Awaited<ReturnType<typeof startTestEdge>>[] = []
const folders: string[] = []

beforeAll(async () => {
  registry = await fakeRegistry()
  registry.publish(shell, live, next)
  registry.promote({ shell: [entryOf(shell)], events: [entryOf(live)] })
  const shown = {
    environment: 'production',
    what: 'events 2.0.0',
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    document: { schema: DISCOVERY_SCHEMA, microFrontends: { shell: [entryOf(shell)], events: [entryOf(next)] } },
    source: null,
    needsToken: false,
  }
  registry.files.set('/releases/previews/a.link', Buffer.from(JSON.stringify(shown)))
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
/** `fetch` cannot name another host. */
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
  /** As a browser asks at the address of visitors and at that of previews. */
  let visitors: (address: string, headers?: Record<string, string>, method?: string) => Promise<Answer>
  let previews: typeof visitors
  let url: string

  beforeAll(async () => {
    const edge = await start(environment)
    url = edge.previews
    const isHost = 'PREVIEW_URL' in environment
    visitors = (address, headers, method) => ask(edge.url + address, { host: 'marram.example', ...headers }, method)
    previews = isHost
      ? (address, headers, method) => ask(edge.url + address, { host: 'previews.example', ...headers }, method)
      : (address, headers, method) => ask(url + address, headers, method)
  })

  it('shows what a link names there, with its files, and to no search engine', async () => {
    const followed = await previews(`${LINK}?to=/events`)
    expect([followed.status, followed.headers.location]).toEqual([303, '/events'])
    const page = await previews('/events', { cookie })
    expect(page.body).toContain('from events 2.0.0')
    const file = await previews(FILE, { cookie })
    expect([file.status, file.headers['cross-origin-resource-policy']]).toEqual([200, 'same-origin'])
    expect([page, file].map(({ headers }) => headers['x-robots-tag'])).toEqual(Array(2).fill('noindex, nofollow'))
  })

  it('has a link lead there from the address of visitors, where its cookie counts for nothing', async () => {
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
    for (const given of [{}, { cookie: 'marram_preview=none; __Host-marram_preview=none' }]) {
      const { status, body, headers } = await previews(address, given as Record<string, string>)
      expect([status, headers['x-robots-tag']]).toEqual([404, 'noindex, nofollow'])
      expect(body).toContain('This address shows previews')
      expect(body).toContain(`<a href="${SITE}/">`)
    }
  })

  it('leads back to the site from a preview that is left', async () => {
    const { status, headers } = await previews('/releases/preview/exit?to=/events', { cookie })
    expect([status, headers.location]).toEqual([303, `${SITE}/events`])
    expect(String(headers['set-cookie'])).toMatch(/marram_preview=; Path=\/; Max-Age=0/)
  })
})

it('an edge does not start where previews would have the origin of visitors', async () => {
  await expect(start({ PREVIEW_URL: SITE })).rejects.toThrow('previews need an origin of their own')
})
