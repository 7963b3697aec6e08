import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiCaller, type CallApi, MAX_PAGE_BYTES } from './api-calls'

let respond: http.RequestListener
let asked: Pick<http.IncomingMessage, 'url' | 'headers'>[]
let call: CallApi
const api = http.createServer((request, response) => {
  asked.push({ url: request.url as string, headers: request.headers })
  respond(request, response)
})
beforeAll(async () => {
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  call = apiCaller(`http://127.0.0.1:${(api.address() as AddressInfo).port}/base`)
})
afterAll(() => {
  api.closeAllConnections()
  api.close()
})
beforeEach(() => {
  asked = []
  respond = (_, response) => response.end('{}')
})
const never = new AbortController().signal

describe('an API call of a render process', () => {
  it('is sent with the id of the request and the network of the visitor', async () => {
    await call('http://api.invalid/api/news?page=2', { request: 'a-request', client: '203.0.113.7' }, never)
    expect(asked[0]).toMatchObject({
      url: '/base/api/news?page=2',
      headers: { 'x-request-id': 'a-request', 'x-forwarded-for': '203.0.113.7', 'accept-encoding': 'identity' },
    })
  })

  it('authenticates the edge when it has a token', async () => {
    const own = apiCaller(`http://127.0.0.1:${(api.address() as AddressInfo).port}`, { 'x-proof': 'a-secret' })
    await own('http://api.invalid/api/news', {}, never)
    await call('http://api.invalid/api/news', {}, never)
    expect(asked.map(({ headers }) => headers['x-proof'])).toEqual(['a-secret', undefined])
  })

  it('gets status, body and the headers that pages need, and no other header', async () => {
    respond = (_, response) => {
      response.writeHead(404, { 'x-content-revision': '7', 'set-cookie': 'a=b', 'x-secret': 'a', 'retry-after': '5' })
      response.end('Čeština')
    }
    const { status, headers, body } = await call('http://api.invalid/api/news', {}, never)
    expect({ status, headers }).toEqual({ status: 404, headers: { 'x-content-revision': '7', 'retry-after': '5' } })
    expect(body.toString()).toBe('Čeština')
  })

  it('follows no redirect', async () => {
    respond = (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/secret' }).end()
    expect(await call('http://api.invalid/api/news', {}, never)).toMatchObject({ status: 302, headers: {} })
    expect(asked).toHaveLength(1)
  })

  it('limits the responses of one page to 16 MB, however many calls share them at once', async () => {
    respond = (_, response) => response.end(Buffer.alloc(7 * 1024 * 1024))
    const budget = { bytesLeft: MAX_PAGE_BYTES }
    const calls = Array.from({ length: 5 }, () => call('http://api.invalid/api/news', {}, never, budget))
    const settled = await Promise.allSettled(calls)
    expect(settled.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(2)
    const refused = settled.find((each) => each.status === 'rejected')
    expect(refused?.reason.message).toBe("the API's responses to one page are larger than 16 MB")
  })

  it.each([
    'http://127.0.0.1/api/news',
    'https://api.invalid/api/news',
    'http://api.invalid:81/api/news',
    'http://api.invalid/metrics',
    'http://api.invalid/api/../metrics',
    'http://api.invalid/api/%2e%2e/metrics',
    'file:///etc/passwd',
    'no address',
  ])('is sent nowhere else: %s', async (url) => {
    await expect(call(url, {}, never)).rejects.toThrow()
    expect(asked).toEqual([])
  })

  it('ends with the request for the page, even when the response has no end', async () => {
    const ending = new AbortController()
    respond = (_, response) => void response.write('begun')
    const waiting = call('http://api.invalid/api/news', {}, ending.signal)
    await expect.poll(() => asked.length).toBe(1)
    ending.abort()
    await expect(waiting).rejects.toThrow('aborted')
    respond = (_, response) => {
      const write = () => !response.destroyed && response.write(Buffer.alloc(1024 * 1024), write)
      write()
    }
    await expect(call('http://api.invalid/api/news', {}, never)).rejects.toThrow('larger than 8 MB')
  })
})
