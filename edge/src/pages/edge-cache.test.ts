import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeRegistry, fakeRegistry } from '../testing/fake-registry'
import { entryOf, fakePages, fakeSection, fakeShell } from '../testing/fake-releases'
import { startTestEdge } from '../testing/start-test-edge'

const OFTEN = { interval: 20 }

const shell = fakeShell()
const pages = fakePages('/events', '/content')
const one = fakeSection('events', '1.0.0', { pages })
const two = fakeSection('events', '2.0.0', { pages })

/** An API with one text, and with a revision if it is ours. */
const first = { text: 'first', revision: '1.2027-04-17', down: false, asked: 0 }
const api = { ...first }
const upstream = http.createServer((request, response) => {
  if (api.down) return void request.socket.destroy()
  if (request.method === 'GET') api.asked += 1
  response.writeHead(200, api.revision ? { 'x-content-revision': api.revision } : {}).end(api.text)
})
const change = (text: string, revision = api.revision) => Object.assign(api, { text, revision })

let registry: FakeRegistry
const folders: string[] = []
const edges: Awaited<ReturnType<typeof startTestEdge>>[] = []

async function start(limits = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-cache-'))
  folders.push(folder)
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  const edge = await startTestEdge({ folder, api: { url }, registry, limits })
  edges.push(edge)
  return edge
}
type Edge = Awaited<ReturnType<typeof start>>

async function read({ url }: Edge, address = '/content') {
  const response = await fetch(url + address)
  const text = /<div id="root">(.*?)<\/div>/.exec(await response.text())?.[1]
  const header = (name: string) => response.headers.get(`x-marram-${name}`)
  return { text, status: response.status, cache: header('cache'), stale: header('stale') }
}

beforeAll(async () => {
  registry = await fakeRegistry()
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  registry.publish(shell, one, two)
})
beforeEach(() => {
  Object.assign(api, first)
  registry.promote({ shell: [entryOf(shell)], events: [entryOf(one)] })
  registry.broken = undefined
})
afterAll(async () => {
  await Promise.all(edges.map((edge) => edge.close()))
  await registry.close()
  upstream.closeAllConnections()
  upstream.close()
  for (const folder of folders) fs.rmSync(folder, { recursive: true })
})

describe('pages of several edges on one registry and one API', () => {
  let both: Edge[]
  beforeAll(async () => {
    both = await Promise.all([start(), start()])
  })
  const readBoth = (address?: string) => Promise.all(both.map((edge) => read(edge, address)))
  const expectBoth = (read: object) => expect.poll(() => readBoth(), OFTEN).toEqual([read, read])

  beforeEach(async () => {
    const settled = { text: 'first', status: 200, cache: 'hit', stale: null }
    await expect.poll(() => readBoth(), OFTEN).toEqual([settled, settled])
  })

  it('are rendered once for everybody until the content changes, which appears soon', async () => {
    api.asked = 0
    await Promise.all(Array.from({ length: 20 }, () => readBoth()))
    expect(api.asked).toBe(0)
    change('second', '2.2027-04-17')
    await expectBoth({ text: 'second', status: 200, cache: 'hit', stale: null })
    expect(api.asked).toBe(2)
  })

  it('soon show the promoted release, and the earlier one after a rollback', async () => {
    const expectVersion = (version: string) =>
      expect
        .poll(async () => (await readBoth('/events')).map(({ text }) => text), OFTEN)
        .toEqual(Array(2).fill(`Hello from events ${version} at /events`))
    await expect
      .poll(async () => (await readBoth('/events')).every(({ text }) => text?.includes('1.0.0')), OFTEN)
      .toBe(true)
    registry.promote({ shell: [entryOf(shell)], events: [entryOf(two)] })
    await expectVersion('2.0.0')
    registry.promote({ shell: [entryOf(shell)], events: [entryOf(one)] })
    await expectVersion('1.0.0')
  })

  it('are served without the API, marked, and updated when it is back', async () => {
    api.down = true
    await expect
      .poll(() => readBoth())
      .toEqual(Array(2).fill({ text: 'first', status: 200, cache: 'stale', stale: 'content' }))
    change('third', '3.2027-04-17')
    api.down = false
    await expectBoth({ text: 'third', status: 200, cache: 'hit', stale: null })
  })

  it('are served without the registry, marked, and with new content too', async () => {
    registry.broken = 503
    await expectBoth({ text: 'first', status: 200, cache: 'hit', stale: 'composition' })
    change('fourth', '4.2027-04-17')
    await expectBoth({ text: 'fourth', status: 200, cache: 'hit', stale: 'composition' })
    registry.broken = undefined
    await expectBoth({ text: 'fourth', status: 200, cache: 'hit', stale: null })
  })
})

describe('pages on a host without revisions', () => {
  it('are cached for a short time, and shown for as long as the host is down', async () => {
    change('foreign', '')
    const edge = await start({ pageFreshMs: 300 })
    expect(await read(edge)).toMatchObject({ text: 'foreign', cache: 'miss' })
    expect(await read(edge)).toMatchObject({ text: 'foreign', cache: 'hit' })
    change('other', '')
    await expect.poll(() => read(edge)).toMatchObject({ text: 'other', stale: null })
    api.down = true
    await expect.poll(() => read(edge)).toMatchObject({ cache: 'stale', stale: 'age' })
    expect(await read(edge)).toMatchObject({ text: 'other', status: 200, stale: 'age' })
  })
})
