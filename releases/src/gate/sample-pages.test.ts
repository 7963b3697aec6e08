import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReleaseManifest } from '@marram/release-contract/release'
import { openFolder } from '@marram/server/stored-files'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fileKey } from '../storage'
import { type FakeRelease, fakeSection, fakeShell } from '../testing/fake-release'
import { serverTrial } from './server-trial'

/** A shell that renders the result of the section's function, called with the API. */
const shell = fakeShell('1.0.0', {
  built: {
    'server/server.cjs': `
const page = (status) => ({ status, html: '<main></main>', styles: '', state: null, meta: null, page: null })
let api
exports.provide = { react: {} }
exports.configureServer = (url) => { api = url }
exports.prepare = (composition, sections) => ({
  frame: async () => page(200),
  render: async (url) => page(await sections.events.status((path) => fetch(api + path), new URL(url).pathname)),
})`,
  },
})

describe('sample pages on the server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'marram-sample-pages-'))
  const files = openFolder(join(folder, 'files'))
  const servers: Server[] = []
  const serve = async (handler: RequestListener) => {
    const server = createServer(handler)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  beforeAll(() => () => rmSync(folder, { recursive: true }))
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  })

  async function stored(release: FakeRelease) {
    const manifest = JSON.parse(release.bytes.toString()) as ReleaseManifest
    const id = `${release.name}-${release.version}`
    for (const [path, { integrity }] of Object.entries(manifest.files))
      await files.put(fileKey(id, integrity), release.files[path] as string)
    return { id, manifest }
  }
  /** `status`: an async function of a section that calls the API and gives its page a status. */
  async function tried(status: string, handler: RequestListener, limits = { openMs: 5000, pageMs: 5000 }) {
    const built = { 'server/server.cjs': `exports.status = ${status}` }
    const sitemap = [{ list: '/api/events/', kind: 'event', page: '/events/:slug' }]
    const section = await stored(fakeSection('events', '1.0.0', { patterns: ['/events/:slug'], sitemap, built }))
    const trial = serverTrial({ files, folder: join(folder, 'trials'), apiUrl: await serve(handler), limits })
    return trial({ shell: await stored(shell), section }, () => true)
  }
  const answers: RequestListener = (_, response) => void response.end('{"code":200,"data":[]}')
  const fails: RequestListener = (_, response) => void response.writeHead(503).end('{}')

  it.each([
    ['makes no call', 'async () => 503', answers],
    ['got what it asked for', "async (call) => (await call('/api/pages')).ok ? 503 : 200", answers],
    ['makes no call, where the API fails others', 'async () => 429', fails],
  ])('are refused without data when the page %s', async (_, status, handler) => {
    const check = await tried(status, handler)
    expect(check).toMatchObject({ outcome: 'failed', message: expect.stringContaining('although no call of the API') })
  })

  it('get only a warning when the API fails', async () => {
    const check = await tried("async (call) => (await call('/api/pages')).status", fails)
    expect(check).toMatchObject({ outcome: 'warned', message: expect.stringContaining('1 of them without data') })
  })

  it.each([
    ['waits for the API', "(call) => call('/api/slow')", 'warned'],
    ['never ends by itself', '() => new Promise(() => {})', 'failed'],
  ])('that do not finish in time: a page that %s', async (_, status, outcome) => {
    const onlyPages: RequestListener = (request, response) => {
      if (request.url === '/api/pages') response.end('{"code":200,"data":[]}')
    }
    expect(await tried(status, onlyPages, { openMs: 5000, pageMs: 1000 })).toMatchObject({ outcome })
  })

  it.each([
    ['keeps what it makes', 'all.push(new Array(2e6).fill(0))', 'failed', 'more pages: they leak it'],
    ['keeps nothing', 'all[0] = new Array(2e6).fill(0)', 'passed', '1 of 1 sample pages'],
  ])('are rendered until a page that %s would have filled the memory', async (_, work, outcome, words) => {
    const check = await tried(`(() => { const all = []; return async () => { ${work}; return 200 } })()`, answers)
    expect(check).toMatchObject({ outcome, message: expect.stringContaining(words) })
  })

  it('follow no redirect of the API to internal services', async () => {
    const asked: (string | undefined)[] = []
    const inside = await serve((request, response) => {
      asked.push(request.url)
      response.end('{"code":200,"data":[]}')
    })
    const check = await tried('async () => 200', (_, response) => {
      response.writeHead(302, { location: `${inside}/secret` }).end()
    })
    expect(check).toMatchObject({ outcome: 'passed' })
    expect(asked).toEqual([])
  })

  it('read a list of items, of at most 8 MB', async () => {
    const list = (padding: string): RequestListener => {
      const data = [
        { kind: 'tide', slug: 'of-another' },
        { kind: 'event', slug: 'found', updatedAt: null },
      ]
      return (_, response) => void response.end(JSON.stringify({ code: 200, data, padding }))
    }
    const only = (path: string) => `async (call, path) => path === '${path}' ? 200 : 500`
    expect(await tried(only('/events/found'), list(''))).toMatchObject({ outcome: 'passed' })
    expect(await tried(only('/events/sample'), list(' '.repeat(9e6)))).toMatchObject({ outcome: 'passed' })
  })
})
