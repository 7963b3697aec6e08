import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeLog } from '../testing/fake-log'
import { ContentWatch } from './content-watch'

let now: number
let status: number
let revision: string | undefined
let location: string | undefined
let server: http.Server
let watch: ContentWatch
const logged = fakeLog()
const asked: string[] = []
const tokens: unknown[] = []

beforeEach(async () => {
  now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  status = 200
  location = undefined
  revision = '7.2027-04-17'
  asked.length = 0
  tokens.length = 0
  logged.lines.length = 0
  server = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    tokens.push(request.headers['x-marram-edge-token'])
    response
      .writeHead(status, { ...(revision && { 'x-content-revision': revision }), ...(location && { location }) })
      .end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const apiHost = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  watch = new ContentWatch({ apiHost, headers: { 'x-marram-edge-token': 'ours' }, pollMs: 50, log: logged.log })
})
const answerWith = (next: number, named: string | undefined) => {
  status = next
  revision = named
}
const goAway = () => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
}
afterEach(async () => {
  vi.restoreAllMocks()
  watch.stop()
  await goAway()
})

describe('the revision of our API', () => {
  it('is read from the headers of a list, and read again after a change', async () => {
    await watch.look()
    expect(asked).toEqual(['HEAD /api/home/services/'])
    expect(tokens).toEqual(['ours'])
    expect([watch.revision, watch.sure]).toEqual(['7.2027-04-17', true])
    revision = '8.2027-04-17'
    await watch.look()
    expect(watch.revision).toBe('8.2027-04-17')
  })

  it('is not read from the target of a redirect', async () => {
    const elsewhere = http.createServer((_, response) => response.writeHead(200, { 'x-content-revision': '9' }).end())
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`
    answerWith(302, undefined)
    await watch.look()
    elsewhere.close()
    expect(watch.revision).toBeNull()
  })

  it('changes with every change, even back to an earlier revision', async () => {
    await watch.look()
    const before = watch.changes
    await watch.look()
    expect(watch.changes).toBe(before)
    for (const next of ['6.2027-04-17', '7.2027-04-17']) {
      revision = next
      await watch.look()
    }
    expect([watch.revision, watch.changes]).toEqual(['7.2027-04-17', before + 2])
  })

  it('is polled', async () => {
    await watch.start()
    revision = '9.2027-04-17'
    await expect.poll(() => watch.revision).toBe('9.2027-04-17')
  })

  it.each([
    ['fails', () => answerWith(503, revision)],
    ['has gone', goAway],
    ['is replaced by a host without revisions', () => answerWith(200, undefined)],
  ])('is kept, and marked as uncertain after a second, when the API %s', async (_, fail) => {
    await watch.look()
    await fail()
    now = 999
    await watch.look()
    expect([watch.revision, watch.sure]).toEqual(['7.2027-04-17', true])
    now = 1000
    await watch.look()
    expect([watch.revision, watch.sure, watch.away]).toEqual(['7.2027-04-17', false, true])
    expect(logged.messages()).toEqual(['the content revision of the API cannot be read'])
  })

  it('is certain again when the API responds again', async () => {
    await watch.look()
    now = 5000
    status = 502
    await watch.look()
    status = 200
    await watch.look()
    expect([watch.sure, watch.away]).toEqual([true, false])
    expect(logged.messages().at(-1)).toBe('the API responds again')
  })
})

describe('another host', () => {
  it('has no revision, even when it refuses the call', async () => {
    expect(watch.revision).toBeUndefined()
    revision = undefined
    status = 404
    await watch.look()
    expect(watch.revision).toBeNull()
  })

  it('can be replaced by our API', async () => {
    revision = undefined
    await watch.look()
    revision = '1.2027-04-17'
    await watch.look()
    expect(watch.revision).toBe('1.2027-04-17')
  })
})
