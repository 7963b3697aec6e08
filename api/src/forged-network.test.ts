import { logIn } from '@marram/api-contract/account'
import { subscribe } from '@marram/api-contract/newsletter'
import { EDGE_TOKEN } from '@marram/server/request-id'
import { engines, type TestEngine } from '@marram/server/testing/engines'
import { afterEach, describe, expect, it } from 'vitest'
import type { ApiSettings } from './settings'
import { fromEdge, openTestApp, type TestApp } from './testing/test-app'
import { account, visitorOf } from './testing/visitor'

const VISITOR = '203.0.113.7'
const claiming = (address: string) => ({
  'x-forwarded-for': address,
  'x-real-ip': address,
  forwarded: `for=${address}`,
})
const right = fromEdge(VISITOR)[EDGE_TOKEN]

describe('another account of the machine that calls the port of the API', () => {
  let test: TestApp
  let url: string
  const open = async (settings?: Partial<ApiSettings>) => {
    test = await openTestApp(engines[0] as TestEngine, settings)
    url = await test.app.listen({ port: 0, host: '127.0.0.1' })
  }
  afterEach(() => test.close())

  const post = async ({ path }: { path: string }, body: object, headers: Record<string, string>) => {
    const json = { 'content-type': 'application/json', ...headers }
    return (await fetch(url + path, { method: 'POST', headers: json, body: JSON.stringify(body) })).status
  }

  it.each([
    ['no token', {}],
    ['an empty token', { [EDGE_TOKEN]: '' }],
    ['a wrong token', { [EDGE_TOKEN]: 'x'.repeat(right.length) }],
    ['a part of the token', { [EDGE_TOKEN]: right.slice(1) }],
    ['the token and more', { [EDGE_TOKEN]: `${right}, ${right}` }],
  ] as const)('uses up only its own limit with %s, whoever it claims to be', async (_, given) => {
    await open({ API_RATE_LIMIT: 3 })
    const body = { email: 'a@b.org' }
    const claimed = []
    for (let i = 0; i < 5; i += 1) claimed.push(await post(subscribe, body, { ...claiming(VISITOR), ...given }))
    expect(claimed).toEqual([200, 200, 200, 429, 429])
    for (let i = 0; i < 3; i += 1) expect(await post(subscribe, body, fromEdge(VISITOR))).toBe(200)
    expect(await post(subscribe, body, fromEdge(VISITOR))).toBe(429)
    expect(await post(subscribe, body, fromEdge('203.0.113.8'))).toBe(200)
  })

  it('cannot forward an address when the API has no token at all', async () => {
    await open({ API_RATE_LIMIT: 3, API_EDGE_TOKEN: undefined })
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3'])
      expect(await post(subscribe, { email: 'a@b.org' }, fromEdge(address))).toBe(200)
    expect(await post(subscribe, { email: 'a@b.org' }, fromEdge('203.0.113.4'))).toBe(429)
  })

  it('cannot lock the owner out of an account with wrong passwords from made-up networks', async () => {
    await open()
    const visitor = visitorOf(test.app)
    await visitor.register(account('5300000001'))
    const statuses = new Set<number>()
    for (let network = 0; network < 120; network += 1) {
      const body = { email: '5300000001', password: 'wrong password' }
      statuses.add(await post(logIn, body, claiming(`198.51.${network}.1`)))
    }
    expect([...statuses]).toEqual([401, 429])
    expect((await visitor.logIn('5300000001')).statusCode).toBe(200)
  })
})
