import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'
import { RELEASE_FILE } from '@marram/release-contract/release'
import { releaseFileUrl } from '@marram/release-contract/release-files'
import { Decoder } from '@toondepauw/node-zstd'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ReleaseSources } from '../releases/release-sources'
import { NoSuchRelease, ReleaseStore } from '../releases/release-store'
import { fakeLog } from '../testing/fake-log'
import { type FakeRegistry, fakeRegistry } from '../testing/fake-registry'
import { fakeSection, fakeShell } from '../testing/fake-releases'
import { DeltaEncoder } from './delta-encoder'
import { Deltas } from './deltas'
import { releaseFileHandler } from './release-files'

const release = fakeSection()
const ENTRY = 'browser/remoteEntry.js'
const everybody = async () => 'everybody' as const
const nobody = async () => undefined
const encoder = new DeltaEncoder()
let deltas: Deltas
afterAll(() => encoder.stop())
const ROUTE = '/releases/files/:part/:version/*'

let registry: FakeRegistry
let folder: string
let app: FastifyInstance
const logged = fakeLog()

function freshEdge(): FastifyInstance {
  const store = new ReleaseStore(folder, registry.url)
  const handler = releaseFileHandler({ store, log: logged.log, rightsTo: everybody, deltas })
  return Fastify().get(ROUTE, handler) as unknown as FastifyInstance
}
const get = (file: string) =>
  app.inject({ url: `/releases/files/events/1.0.0/${file}`, headers: { 'accept-encoding': 'br' } })
const onDisk = (file: string) => path.join(folder, 'events/1.0.0', file)

beforeEach(async () => {
  deltas = new Deltas(encoder, logged.log, 30_000)
  registry = await fakeRegistry()
  registry.publish(release)
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-release-files-'))
  logged.lines.length = 0
  app = freshEdge()
})
afterEach(async () => {
  await app.close()
  await registry.close()
  fs.rmSync(folder, { recursive: true })
})

describe('a server build', () => {
  it('is hidden from visitors by its manifest, not by its name', async () => {
    const odd = fakeSection('odd')
    const described = Buffer.from(JSON.stringify({ ...odd.manifest, server: 'browser/page.js' }))
    registry.publish({ ...odd, files: { ...odd.files, [RELEASE_FILE]: described } })
    const status = async (file: string) => (await app.inject(`/releases/files/odd/1.0.0/${file}`)).statusCode
    expect(await status('browser/page.js')).toBe(404)
    expect(await status('server/index.js')).toBe(200)
    expect(await status(ENTRY)).toBe(200)
  })
})

it('has no permissions as a worker, except the watchdog of a shell, which reports to this site', async () => {
  registry.publish(fakeShell(), fakeSection('odd'))
  const policyOf = async (part: string, file: string) => {
    const { statusCode, headers } = await app.inject(`/releases/files/${part}/1.0.0/${file}`)
    return [statusCode, headers['content-security-policy']]
  }
  const closed = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
  expect(await policyOf('shell', 'watchdog.js')).toEqual([200, "default-src 'none'; connect-src 'self'"])
  expect(await policyOf('shell', 'browser/shell.js')).toEqual([200, closed])
  expect(await policyOf('odd', ENTRY)).toEqual([200, closed])
  expect((await policyOf('odd', 'watchdog.js'))[1]).not.toContain("'self'")
})

it('is never a page of this site', async () => {
  registry.publish(
    fakeSection('odd', '1.0.0', { more: { 'browser/page.HTML': 'Log in here', 'browser/a.svg': '<svg/>' } }),
  )
  const typeOf = async (file: string) => (await app.inject(`/releases/files/odd/1.0.0/${file}`)).headers['content-type']
  expect(await typeOf('browser/page.HTML')).toBe('application/octet-stream')
  expect(await typeOf('browser/a.svg')).toBe('image/svg+xml; charset=utf-8')
})

