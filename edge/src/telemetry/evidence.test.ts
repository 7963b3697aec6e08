import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { compositionFor } from '@marram/release-contract/composition'
import type { Counted } from '@marram/release-contract/evidence'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type LiveComposition, ownerOf, pagesBySpecificity } from '../compositions/live-composition'
import { setRecord } from '../requests/page-response'
import { fakeLog } from '../testing/fake-log'
import { fakeSection, fakeShell } from '../testing/fake-releases'
import { registerEvidence } from './evidence'
import { RegistryClient } from './registry-client'

const id = '0123456789ab'
const shell = fakeShell().manifest
const sections = { events: [fakeSection('events', '1.1.0').manifest] }
const page = (pattern: string) => ({ pattern })
const unavailable = {
  stopped: { title: 'Stopped', pages: [page('/stopped')], stopped: {} },
  lost: { title: 'Lost', pages: [page('/lost')] },
}
const composition = compositionFor(id, shell, sections, unavailable)
const pages = pagesBySpecificity(sections, unavailable)
const versions = { shell: shell.version, events: '1.1.0' }
const live = { id, pages } as LiveComposition
/** How a response was rendered, set by its address. */
const made = ['frame; failed', 'frame; late', 'frame; busy', 'frame; by design', 'server; dur=3.0']
const api = { away: false }

