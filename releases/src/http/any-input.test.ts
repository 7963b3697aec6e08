import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { edgeState, opened, reportedFault } from '@marram/release-contract/diagnostics'
import { counted } from '@marram/release-contract/evidence'
import { person, signedBy, trustOfPeople } from '@marram/release-contract/testing/people'
import { engines } from '@marram/server/testing/engines'
import { runs } from '@marram/server/testing/how-often'
import { type JsonSchema, type Likely, nearlyJson } from '@marram/server/testing/nearly-json'
import { oddQuery, oddStep, oddTypes } from '@marram/server/testing/odd-address'
import { changedInOnePlace, oddBody } from '@marram/server/testing/odd-body'
import { sql } from 'drizzle-orm'
import fc, { type Arbitrary } from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createApp } from '../app'
import { createConsole } from '../console/console-app'
import { fakeSection, fakeShell } from '../testing/fake-release'
import { freshRegistry, type TestRegistry } from '../testing/registry'

type Call = { id: string; method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; body?: JsonSchema }
type Documented = {
  operationId: string
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
}
type Sent = { url: string; body: string | Buffer; type: string | undefined; forwarded: boolean }

const shell = fakeShell('1.0.0')
const live = fakeSection('events', '1.0.0')
const next = fakeSection('events', '1.1.0')
const uploading = fakeSection('events', '1.2.0')
const [somebody, stranger] = [person('Rita'), person('Eve')]
const foreign = signedBy(trustOfPeople({ roots: [somebody], parts: { '*': [somebody] } }), stranger)
const COMPOSITION = '0123456789ab'
const MOMENT = '2099-01-01T00:00:00Z'

/** Existing and unknown values for path parameters and body fields. */
const steps: Record<string, string[]> = {
  environment: ['production', 'production', 'nowhere'],
  part: ['events', 'events', 'shell', 'nothing'],
  version: ['1.0.0', '1.1.0', '1.2.0', '9.0.0'],
  '*': [...Object.keys(uploading.files), ...Object.keys(live.files)],
  file: ['js/index.js', 'js', 'js/index.js/more'],
  name: ['somebody', 'nobody'],
  link: ['0123abcd'],
  change: ['0123abcd'],
  recipient: ['0123abcd'],
}
const report = { id: 'abcd12', kind: 'uncaught', message: 'no', choices: {}, preview: false }
const likely: Likely = {
  ...steps,
  from: ['staging', 'production'],
  name: ['somebody', 'autumn', 'production'],
  composition: [COMPOSITION],
  id: [COMPOSITION, 'abcd12'],
  pattern: ['/events/:slug', '/new', '/api/x'],
  key: [somebody.key],
  signature: [stranger.sign(live.bytes).signature],
  group: ['summer'],
  traffic: [0, 10, 50, 100, 101],
  seconds: [60, 3600, 0],
  percent: [10],
  revision: [0, 1, 2, 3],
  reason: ['because', ''],
  notice: ['We are back soon.'],
  call: ['promote', 'rollback', 'freeze', 'kill'],
  at: [new Date(Date.now() + 3_600_000).toISOString(), MOMENT],
  until: [MOMENT, '2020-01-01T00:00:00Z'],
  expiresAt: [MOMENT],
  days: [30],
  target: ['https://hooks.example/x', 'ana@example.org', 'http://127.0.0.1/'],
  uploadSeconds: [3600, 86_400],
  releases: [[], [{ part: 'events', version: '9.0.0' }]],
  uploads: [[], [{ part: 'events', version: '1.2.0' }]],
  count: [1, 3],
  source: ['http://localhost:4001', 'javascript:alert(1)'],
  versions: [{ events: '1.0.0', shell: '1.0.0' }],
  idToken: ['eyJhbGciOiJub25lIn0.eyJpc3MiOiJodHRwczovL2VsZXdoZXJlLmV4YW1wbGUifQ.', 'none'],
  parts: [{}, { events: { wanted: '1.1.0', reason: 'no' } }],
  choices: [{}, { events: { version: '1.0.0', rule: 'bucket', bucket: 12 } }],
}
const pipeline = {
  ...{ name: 'somebody', issuer: 'https://issuer.example', audience: 'https://marram.example' },
  ...{ claims: { sub: 'x' }, role: 'viewer' },
}
const seen = { pages: 3, failed: 0, late: 0, missing: 0, mixed: 0, medianMs: 5, worstMs: null }
const rehearsal = {
  ...{ of: 'production', seconds: 9, perSecond: 10, busiest: null, before: seen, problems: ['one'] },
  steps: [
    {
      ...seen,
      part: 'events',
      way: 'back',
      version: '1.0.0',
      replaced: '1.1.0',
      answeredMs: 1,
      firstMs: 2,
      lastMs: null,
    },
  ],
}
const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
/** Bodies that the document does not describe: bytes, or entries that are read one by one. */
const otherBodies: Record<string, Arbitrary<string>> = {
  beginUpload: fc.oneof(
    fc.constant(uploading.bytes.toString()),
    changedInOnePlace(JSON.parse(uploading.bytes.toString())),
  ),
  sendFile: fc.constantFrom(...Object.values(uploading.files)),
  // Of a well-formed one too: nobody signed it.
  updateTrust: fc.oneof(fc.constant(JSON.stringify(foreign)), changedInOnePlace(foreign)),
  completeUpload: changedInOnePlace({ integrity: 'sha384-x' }),
  addRehearsal: fc.oneof(fc.constant(JSON.stringify(rehearsal)), changedInOnePlace(rehearsal)),
  addIdentity: fc.oneof(fc.constant(JSON.stringify(pipeline)), changedInOnePlace(pipeline)),
  addEvidence: nearlyJson(schemaOf(z.object({ counts: z.array(counted) })), likely),
  addDiagnostics: fc.oneof(
    nearlyJson(
      schemaOf(z.object({ opened: z.array(opened), reports: z.array(reportedFault), edge: edgeState })),
      likely,
    ),
    changedInOnePlace({ opened: [], reports: [report] }),
  ),
}

