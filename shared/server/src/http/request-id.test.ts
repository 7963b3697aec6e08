import { Writable } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { testServer } from '../testing/test-server'
import type { Trusted } from './request-id'

async function idFrom(trusted: Trusted, given: string, remoteAddress: string): Promise<unknown> {
  const lines: string[] = []
  const log = pino(new Writable({ write: (line, _, done) => done(void lines.push(String(line))) }))
  const { app } = testServer({ log, trustedProxies: trusted })
  app.get('/', async ({ id }) => ({ id }))
  const response = await app.inject({ url: '/', headers: { 'x-request-id': given }, remoteAddress })
  expect(response.json().id).toBe(response.headers['x-request-id'])
  expect(lines.map((line) => JSON.parse(line).request)).toEqual([response.json().id])
  return response.json().id
}
const NEW = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)

describe('the id of a request', () => {
  it.each<[string, Trusted, string]>([
    ['a trusted address', 'loopback', '127.0.0.1'],
    ['a trusted range', ['192.0.2.0/24', 'loopback'], '192.0.2.7'],
    ['one of several, as a list in a text', '10.0.0.1, 192.0.2.7', '192.0.2.7'],
    ['one proxy of a known number', (_, hop) => hop < 1, '198.51.100.1'],
  ])('is taken from %s', async (_, trusted, from) => {
    expect(await idFrom(trusted, 'given-by-the-proxy', from)).toBe('given-by-the-proxy')
  })

  it.each<[string, Trusted, string]>([
    ['nobody is trusted', false, '127.0.0.1'],
    ['it came from elsewhere', 'loopback', '192.0.2.7'],
    ['there are no proxies', (_, hop) => hop < 0, '127.0.0.1'],
  ])('is new when %s', async (_, trusted, from) => {
    expect(await idFrom(trusted, 'given-by-a-visitor', from)).toEqual(NEW)
  })

  it('is accepted with a proof, and without one no forwarded header is trusted', async () => {
    const { app } = testServer({ trustedProxies: { proves: ({ headers }) => headers['x-proof'] === 'right' } })
    app.get('/', async ({ id, ip, host, protocol }) => ({ id, ip, host, protocol }))
    const claimed = { 'x-request-id': 'given-by-the-proxy', 'x-forwarded-for': '203.0.113.7, 10.0.0.1' }
    const ask = async (proof: string) => {
      const forwarded = { 'x-forwarded-host': 'other.example', 'x-forwarded-proto': 'https' }
      const headers = { host: 'own.example', ...claimed, ...forwarded, 'x-proof': proof }
      return (await app.inject({ url: '/', headers, remoteAddress: '127.0.0.1' })).json()
    }
    expect(await ask('right')).toMatchObject({ id: 'given-by-the-proxy', ip: '203.0.113.7' })
    expect(await ask('wrong')).toEqual({ id: NEW, ip: '127.0.0.1', host: 'own.example', protocol: 'http' })
  })

  it.each([
    'short',
    'x'.repeat(129),
    'x'.repeat(10_000),
    'with a space',
    'with a\nnew-line',
    '{"level":60}',
    'a,b,c,d,e,f',
  ])('is new when %j was sent, by any server', async (given) =>
    expect(await idFrom('loopback', given, '127.0.0.1')).toEqual(NEW),
  )
})
