import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'
import { RELEASE_FILE } from '@marram/release-contract/release'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ReleaseSources } from '../releases/release-sources'
import { NoSuchRelease, ReleaseStore } from '../releases/release-store'
import { fakeLog } from '../testing/fake-log'
import { type FakeRegistry, fakeRegistry } from '../testing/fake-registry'
import { fakeSection, fakeShell } from '../testing/fake-releases'
import { releaseFileHandler } from './release-files'

const release = fakeSection()
const ENTRY = 'browser/remoteEntry.js'
const everybody = async () => 'everybody' as const
const nobody = async () => undefined
const ROUTE = '/releases/files/:part/:version/*'

let registry: FakeRegistry
let folder: string
let app: FastifyInstance
const logged = fakeLog()

function freshEdge(): FastifyInstance {
  const handler = releaseFileHandler(new ReleaseStore(folder, registry.url), logged.log, everybody)
  return Fastify().get(ROUTE, handler) as unknown as FastifyInstance
}
const get = (file: string) =>
  app.inject({ url: `/releases/files/events/1.0.0/${file}`, headers: { 'accept-encoding': 'br' } })
const onDisk = (file: string) => path.join(folder, 'events/1.0.0', file)

beforeEach(async () => {
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
    const handler = releaseFileHandler(store, logged.log, nobody, async ({ headers }, origin) => {
      asked.push(origin)
      return headers.cookie === 'opened'
    })
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
