import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Opened, ReportedFault } from '@marram/release-contract/diagnostics'
import Fastify, { type FastifyRequest } from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeLog } from '../testing/fake-log'
import { registerDiagnostics } from './diagnostics'
import { RegistryClient } from './registry-client'

const opened: Opened = {
  id: '0123456789ab',
  versions: { shell: '1.0.0', events: '1.0.0' },
  parts: { events: { wanted: '1.1.0', reason: 'digest of browser/page.js' } },
}

it('reports to the registry what was opened and which version a reporting visitor had and why, and nothing else about the visitor', async () => {
  const taken: { opened: Opened[]; reports: ReportedFault[] }[] = []
  let answers = 503
  const registry = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (answers === 200) taken.push(JSON.parse(Buffer.concat(chunks).toString()))
    response.writeHead(answers).end('{}')
  })
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  const app = Fastify()
  const waiting = [opened]
  const shell = { version: '1.0.0', rule: 'only' } as const
  const choices = { shell, events: { version: '1.1.0', rule: 'bucket', bucket: 3 } } as const
  const asked: string[] = []
  const note = registerDiagnostics(app, {
    compositions: {
      serves: async () => ({}),
      takeOpened: () => waiting.splice(0),
      choicesFor(visitor) {
        asked.push(visitor)
        return { ...choices }
      },
    },
    previews: {
      isFollowed: ({ headers }) => headers.cookie?.includes('a-link') === true,
      whatOf: async () => 'events 2.0.0',
    },
    feed: { state: () => ({}) },
    registry: new RegistryClient(
      {
        RELEASES_URL: `http://127.0.0.1:${(registry.address() as AddressInfo).port}`,
        MARRAM_ENVIRONMENT: 'production',
        RELEASES_TOKEN: 'an-edge-token',
      },
      fakeLog().log,
    ),
    stacks: { read: async () => ['shell@1.0.0 src/a.ts:1:2', 'events@1.1.0 src/run.tsx:12:5 Run'] },
    log: fakeLog().log,
    name: 'host:3000',
  })
  const visitor = '00000000000000ab'
  const asking = (cookie?: string) => ({ headers: { cookie }, raw: { headers: { cookie } } }) as FastifyRequest
  const request = asking(`marram_visitor=${visitor}`)
  const following = asking(`marram_visitor=${visitor}; marram_preview=a-link`)
  const stage = 'send for rosalind@example.org, 020 7946 0123'
  await note({ kind: 'boundary', message: '#k3x9ab broken', part: 'events', stage, composition: opened.id }, request)
  await note({ kind: 'boundary', message: '#p4v2cd broken', part: 'events' }, following)
  await note({ kind: 'boundary', message: '#q5w3ef broken', part: 'events' }, asking())
  await note({ kind: 'surprise', message: 'without an id' }, request)
  await new Promise((resolve) => setTimeout(resolve, 1300))
  expect(taken).toEqual([])
  answers = 200
  await app.close()
  registry.close()
  expect(asked.slice(0, 2)).toEqual([visitor, visitor])
  expect(JSON.stringify(taken)).not.toContain('a-link')
  expect(JSON.stringify(taken)).not.toContain(visitor)
  expect(taken).toMatchObject([
    {
      opened: [opened],
      reports: [
        {
          id: 'k3x9ab',
          part: 'events',
          place: 'src/run.tsx:12 Run',
          stage: 'send for *@*, *',
          choices,
          preview: false,
        },
        { id: 'p4v2cd', part: 'events', choices, preview: true, previewOf: 'events 2.0.0' },
        // A browser without cookies: the bucket of its page is unknown.
        { id: 'q5w3ef', part: 'events', choices: { shell }, preview: false },
      ],
    },
  ])
})

afterEach(() => void vi.useRealTimers())

it('reports regularly which document it serves and why not the newest, and at once after a change', async () => {
  vi.useFakeTimers()
  const told: { edge: object; opened: Opened[] }[] = []
  let state: object = { served: '"1"', latest: '"1"', since: '2026-05-01T12:00:00.000Z' }
  const serves = { composition: opened.id, unusable: opened.parts }
  const app = Fastify()
  registerDiagnostics(app, {
    compositions: { takeOpened: () => [], choicesFor: () => ({}), serves: async () => serves },
    previews: { isFollowed: () => false, whatOf: async () => undefined },
    feed: { state: () => state },
    registry: { report: async (_, body) => void told.push(body as unknown as (typeof told)[number]) },
    stacks: { read: async () => ['shell@1.0.0 src/a.ts:1:2', 'events@1.1.0 src/run.tsx:12:5 Run'] },
    log: fakeLog().log,
    name: 'host:3000',
  })
  await vi.advanceTimersByTimeAsync(1000)
  expect(told).toMatchObject([
    { opened: [], edge: { id: expect.stringMatching(/^[0-9a-f]{16}$/), name: 'host:3000', ...state, ...serves } },
  ])
  await vi.advanceTimersByTimeAsync(65_000)
  expect(told).toHaveLength(4)
  const before = told.length
  state = { ...state, latest: '"2"', reason: `no: ${'x'.repeat(400)}, ask Rosalind at rosalind@example.org` }
  await vi.advanceTimersByTimeAsync(1000)
  expect(told).toHaveLength(before + 1)
  expect(told.at(-1)).toMatchObject({
    edge: { served: '"1"', latest: '"2"', reason: expect.stringMatching(/^no: x{296}$/) },
  })
  expect(new Set(told.map(({ edge }) => (edge as { id: string }).id)).size).toBe(1)
  expect(told.some(({ edge }) => 'ended' in edge)).toBe(false)
  await app.close()
  expect(told.at(-1)).toMatchObject({ edge: { ended: true } })
})

type Sent = { reports: ReportedFault[] }

/** Takes `reports` with what `read` returns for their stacks, and returns what the registry gets. */
async function noted(reports: number, read: () => Promise<string[]>): Promise<ReportedFault[]> {
  const sent: Sent[] = []
  const app = Fastify()
  const note = registerDiagnostics(app, {
    compositions: { takeOpened: () => [], choicesFor: () => ({}), serves: async () => ({}) },
    previews: { isFollowed: () => false, whatOf: async () => undefined },
    feed: { state: () => ({}) },
    registry: { report: async (_, body) => void sent.push(body as unknown as Sent) },
    stacks: { read },
    log: fakeLog().log,
    name: 'host:3000',
  })
  const request = { headers: {}, raw: { headers: {} } } as FastifyRequest
  const all = Array.from({ length: reports }, () =>
    note({ kind: 'boundary', message: '#k3x9ab broken', part: 'events' }, request),
  )
  await Promise.all(all)
  await app.close()
  return sent.flatMap(({ reports }) => reports)
}

it('keeps few reports, also of those that arrive at the same moment', async () => {
  expect(await noted(300, async () => [])).toHaveLength(200)
})

it.each(['browser/static/js/async/812.3f9a.js:1:22', 'browser/remoteEntry.js:1:40', 'server/index.js:30:2'])(
  'names no place in a file of the build, which would be another one in the next build: %s',
  async (frame) => {
    const [report] = await noted(1, async () => [`events@1.0.0 ${frame}`])
    expect(report).toMatchObject({ id: 'k3x9ab', place: undefined })
  },
)
