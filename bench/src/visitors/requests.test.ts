import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { inlineStyleKb, scriptKb, watchRequests } from './requests'

it('styles inside the document count in their compressed size', () => {
  const rule = `a{content:"${randomBytes(4000).toString('base64')}"}`
  const html = `<head><style data-href="/a.css">${rule}</style><style>b{}</style></head><p>${'word '.repeat(9000)}</p>`
  expect(inlineStyleKb(html)).toBeGreaterThan(3.5)
  expect(inlineStyleKb(html)).toBeLessThan(5)
  expect(inlineStyleKb('<p>none</p>')).toBeLessThan(0.01)
})

const sent = (requestId: string, path: string, more: object = {}) => ({
  requestId,
  request: { url: `https://marram.example${path}` },
  timestamp: 1,
  type: 'Script',
  initiator: { type: 'parser', url: 'https://marram.example/' },
  ...more,
})

it('a file that is requested twice counts twice, unless it came from the cache', () => {
  const cdp = new EventEmitter()
  const { all } = watchRequests(cdp)
  for (const [id, path] of [
    ['1', '/a.js'],
    ['2', '/a.js'],
    ['3', '/a.js'],
    ['4', '/b.js'],
  ] as const)
    cdp.emit('Network.requestWillBeSent', sent(id, path))
  cdp.emit('Network.requestServedFromCache', { requestId: '3' })
  cdp.emit('Network.responseReceived', { requestId: '4', response: { fromDiskCache: true } })
  cdp.emit('Network.responseReceived', { requestId: '1', response: {} })
  for (const requestId of ['1', '2', '3', '4'])
    cdp.emit('Network.loadingFinished', { requestId, timestamp: 2, encodedDataLength: 5000 })
  expect(all.map(({ url }) => new URL(url).pathname)).toEqual(['/a.js', '/a.js'])
  expect(scriptKb(all)).toBe(10)
})

it('a redirect counts as a request before the next one', () => {
  const cdp = new EventEmitter()
  const { all } = watchRequests(cdp)
  cdp.emit('Network.requestWillBeSent', sent('1', '/old', { initiator: { type: 'other' } }))
  const redirected = { timestamp: 3, redirectResponse: { encodedDataLength: 100 }, initiator: { type: 'other' } }
  cdp.emit('Network.requestWillBeSent', sent('1', '/new', redirected))
  cdp.emit('Network.loadingFinished', { requestId: '1', timestamp: 4, encodedDataLength: 900 })
  expect(all.map(({ depth, until, bytes }) => ({ depth, until, bytes }))).toEqual([
    { depth: 1, until: 2000, bytes: 100 },
    { depth: 2, until: 3000, bytes: 900 },
  ])
})

it("a worker's script has ended when the worker runs, of which the page's session hears nothing", async () => {
  const cdp = new EventEmitter()
  const { all, quiet, workerStarted } = watchRequests(cdp)
  cdp.emit('Network.requestWillBeSent', sent('1', '/watchdog.js'))
  workerStarted('https://marram.example/watchdog.js', 700)
  await quiet(0)
  expect(all.map(({ bytes, until }) => [bytes, Number.isFinite(until)])).toEqual([[700, true]])
})
