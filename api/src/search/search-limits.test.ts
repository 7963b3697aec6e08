import { search } from '@marram/api-contract/search'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromEdge, openTestApp, type TestApp } from '../testing/test-app'

const LIMIT = 60

describe.each(engines)('searches from one network ($name)', (engine) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(engine, { API_RATE_LIMIT: LIMIT })
  })
  afterAll(() => test?.close())

  const ask = (q: string, address: string) =>
    test.app.inject({
      url: `${search.path}?${new URLSearchParams({ q })}`,
      headers: fromEdge(address),
    })

  it('that are identical run once, however many clients send them', async () => {
    const first = await ask('tide', '203.0.113.1')
    expect(first.statusCode).toBe(200)
    for (let i = 0; i < 2 * LIMIT; i += 1) expect((await ask('tide', '203.0.113.1')).statusCode).toBe(200)
    // These were not counted.
    for (let i = 1; i < LIMIT; i += 1) expect((await ask(`tide ${i}`, '203.0.113.1')).statusCode).toBe(200)
    expect(first.headers).toMatchObject({
      etag: expect.any(String),
      'cache-control': 'no-cache',
      'x-content-revision': expect.any(String),
    })
  })

  it('are limited for that network alone, which gets the time to retry', async () => {
    for (let i = 0; i < LIMIT; i += 1) expect((await ask(`sea ${i}`, '203.0.113.2')).statusCode).toBe(200)
    const refused = await ask('sea and more', '203.0.113.2')
    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      { code: 429, message: expect.stringContaining('try again') },
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask('sea and more', '203.0.113.3')).statusCode).toBe(200)
    // This result is cached by now.
    expect((await ask('sea and more', '203.0.113.2')).statusCode).toBe(200)
  })

  it('are not refused to others with the same search at the same moment', async () => {
    for (let i = 0; i < LIMIT; i += 1) await ask(`sand ${i}`, '203.0.113.4')
    const both = await Promise.all([ask('sand and more', '203.0.113.4'), ask('sand and more', '203.0.113.5')])
    expect(both.map(({ statusCode }) => statusCode)).toEqual([429, 200])
  })

  it('are counted for the whole /64 of an IPv6 address', async () => {
    for (let i = 0; i < LIMIT; i += 1) await ask(`reed ${i}`, `2001:db8:1:2::${i}`)
    expect((await ask('reed and more', '2001:db8:1:2:ffff::1')).statusCode).toBe(429)
    expect((await ask('reed and more', '2001:db8:1:3::1')).statusCode).toBe(200)
  })
})
