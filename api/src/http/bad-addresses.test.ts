import type { AddressInfo } from 'node:net'
import { engines } from '@marram/server/testing/engines'
import { runs } from '@marram/server/testing/how-often'
import { sendRaw } from '@marram/server/testing/raw-client'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyRequest, type RawRequest } from '../testing/any-request'
import { prepareSampleCalls, sampleCalls, sampleSettings } from '../testing/sample-calls'
import { openTestApp, type TestApp } from '../testing/test-app'

describe.each(engines)('any request ($name)', (engine) => {
  let test: TestApp
  let port: number
  beforeAll(async () => {
    test = await openTestApp(engine, sampleSettings)
    await prepareSampleCalls(test)
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    port = (test.app.server.address() as AddressInfo).port
  })
  afterAll(() => test?.close())

  const expectAnswer = async ({ method, text }: RawRequest) => {
    const answer = await sendRaw(port, Buffer.from(text, 'latin1'))
    if (!answer) throw new Error('no answer')
    const { status, headers, body } = answer
    expect(status, body).toBeLessThan(500)
    if (status === 304) return status
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    if (method === 'HEAD' || headers['content-encoding']) return status
    const said = JSON.parse(body)
    expect(said.code).toBe(status)
    if (status !== 200) expect(said.message).toMatch(/\w/)
    return status
  }

  it.each(sampleCalls)(
    'gets a response from $name, however its address, query and headers are written',
    async (call) => {
      await fc.assert(
        fc.asyncProperty(anyRequest(call), async (request) => void (await expectAnswer(request))),
        { numRuns: runs(25) },
      )
    },
  )

  const get = (target: string, headers = '') =>
    expectAnswer({
      method: 'GET',
      text: `GET ${target} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${headers}\r\n`,
    })

  it.each([
    [404, ['/', '/api', '/api/nothing', '//api/home/', '/api//home/', '/api/./home/', '/api/x/../home/', '*']],
    [400, ['/%', '/api/news/detail/%ZZ', '/api/nothing/%C0%AE', `/api/news/detail/${'x'.repeat(301)}`, 'é', '/\xff']],
    [404, ['/api/news/detail/%00', '/api/news/detail/%2e%2e%2fmain-news', '/api/news/detail/%252e', '/API/home/']],
    [200, ['http://elsewhere/api/home/', '/api/home/?%', '/api/home/?a[]=1&a[b]=2&__proto__=3', '/api/home']],
  ])('gets %i for %j', async (code, targets) => {
    for (const target of targets) expect(await get(target), target).toBe(code)
  })

  it('gets the request id and the headers of data for a broken address too', async () => {
    const { headers } = await test.app.inject('/api/news/detail/%ZZ')
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
  })

  it.each(['page=0', 'page=-1', 'page=x', 'page=', 'page=1&page_size=0', 'page_size=101', 'page=1&page=2', 'page=9e9'])(
    'gets 400 for %s on every paged list',
    async (query) => {
      const paged = sampleCalls.filter(({ endpoint }) => endpoint.query?.page && !endpoint.path.includes('{'))
      expect(paged.length).toBeGreaterThan(3)
      for (const { endpoint } of paged) expect(await get(`${endpoint.path}?${query}`), endpoint.path).toBe(400)
    },
  )

  it('gets a response to headers that are too large, and to unknown expectations', async () => {
    expect(await get('/api/home/', `x-large: ${'x'.repeat(40_000)}\r\n`)).toBe(431)
    expect(await get('/api/home/', Array.from({ length: 3_000 }, (_, i) => `x-${i}: 1\r\n`).join(''))).toBe(431)
    expect(await get('/api/home/', 'expect: the best\r\n')).toBe(417)
    expect(await get('/api/home/', 'expect: 100-continue\r\n')).toBe(200)
  })
})