describe.each(engines.slice(0, 1))('any request to the release desk', (engine) => {
  const console = mkdtempSync(join(tmpdir(), 'marram-console-'))
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  let registry: TestRegistry
  let app: FastifyInstance
  let consoleApp: FastifyInstance
  let calls: Call[]
  let reads: Call[]
  let tables: string[]
  let edge: string
  beforeAll(async () => {
    fresh = await freshRegistry(engine)
    registry = fresh.registry
    edge = await registry.tokenFor({ role: 'edge' })
    for (const release of [shell, live, next]) await registry.publish(release)
    await registry.promote(shell)
    await registry.promote(live)
    await registry.call('POST', '/releases/parts/events/versions', { bytes: uploading.bytes })
    mkdirSync(join(console, 'static/js'), { recursive: true })
    for (const file of ['index.html', 'static/js/index.js']) writeFileSync(join(console, file), 'built')
    app = createApp(registry.context)
    consoleApp = createConsole(registry.context, { folder: console, url: 'http://localhost' })
    const { paths } = (await app.inject('/releases/docs/json')).json() as {
      paths: Record<string, Record<string, Documented>>
    }
    calls = Object.entries(paths).flatMap(([path, methods]) =>
      (['POST', 'PUT'] as const).flatMap((method) => {
        const found = methods[method.toLowerCase()]
        const body = found?.requestBody?.content['application/json']?.schema
        return found ? [{ id: found.operationId, method, path, ...(body && { body }) }] : []
      }),
    )
    reads = Object.entries(paths).flatMap(([path, { get }]) =>
      get ? [{ id: get.operationId, method: 'GET' as const, path }] : [],
    )
    for (const path of ['/console/session', '/console/{page}', '/console/static/{file}', '/releases/docs/json'])
      reads.push({ id: path, method: 'GET', path })
    for (const path of ['/healthz', '/releases/files/{part}/{version}/{*}', '/{page}'])
      reads.push({ id: path, method: 'GET', path })
    reads.push({ id: 'logOut', method: 'DELETE', path: '/console/session' })
    const login = schemaOf(z.object({ token: z.string() }))
    calls.push({ id: 'logIn', method: 'POST', path: '/console/session', body: login })
    tables = (
      await registry.db.execute<{ name: string }>(
        sql`select table_name as name from information_schema.tables where table_schema = 'releases' order by 1`,
      )
    ).rows
      .map(({ name }) => name)
      // Audit events are counted separately, and results of the gate and pictures may be added.
      .filter((name) => !['event', 'gate_result', 'page_pictures'].includes(name))
  })
  afterAll(async () => {
    await app?.close()
    await consoleApp?.close()
    await fresh?.remove()
    rmSync(console, { recursive: true })
  })

  /** All rows, and the number of changes in the audit log. */
  async function state(): Promise<unknown> {
    const digests = tables.map(
      (name) =>
        `select '${name}' as name, md5(string_agg(t::text, ',' order by t::text)) as is from releases."${name}" t`,
    )
    const changes = "select 'event', count(*)::text from releases.event where not refused"
    const { rows } = await registry.db.execute(sql.raw([...digests, changes].join(' union all ')))
    return { rows, files: readdirSync(fresh.files, { recursive: true }).length }
  }

  const anySent = ({ id, path, body }: Call): Arbitrary<Sent> => {
    const step = (name: string) =>
      fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...(steps[name] ?? ['nothing'])) }, oddStep)
    const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name as string)
    const good = otherBodies[id] ?? (body && nearlyJson(body, likely))
    return fc.record({
      url: fc
        .tuple(fc.tuple(...names.map(step)), oddQuery)
        .map(([chosen, query]) => chosen.reduce((url, each) => url.replace(/\{[^}]+\}/, () => each), path) + query),
      body: fc.oneof({ weight: good ? 3 : 0, arbitrary: good ?? fc.constant('') }, { weight: 1, arbitrary: oddBody }),
      type: fc.oneof(
        { weight: 9, arbitrary: fc.constant('application/json') },
        fc.constantFrom(...oddTypes, undefined),
      ),
      forwarded: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
    })
  }

  const send = ({ id, method, path }: Call, { url, body, type, forwarded }: Sent) =>
    (path.startsWith('/console/') ? consoleApp : app).inject({
      method,
      url,
      payload: body,
      headers: {
        authorization: `Bearer ${['addEvidence', 'addDiagnostics'].includes(id) ? edge : registry.token}`,
        origin: 'http://localhost',
        host: 'localhost',
        'x-marram-console': '1',
        ...(type !== undefined && { 'content-type': type }),
        ...(forwarded && { 'x-forwarded-for': '192.0.2.1' }),
      },
    })

  it('gets a response, and a refused request gets a message and changes nothing', async () => {
    expect(calls.length).toBeGreaterThan(20)
    let before = await state()
    for (const call of calls) {
      const seen = new Set<number>()
      const answered = fc.asyncProperty(anySent(call), async (sent) => {
        const response = await send(call, sent)
        const { statusCode } = response
        seen.add(statusCode)
        const after = await state()
        expect(statusCode, response.body).toBeLessThan(500)
        if (statusCode >= 400) {
          expect(response.headers).toMatchObject({
            'content-type': 'application/json; charset=utf-8',
            'x-content-type-options': 'nosniff',
            'x-request-id': expect.any(String),
          })
          expect(response.json()).toMatchObject({ code: expect.any(String), message: expect.stringMatching(/\w/) })
          expect(after).toEqual(before)
        }
        before = after
      })
      await fc.assert(answered, { numRuns: runs(20), seed: 1 })
      // Some requests pass the check of their form, and some are refused.
      expect(
        [...seen].some((status) => status < 400 || [401, 404, 409, 422, 423].includes(status)),
        call.id,
      ).toBe(true)
      expect(
        [...seen].some((status) => status >= 400),
        call.id,
      ).toBe(true)
    }
  })

  it('gets a message for reads too, whatever its address and query', async () => {
    expect(reads.length).toBeGreaterThan(15)
    for (const call of reads) {
      const answered = fc.asyncProperty(anySent(call), async (sent) => {
        const { statusCode, headers, body } = await send(call, { ...sent, body: '', type: undefined })
        expect(statusCode, body).toBeLessThan(500)
        if (statusCode < 400) return
        expect(headers['content-type']).toBe('application/json; charset=utf-8')
        expect(JSON.parse(body)).toMatchObject({ code: expect.any(String), message: expect.stringMatching(/\w/) })
      })
      await fc.assert(answered, { numRuns: runs(15), seed: 1 })
    }
  })
})
