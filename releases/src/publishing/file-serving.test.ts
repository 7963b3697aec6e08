import { brotliDecompressSync } from 'node:zlib'
import { integrityOf } from '@marram/files/digest'
import { RELEASE_FILE } from '@marram/release-contract/release'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakeSection, fakeShell } from '../testing/fake-release'
import { freshRegistry } from '../testing/registry'

describe.each(engines)('files of a release, database $name', (engine) => {
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  const shell = fakeShell('1.0.0')
  const release = fakeSection('events', '1.0.0')
  beforeAll(async () => {
    fresh = await freshRegistry(engine)
    for (const each of [shell, release]) {
      await fresh.registry.publish(each)
      await fresh.registry.promote(each)
    }
  })
  afterAll(() => fresh.remove())

  // fetch would decompress by itself; the header must be seen as it is sent.
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${fresh.registry.url}/releases/files/events/1.0.0/${path}`, {
      method,
      headers: { 'accept-encoding': 'identity', ...headers },
    })
  const entry = 'static/js/remoteEntry.js'

  it('are the bytes of the build, for ever', async () => {
    const response = await get(entry)
    expect(await response.text()).toBe(release.files[entry])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    })
    const shown = await get(RELEASE_FILE)
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(release.bytes)
  })

  it.each([
    ['static/js/@page~1.js', 'text/javascript; charset=utf-8'],
    ['static/font.woff2', 'font/woff2'],
    ['static/empty.css', 'text/css; charset=utf-8'],
    [RELEASE_FILE, 'application/json; charset=utf-8'],
  ])('have their type: %s', async (path, type) => {
    const response = await get(path)
    expect(response.headers.get('content-type')).toBe(type)
    if (path !== RELEASE_FILE) expect(await response.text()).toBe(release.files[path])
  })

  it('are compressed for clients that accept Brotli, with a separate ETag', async () => {
    const { request } = await import('node:http')
    const received = await new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
      const url = `${fresh.registry.url}/releases/files/events/1.0.0/${entry}`
      const call = request(url, { headers: { 'accept-encoding': 'gzip, br' } }, async (answer) => {
        resolve({ headers: answer.headers, body: Buffer.concat(await answer.toArray()) })
      })
      call.on('error', reject).end()
    })
    expect(received.headers).toMatchObject({ 'content-encoding': 'br', 'content-length': String(received.body.length) })
    expect(received.body.length).toBeLessThan((release.files[entry] as string).length / 5)
    expect(brotliDecompressSync(received.body).toString()).toBe(release.files[entry])
    expect(received.headers.etag).not.toBe((await get(entry)).headers.get('etag'))
  })

  it('are compressed best when visitors download them, as the release itself lists them', async () => {
    const text = Array.from({ length: 400 }, (_, i) => `export const value${i} = ${(i * 7919) % 1000}`).join('\n')
    const files = { 'static/a.js': text, 'static/b.js': text, 'server/c.js': text }
    const described = { size: text.length, integrity: integrityOf(Buffer.from(text)) }
    const odd = fakeSection('odd', '1.0.0', {
      files: Object.fromEntries(Object.keys(files).map((path) => [path, described])),
      entry: 'static/a.js',
      server: 'static/b.js',
      pages: [{ pattern: '/odd', files: [], needs: [] }],
    })
    await fresh.registry.publish({ ...odd, files })
    const [forBrowsers, server, named] = await Promise.all(
      Object.keys(files).map(async (path) => {
        const url = `${fresh.registry.url}/releases/files/odd/1.0.0/${path}`
        const authorization = `Bearer ${fresh.registry.token}`
        const { headers } = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br', authorization } })
        return headers.get('content-length')
      }),
    )
    expect(server).not.toBe(forBrowsers)
    expect(named).toBe(forBrowsers)
  })

  it('give 304 for their ETag and HEAD without a body', async () => {
    const etag = (await get(entry)).headers.get('etag') as string
    expect((await get(entry, { 'if-none-match': etag })).status).toBe(304)
    const head = await get(entry, {}, 'HEAD')
    expect(head.headers.get('content-length')).toBe(String((release.files[entry] as string).length))
    expect(await head.text()).toBe('')
  })

  it('include source maps only for holders of a token', async () => {
    const map = `${entry}.map`
    expect((await get(map)).status).toBe(404)
    expect((await get(map, { authorization: 'Bearer wrong' })).status).toBe(404)
    const viewer = await fresh.registry.tokenFor({ role: 'viewer' })
    const response = await get(map, { authorization: `Bearer ${viewer}` })
    expect(await response.text()).toBe(release.files[map])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  it.each(['nothing.js', '', '../../../token', '%2e%2e%2f%2e%2e%2ftoken', 'static', 'static/js/%00', '%ff'])(
    'are 404 otherwise: %s',
    async (path) => {
      const response = await get(path)
      expect([400, 404]).toContain(response.status)
      expect(await response.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) })
    },
  )
})