describe('a browser that has an earlier version', () => {
  const text = (word: string) => Array.from({ length: 500 }, (_, i) => `function f${i * i}() {}`).join(word)
  const [OLD, NEW] = ['browser/index.0000000000.js', 'browser/index.1111111111.js']
  const versions = ['1.0.0', '2.0.0', '3.0.0'].map((version, i) =>
    fakeSection('odd', version, { more: { [i === 2 ? NEW : OLD]: text(version) } }),
  )
  const bytesOf = (version: number, file: string) => versions[version]?.files[file] ?? Buffer.alloc(0)
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64')
  const FOREVER = 'public, max-age=31536000, immutable'
  const FOR_ONE = 'private, max-age=31536000, immutable'
  const all = 'gzip, deflate, br, zstd, dcb, dcz'
  type Asked = { digest?: string; id?: string; encodings?: string }
  const ask = ({ digest = sha256(bytesOf(0, OLD)), id = `1.0.0/${OLD}`, encodings = all }: Asked = {}) =>
    app.inject({
      url: `/releases/files/odd/3.0.0/${NEW}`,
      headers: { 'accept-encoding': encodings, 'available-dictionary': `:${digest}:`, 'dictionary-id': `"${id}"` },
    })
  const outcome = ({ headers }: Awaited<ReturnType<typeof ask>>) => [
    headers['content-encoding'],
    headers['cache-control'],
  ]
  beforeEach(() => registry.publish(...versions))

  it('gets what is new, and keeps it as the next dictionary', async () => {
    const answer = await ask()
    expect(answer.headers).toMatchObject({
      'content-encoding': 'dcz',
      'cache-control': FOREVER,
      vary: 'accept-encoding, available-dictionary',
      'use-as-dictionary': `match="/releases/files/odd/*/browser/index.*.js", id="3.0.0/${NEW}"`,
    })
    expect(answer.rawPayload.length).toBeLessThan(zlib.brotliCompressSync(bytesOf(2, NEW)).length / 2)
    expect(await new Decoder(bytesOf(0, OLD)).decode(answer.rawPayload.subarray(40))).toEqual(bytesOf(2, NEW))
  })

  it.each([
    ['holds other bytes than it says', { digest: sha256(Buffer.from('other')) }, FOR_ONE],
    ['names a version that never was', { id: `0.9.9/${OLD}` }, FOR_ONE],
    ['names a file that the version has not', { id: '1.0.0/browser/nothing.js' }, FOR_ONE],
    ['names a file that is not for browsers', { id: '1.0.0/server/index.js' }, FOR_ONE],
    ['names a file by a detour', { id: '1.0.0/browser/../server/index.js' }, FOR_ONE],
    ['has nothing of ours', { id: 'a page' }, FOREVER],
    ['does not decode it', { encodings: 'gzip, br, *' }, FOREVER],
  ])('gets the whole file if it %s', async (_, asked, cacheControl) => {
    const answer = await ask(asked)
    expect(outcome(answer)).toEqual(['br', cacheControl])
    expect(zlib.brotliDecompressSync(answer.rawPayload)).toEqual(bytesOf(2, NEW))
  })

  it('gets the whole file if the earlier version was only a preview', async () => {
    const store = new ReleaseStore(folder, registry.url)
    const rightsTo = async (_: unknown, __: string, version: string) =>
      version === '1.0.0' ? ('holder' as const) : ('everybody' as const)
    await app.close()
    app = Fastify().get(
      ROUTE,
      releaseFileHandler({ store, log: logged.log, rightsTo, deltas }),
    ) as unknown as FastifyInstance
    expect(outcome(await ask())).toEqual(['br', FOR_ONE])
    const second = { id: `2.0.0/${OLD}`, digest: sha256(bytesOf(1, OLD)) }
    expect(outcome(await ask(second))).toEqual(['dcz', FOREVER])
  })

  it('is told of no dictionary by a preview, and gets none', async () => {
    const store = new ReleaseStore(folder, registry.url)
    await app.close()
    app = Fastify().get(
      ROUTE,
      releaseFileHandler({ store, log: logged.log, rightsTo: async () => 'holder', deltas }),
    ) as unknown as FastifyInstance
    const answer = await ask()
    expect(outcome(answer)).toEqual(['br', 'private, no-store'])
    expect(answer.headers).not.toHaveProperty('use-as-dictionary')
  })
})