let app: FastifyInstance
let registry: http.Server
let answers: number
let taken: Counted[]
let refused: number
beforeEach(async () => {
  taken = []
  refused = 0
  answers = 200
  api.away = false
  registry = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (answers === 200) taken.push(...JSON.parse(Buffer.concat(chunks).toString()).counts)
    else refused += 1
    response.writeHead(answers).end('{}')
  })
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  const RELEASES_URL = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`
  app = Fastify()
  registerEvidence(app, {
    versionsIn: (wanted) => (wanted === id ? versions : undefined),
    isOfPreviews: ({ headers }) => headers.host === 'a.previews.example',
    registry: new RegistryClient(
      { RELEASES_URL, MARRAM_ENVIRONMENT: 'production', RELEASES_TOKEN: 'an-edge-token' },
      fakeLog().log,
    ),
    log: fakeLog().log,
    settle: () => {},
    content: api,
  })
  app.get<{ Querystring: { made?: string; status?: string } }>('/*', (request, reply) => {
    const { made = 'server; dur=3.0', status = '200' } = request.query
    const unusable: Record<string, string> = request.url.includes('candidate') ? { events: '2.0.0', quiz: '9.0.0' } : {}
    const owner = ownerOf(live, request.url.split('?', 1)[0] as string)
    setRecord(request, {
      composition: id,
      versions,
      owner,
      isStopped: owner !== undefined && composition.sections[owner.section]?.stopped !== undefined,
      origin: made === 'refused' ? undefined : made,
      cache: 'miss',
      unusable,
    })
    return reply.code(Number(status)).send('a page')
  })
})
afterEach(async () => {
  await app.close()
  registry.close()
})

const tell = async (payload: object) =>
  (await app.inject({ method: 'POST', url: '/releases/evidence', payload })).statusCode
/** Evidence at the registry, after everything was sent. */
async function told(): Promise<Record<string, number>> {
  await app.close()
  const sums: Record<string, number> = {}
  for (const { part, version, metric, count } of taken) {
    const key = `${part}@${version} ${metric}`
    sums[key] = (sums[key] ?? 0) + count
  }
  return sums
}

it('counts pages and their failures for the shell and for the section that owns the page', async () => {
  for (const url of ['/events', '/events?made=frame;%20failed', '/nowhere']) await app.inject(url)
  expect(await told()).toEqual({
    'shell@1.0.0 edge.loads': 3,
    'shell@1.0.0 edge.failures.render': 1,
    'events@1.1.0 edge.loads': 2,
    'events@1.1.0 edge.failures.render': 1,
  })
})

describe('a page that its visitor', () => {
  const both = (metric: string) => ({ [`shell@1.0.0 ${metric}`]: 1, [`events@1.1.0 ${metric}`]: 1 })
  const ask = ([address, how, status = '200']: string[]) =>
    app.inject({ url: address as string, query: { made: how as string, status } })

  it.each([
    ['waited for in vain', 'edge.failures.late', ['/events', 'frame; late']],
    ['got without its content', 'edge.failures.render', ['/events', 'frame; failed']],
    ['got as one that is broken', 'edge.failures.render', ['/events', 'server; dur=3.0', '500']],
    ['got as an error', 'edge.failures.error', ['/events', 'server; dur=3.0', '503']],
    ['got as a frame since others came first', 'edge.failures.busy', ['/events', 'frame; busy']],
    ['did not get, since others came first', 'edge.failures.busy', ['/events', 'refused', '503']],
  ])('%s counts against shell and section: %s', async (_, metric, asked) => {
    await ask(asked)
    expect(await told()).toEqual({ ...both('edge.loads'), ...both(metric) })
  })

  it('could not get counts only against the shell when it has no section', async () => {
    await ask(['/lost', 'server; dur=3.0', '503'])
    expect(await told()).toEqual({ 'shell@1.0.0 edge.loads': 1, 'shell@1.0.0 edge.failures.error': 1 })
  })

  it.each([
    ['gets as a frame on purpose', ['/events', 'frame; by design']],
    ['cannot find', ['/events', 'server; dur=3.0', '404']],
    ['is led away from', ['/events', 'server; dur=3.0', '302']],
  ])('%s is a load and not a failure', async (_, asked) => {
    await ask(asked)
    expect(await told()).toEqual(both('edge.loads'))
  })

  it.each(['server; dur=3.0', 'frame; by design'])('a stopped page is not counted as a failure: %s', async (how) => {
    await ask(['/stopped', how, '503'])
    expect(await told()).toEqual({ 'shell@1.0.0 edge.loads': 1 })
  })

  it('gets badly during a known outage of the API counts against no version', async () => {
    api.away = true
    for (const how of made) await ask(['/events', how, how.startsWith('server') ? '503' : '200'])
    await ask(['/events', 'refused', '503'])
    await ask(['/events', 'server; dur=3.0'])
    // App shells on purpose and cached pages.
    expect(await told()).toEqual({ 'shell@1.0.0 edge.loads': 2, 'events@1.1.0 edge.loads': 2 })
  })
})

it('counts a failure of the visitor’s version when no server can use it', async () => {
  for (const url of ['/events?candidate', '/events']) await app.inject(url)
  expect(await told()).toEqual({
    'shell@1.0.0 edge.loads': 2,
    'events@1.1.0 edge.loads': 2,
    'events@2.0.0 edge.loads': 1,
    'events@2.0.0 edge.failures.use': 1,
  })
})

it('adds up reports of documents, and drops parts that the composition does not have', async () => {
  const parts = {
    events: { version: '1.1.0', loads: 2, boundary: 1 },
    quiz: { version: '1.0.0', loads: 50, load: 50 },
    shell: { version: '6.6.6', loads: 9 },
  }
  expect(await tell({ composition: id, parts, vitals: { lcp: 900, cls: 0.2, inp: 700 } })).toBe(204)
  expect(await tell({ composition: 'ba9876543210', parts })).toBe(204)
  expect(await told()).toEqual({
    'events@1.1.0 browser.loads': 2,
    'events@1.1.0 browser.failures.boundary': 1,
    ...Object.fromEntries(
      ['shell@1.0.0', 'events@1.1.0'].flatMap((part) =>
        ['lcp.good', 'cls.fair', 'inp.poor'].map((metric) => [`${part} ${metric}`, 1]),
      ),
    ),
  })
})

it.each([
  {},
  { composition: 'x', parts: {} },
  { composition: id, parts: { events: { version: '1.1.0', loads: 1e9 } } },
  { composition: id, parts: { events: { version: '1.1.0', loads: -1 } } },
])('refuses invalid evidence: %j', async (payload) => {
  expect(await tell(payload)).toBe(400)
})

it('counts the addresses of one IPv6 client together', async () => {
  const from = async (remoteAddress: string) => {
    const payload = { composition: id, parts: {} }
    return (await app.inject({ method: 'POST', url: '/releases/evidence', payload, remoteAddress })).statusCode
  }
  vi.useFakeTimers({ toFake: ['Date'] })
  for (let i = 1; i <= 240; i++) expect(await from(`2001:db8:0:1::${i.toString(16)}`)).toBe(204)
  expect(await from('2001:db8:0:1:ffff::1')).toBe(429)
  expect(await from('2001:db8:0:2::1')).toBe(204)
  vi.useRealTimers()
})

it('counts nothing from a preview, whatever it claims', async () => {
  const payload = {
    composition: id,
    parts: { events: { version: '1.1.0', loads: 3, boundary: 3 } },
    vitals: { lcp: 1 },
  }
  const send = (host: string) =>
    app.inject({ method: 'POST', url: '/releases/evidence', payload, headers: { host }, remoteAddress: '192.0.2.9' })
  expect((await send('a.previews.example')).statusCode).toBe(204)
  expect((await send('a.previews.example')).body).toBe('')
  expect(await told()).toEqual({})
})

it('accepts a limited number from one address', async () => {
  const statuses = await Promise.all(Array.from({ length: 260 }, () => tell({ composition: id, parts: {} })))
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(20)
})

it.each([
  ['one address', () => '203.0.113.7'],
  ['one IPv6 network', (n: number) => `2001:db8:7:1:${n.toString(16)}::1`],
  ['one IPv6 site', (n: number) => `2001:db8:7:${n.toString(16)}::1`],
])(
  'counts from %s, however much it sends, few loads and failures a minute, all under one number',
  async (what, address) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const networks = what.includes('site') ? 250 : 1
    const forged = { version: '1.1.0', loads: 100, load: 100, boundary: 100 }
    const payload = { composition: id, parts: { events: forged }, vitals: { lcp: 60_000 } }
    for (let n = 1; n <= 250; n++)
      await app.inject({ method: 'POST', url: '/releases/evidence', payload, remoteAddress: address(n) })
    vi.useRealTimers()
    const counts = await told()
    expect(counts['events@1.1.0 browser.loads']).toBeLessThanOrEqual(10 * networks)
    expect(counts['events@1.1.0 lcp.poor']).toBeLessThanOrEqual(10 * networks)
    const failures = taken.filter(({ metric }) => metric.startsWith('browser.failures.'))
    expect(failures.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(10 * networks)
    expect(new Set(failures.flatMap((each) => each.networks ?? [])).size).toBe(1)
  },
)

it('identifies each network with a failure by a number that reveals nothing about it', async () => {
  for (let n = 1; n <= 40; n++) {
    const payload = { composition: id, parts: { events: { version: '1.1.0', loads: 2, boundary: 1 } } }
    await app.inject({ method: 'POST', url: '/releases/evidence', payload, remoteAddress: `198.51.100.${n}` })
  }
  expect(await told()).toMatchObject({ 'events@1.1.0 browser.loads': 80, 'events@1.1.0 browser.failures.boundary': 40 })
  const [failures] = taken.filter(({ metric }) => metric === 'browser.failures.boundary')
  // Two networks may share a number.
  expect(failures?.networks?.length).toBeGreaterThan(35)
  expect(failures?.networks?.every((number) => number >= 0 && number < 4096)).toBe(true)
  expect(JSON.stringify(taken)).not.toContain('198.51')
})

describe('failures on the edge', () => {
  const late = (remoteAddress: string) => app.inject({ url: '/events?made=frame;%20late', remoteAddress })
  const rows = (metric: string) => taken.filter((each) => each.part === 'events' && each.metric === metric)
  const networksOf = (metric: string) => [...new Set(rows(metric).flatMap(({ networks = [] }) => networks))]

  it.each([
    ['one address', () => '203.0.113.7'],
    ['one IPv6 site', (n: number) => `2001:db8:7:${n.toString(16)}::1`],
  ])('are all counted, under one number when %s requested the pages', async (_, address) => {
    for (let n = 1; n <= 180; n++) await late(address(n))
    expect(await told()).toMatchObject({ 'events@1.1.0 edge.loads': 180, 'events@1.1.0 edge.failures.late': 180 })
    expect(networksOf('edge.failures.late')).toHaveLength(1)
    expect(networksOf('edge.loads')).toEqual([])
  })

  it('are reported with a number for each affected network', async () => {
    for (let n = 1; n <= 40; n++) await late(`198.51.100.${n}`)
    expect(await told()).toMatchObject({ 'events@1.1.0 edge.failures.late': 40 })
    // Two networks may share a number.
    expect(networksOf('edge.failures.late').length).toBeGreaterThan(35)
    expect(JSON.stringify(taken)).not.toContain('198.51')
  })

  it.each([
    ['late', { made: 'frame; late' }],
    ['busy', { made: 'refused' }],
    ['render', { made: 'frame; failed' }],
    ['error', { status: '503' }],
  ])('have the same number as document reports from that network: %s', async (stage, query) => {
    const remoteAddress = '192.0.2.9'
    const payload = { composition: id, parts: { events: { version: '1.1.0', loads: 1, boundary: 1 } } }
    await app.inject({ method: 'POST', url: '/releases/evidence', payload, remoteAddress })
    await app.inject({ url: '/events', query, remoteAddress })
    await told()
    const networks = networksOf('browser.failures.boundary')
    expect(networks).toHaveLength(1)
    expect(networksOf(`edge.failures.${stage}`)).toEqual(networks)
  })

  it('have no number when a version cannot be used, because no client causes that', async () => {
    await app.inject({ url: '/events?candidate', remoteAddress: '192.0.2.9' })
    expect(await told()).toMatchObject({ 'events@2.0.0 edge.failures.use': 1 })
    expect(networksOf('edge.failures.use')).toEqual([])
  })

  it('keep their networks when the registry did not accept them', async () => {
    answers = 503
    for (const address of ['192.0.2.1', '192.0.2.2']) await late(address)
    await expect.poll(() => refused).toBeGreaterThan(0)
    answers = 200
    await late('192.0.2.3')
    await expect.poll(() => networksOf('edge.failures.late')).toHaveLength(3)
    expect(await told()).toMatchObject({ 'events@1.1.0 edge.failures.late': 3 })
  })
})

it('keeps evidence that the registry does not accept, and sends it later', async () => {
  answers = 503
  await app.inject('/events')
  await new Promise((resolve) => setTimeout(resolve, 1500))
  answers = 200
  expect(await told()).toMatchObject({ 'events@1.1.0 edge.loads': 1 })
})
