import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { runs } from '@marram/server/testing/how-often'
import { oddQuery, oddStep, oddTypes } from '@marram/server/testing/odd-address'
import { changedInOnePlace, oddBody } from '@marram/server/testing/odd-body'
import fc, { type Arbitrary } from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeLog } from '../testing/fake-log'
import { type FakeRegistry, fakeRegistry } from '../testing/fake-registry'
import { entryOf, fakeSection, fakeShell } from '../testing/fake-releases'
import { startTestEdge } from '../testing/start-test-edge'

const MINUTE_MS = 60_000
const COMPOSITION = '0123456789ab'
const PAGE = 'https://marram.example/quiz-response/Rosalind/07009001001?token=hidden'
/** Personal data in fields that should have none. */
const personal = fc
  .constantFrom(PAGE, '/quiz-response/Rosalind/07009001001', 'rosalind@example.org', '+44 7009 001 001', '07009001001')
  .map((text) => JSON.stringify(text))
const PERSONAL = /Rosalind|rosalind@|7009.?001|hidden|192\.0\.2/

const directive = { 'effective-directive': 'img-src', 'blocked-uri': PAGE, 'document-uri': PAGE, referrer: PAGE }
/** By address: the type, a valid body, and the size limit. */
const posts: [url: string, type: string, good: object, mostBytes: number][] = [
  [
    '/releases/reports',
    'application/json',
    {
      ...{ kind: 'boundary', message: '#abcd12 no', part: 'mfe-events', version: '1.0.0', stage: 'load' },
      ...{ composition: COMPOSITION, stack: `Error: no\n    at x (${PAGE}:1:2)` },
    },
    16_384,
  ],
  ['/releases/reports/policy', 'application/csp-report', { 'csp-report': directive }, 16_384],
  [
    '/releases/reports/policy',
    'application/reports+json',
    [
      {
        type: 'csp-violation',
        url: PAGE,
        body: { effectiveDirective: 'img-src', documentURL: PAGE, sourceFile: PAGE },
      },
      { type: 'deprecation', url: PAGE, body: {} },
    ],
    16_384,
  ],
  [
    '/releases/evidence',
    'application/json',
    { composition: COMPOSITION, parts: { events: { version: '1.0.0', loads: 1 } }, vitals: { lcp: 1200, cls: 0.1 } },
    4096,
  ],
]

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-reports-'))
const shell = fakeShell()
const section = fakeSection()
const logged = fakeLog()
let registry: FakeRegistry
let edge: Awaited<ReturnType<typeof startTestEdge>>

beforeAll(async () => {
  registry = await fakeRegistry()
  registry.publish(shell, section)
  registry.promote({ shell: [entryOf(shell)], events: [entryOf(section)] })
  edge = await startTestEdge({ folder, api: registry, registry, log: logged.log })
})
afterAll(async () => {
  vi.useRealTimers()
  await edge.close()
  await registry.close()
  fs.rmSync(folder, { recursive: true })
})

/** The limit is per minute, so each run starts a new one. */
let now = MINUTE_MS
const nextMinute = () => {
  now += MINUTE_MS
  vi.setSystemTime(now)
}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  nextMinute()
})

const agent = new http.Agent({ keepAlive: true })
type Answer = { status: number; headers: http.IncomingHttpHeaders; text: string }
function send(url: string, type: string | undefined, body: string | Buffer): Promise<Answer> {
  const { hostname } = new URL(edge.url)
  const { port } = new URL(url.startsWith('/releases/preview/') ? edge.previews : edge.url)
  const headers = {
    ...{ cookie: 'marram_visitor=Rosalind', referer: PAGE, 'x-forwarded-for': '192.0.2.7' },
    ...(type !== undefined && { 'content-type': type }),
  }
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, path: url, method: 'POST', headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode as number,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    request.on('error', reject).end(body)
  })
}

/** A refusal has its reason as JSON. */
async function post(...sent: Parameters<typeof send>): Promise<number> {
  const { status, headers, text } = await send(...sent)
  if (status >= 400) {
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(JSON.parse(text)).toEqual({ code: status, message: expect.stringMatching(/\w/) })
  }
  if (status === 429) expect(headers['retry-after']).toBe('60')
  return status
}

describe.each(posts)('any body sent to %s as %s', (url, type, good, mostBytes) => {
  it('is accepted, or refused with a message, and leaves nothing about a visitor in the log', async () => {
    const seen = new Set<number>()
    const sent: Arbitrary<[string | Buffer, string, string | undefined]> = fc.tuple(
      fc.oneof(
        { weight: 3, arbitrary: changedInOnePlace(good, personal) },
        { weight: 3, arbitrary: changedInOnePlace(good) },
        { weight: 2, arbitrary: oddBody },
        { weight: 1, arbitrary: fc.constant(JSON.stringify(good)) },
      ),
      oddQuery,
      fc.oneof({ weight: 9, arbitrary: fc.constant(type) }, fc.constantFrom(...oddTypes, undefined)),
    )
    const answered = fc.asyncProperty(sent, async ([body, query, sentType]) => {
      nextMinute()
      logged.lines.length = 0
      const status = await post(url + query, sentType, body)
      seen.add(status)
      expect(status).toBeLessThan(500)
      expect(JSON.stringify(logged.lines)).not.toMatch(PERSONAL)
      expect(JSON.stringify(logged.lines).length).toBeLessThan(20_000)
    })
    await fc.assert(answered, { numRuns: runs(150), seed: 1 })
    expect([...seen]).toEqual(expect.arrayContaining([204, 400, 415]))
  })

  it('has a size limit', async () => {
    const text = JSON.stringify(good)
    expect(await post(url, type, text.padEnd(mostBytes))).toBe(204)
    expect(await post(url, type, text.padEnd(mostBytes + 1))).toBe(413)
  })

  it('is accepted a number of times a minute, and then gets a time to retry', async () => {
    const statuses = new Set<number>()
    for (let i = 0; i < 250; i += 1) statuses.add(await post(url, type, JSON.stringify(good)))
    expect([...statuses]).toEqual([204, 429])
    nextMinute()
    expect(await post(url, type, JSON.stringify(good))).toBe(204)
  })
})

describe('any body sent to open a preview', () => {
  const form = 'application/x-www-form-urlencoded'
  it('is refused with a message', async () => {
    const sent = fc.tuple(
      fc.oneof(oddStep, fc.constant('a-link')),
      oddQuery,
      fc.oneof(
        oddBody,
        fc.string().map((text) => `token=${encodeURIComponent(text)}`),
        fc.constant('token=a&token=b'),
      ),
      fc.oneof({ weight: 3, arbitrary: fc.constant(form) }, fc.constantFrom(...oddTypes, undefined)),
    )
    const answered = fc.asyncProperty(sent, async ([step, query, body, type]) => {
      nextMinute()
      const { status, text } = await send(`/releases/preview/${step}${query}`, type, body)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
      // The connection may be closed before the response to a too long address is read.
      if (status !== 431) expect(text, String(status)).toMatch(/\w/)
    })
    await fc.assert(answered, { numRuns: runs(100), seed: 1 })
  })
})