describe('a file of a dev source', () => {
  it('is only for visitors who have opened its preview, and never cached', async () => {
    const MACHINE = 'http://127.0.0.1:4001'
    const store = new ReleaseStore(folder, registry.url)
    const opened = store.open.bind(store)
    const open: ReleaseSources['open'] = async (wanted, mayHave) => {
      if (!(await mayHave?.(MACHINE))) throw new NoSuchRelease('only on a machine')
      return { ...(await opened(wanted)), origin: MACHINE }
    }
    store.open = open
    const asked: string[] = []
    const mayHave: Parameters<typeof releaseFileHandler>[0]['mayHave'] = async ({ headers }, origin) => {
      asked.push(origin)
      return headers.cookie === 'opened'
    }
    const handler = releaseFileHandler({ store, log: logged.log, rightsTo: nobody, deltas, mayHave })
    await app.close()
    app = Fastify().get(ROUTE, handler) as unknown as FastifyInstance
    const url = `/releases/files/events/1.0.0/${ENTRY}`
    const refused = await app.inject(url)
    expect([refused.statusCode, refused.headers['cache-control']]).toEqual([404, 'no-store'])
    const answer = await app.inject({ url, headers: { cookie: 'opened' } })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    expect((await app.inject(url)).statusCode).toBe(404)
    expect(asked).toEqual([MACHINE, MACHINE, MACHINE])
  })
})

describe('a disk that is full', () => {
  beforeEach(() => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    vi.spyOn(fs.promises, 'writeFile').mockRejectedValue(full)
  })
  afterEach(() => void vi.restoreAllMocks())

  // Another edge has rendered the page that names it.
  it('does not keep a release from visitors: its files come from the registry, checked', async () => {
    const { statusCode, rawPayload } = await get(ENTRY)
    expect(statusCode).toBe(200)
    expect(zlib.brotliDecompressSync(rawPayload)).toEqual(release.files[ENTRY])
    expect(fs.existsSync(onDisk(ENTRY))).toBe(false)
    expect((await get('server/index.js')).statusCode).toBe(404)
    expect(logged.messages()).toEqual(['the disk is full: files come from the registry and are kept in memory alone'])
    const other = 'browser/page.js'
    registry.files.set(releaseFileUrl('events', '1.0.0', other), Buffer.from('damaged'))
    expect((await get(other)).statusCode).toBe(503)
  })
})

describe('a compressed file that was damaged on disk', () => {
  it.each([
    ['other bytes', zlib.brotliCompressSync('tampered()')],
    ['no Brotli at all', Buffer.from('tampered()')],
    ['half of it', undefined],
  ])('is replaced by the verified original, and operators read why: %s', async (_, damaged) => {
    await get(ENTRY)
    const whole = fs.readFileSync(onDisk(`${ENTRY}.br`))
    fs.writeFileSync(onDisk(`${ENTRY}.br`), damaged ?? whole.subarray(0, whole.length / 2))
    // The edge starts again, because the running one has the file in memory.
    await app.close()
    app = freshEdge()
    const answer = await get(ENTRY)
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, undefined])
    expect(answer.rawPayload).toEqual(release.files[ENTRY])
    expect(logged.lines).toEqual([
      {
        level: 'error',
        fields: { part: 'events', version: '1.0.0', file: ENTRY, reason: expect.any(String) },
        message: expect.stringContaining('sent uncompressed'),
      },
    ])
  })

  it('is not served when the original is damaged too', async () => {
    await get('browser/page.js')
    for (const file of [ENTRY, `${ENTRY}.br`]) fs.writeFileSync(onDisk(file), 'tampered()')
    const answer = await get(ENTRY)
    expect(answer.statusCode).toBe(503)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '5' })
  })
})

describe('more releases than the limit of parallel fetches', () => {
  // 8 are fetched and 128 wait.
  const versions = Array.from({ length: 156 }, (_, i) => `9.0.${i}`)
  const address = (version: string) => `/releases/files/events/${version}/${ENTRY}`

  it('get a time to retry, and operators get one report', async () => {
    for (const version of versions) registry.hanging.add(`/releases/files/events/${version}/${RELEASE_FILE}`)
    const refused: unknown[] = []
    const answers = versions.map(async (version) => {
      const { statusCode, headers } = await app.inject(address(version))
      refused.push([statusCode, headers['retry-after'], headers['cache-control']])
    })
    await expect.poll(() => refused).toEqual(Array(20).fill([503, '5', 'no-store']))
    expect(logged.lines).toEqual([
      {
        level: 'warn',
        fields: { reason: expect.stringContaining('too many') },
        message: 'too many releases are requested: clients get 503',
      },
    ])
    await registry.close()
    await Promise.all(answers)
  })
})
