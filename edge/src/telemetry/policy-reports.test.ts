import { createMetrics } from '@marram/server/metrics'
import Fastify from 'fastify'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeLog } from '../testing/fake-log'
import { registerPolicyReports } from './policy-reports'

const site = 'https://marram.example'
const address = `${site}/quiz-response/Rosalind/0123456789?token=secret`
const old = {
  'csp-report': {
    'document-uri': address,
    referrer: address,
    'violated-directive': "script-src 'self'",
    'effective-directive': 'script-src-elem',
    'original-policy': "default-src 'none'",
    'blocked-uri': 'https://evil.example/take?phone=0123456789',
    'source-file': `${site}/releases/files/mfe-quiz/1.0.0/browser/static/js/q1.js?x=1`,
    'line-number': 1,
    'column-number': 77,
    'script-sample': 'Rosalind',
  },
}
const reported = {
  directive: 'script-src-elem',
  page: '/quiz-response/:name/:phone',
  blocked: 'https://evil.example',
  source: '/releases/files/mfe-quiz/1.0.0/browser/static/js/q1.js:1:77',
}
const violation = (more: object = {}) => ({
  type: 'csp-violation',
  age: 10,
  url: address,
  user_agent: 'Browser of Rosalind',
  body: { documentURL: address, effectiveDirective: 'img-src', blockedURL: 'data', sample: 'Rosalind', ...more },
})

const logged = fakeLog()
let metrics = createMetrics()
function endpoint() {
  metrics = createMetrics()
  const app = Fastify()
  registerPolicyReports(app, {
    address: '/releases/reports/policy',
    patterns: async () => ['/', '/quiz-response/:name/:phone'],
    log: logged.log,
    metrics,
  })
  return async (type: string, payload: unknown, remoteAddress = '192.0.2.1') =>
    app.inject({
      method: 'POST',
      url: '/releases/reports/policy',
      headers: { 'content-type': type },
      remoteAddress,
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
}
const OLD = 'application/csp-report'
const NEW = 'application/reports+json'

beforeEach(() => void logged.lines.splice(0))

describe('a report of a policy violation', () => {
  it('is accepted in the format of report-uri', async () => {
    expect((await endpoint()(OLD, old)).statusCode).toBe(204)
    expect(logged.lines).toEqual([
      { level: 'warn', fields: reported, message: 'a browser reported a policy violation' },
    ])
  })

  it('is accepted in the format of the Reporting API, several at a time and with other kinds', async () => {
    const sent = [violation(), { type: 'deprecation', body: {} }, violation({ effectiveDirective: 'connect-src' })]
    expect((await endpoint()(NEW, sent)).statusCode).toBe(204)
    expect(logged.lines.map(({ fields }) => fields)).toEqual([
      { directive: 'img-src', page: '/quiz-response/:name/:phone', blocked: 'data' },
      { directive: 'connect-src', page: '/quiz-response/:name/:phone', blocked: 'data' },
    ])
  })

  it('is logged without anything that identifies a visitor', async () => {
    const send = endpoint()
    await send(OLD, old)
    for (const personal of [address, '/0123456789', 'Rosalind was here', 'mailto:rosalind@example.org'])
      await send(NEW, [violation({ documentURL: personal, blockedURL: personal, sourceFile: personal })])
    await send(NEW, [violation({ effectiveDirective: 'Rosalind' })])
    expect(logged.lines).toHaveLength(6)
    expect(JSON.stringify(logged.lines)).not.toMatch(/rosalind|0123456789|secret/i)
  })

  it.each([
    ['nothing', OLD, {}],
    ['the other format', OLD, [{}]],
    ['more than anybody sends at once', NEW, Array(21).fill(violation())],
    ['no JSON', OLD, '{'],
  ])('is refused when it is %s', async (_, type, payload) => {
    expect((await endpoint()(type, payload)).statusCode).toBe(400)
    expect(logged.lines).toEqual([])
  })

  it('is refused when it is huge, or has another type', async () => {
    expect((await endpoint()(OLD, { ...old, more: 'x'.repeat(17_000) })).statusCode).toBe(413)
    expect((await endpoint()('text/html', old)).statusCode).toBe(415)
  })

  it('is accepted 120 times a minute, however many arrive at once, and only counted beyond that', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 60_000_000 })
    const send = endpoint()
    const codes: number[] = []
    for (let i = 0; i < 7; i += 1) codes.push((await send(NEW, Array(20).fill(violation()), `192.0.2.${i}`)).statusCode)
    expect(codes).toEqual([204, 204, 204, 204, 204, 204, 429])
    expect(logged.lines).toHaveLength(120)
    expect(await metrics.metrics()).toMatch(/^marram_policy_violations_total{directive="img-src"} 140$/m)
    vi.setSystemTime(60_060_000)
    expect((await send(OLD, old)).statusCode).toBe(204)
    vi.useRealTimers()
  })

  it('is accepted from others while one client sends too many', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 60_000_000 })
    const send = endpoint()
    for (let i = 0; i < 10; i += 1) await send(NEW, Array(20).fill(violation()))
    expect(logged.lines).toHaveLength(60)
    expect((await send(OLD, old)).statusCode).toBe(429)
    expect((await send(OLD, old, '198.51.100.1')).statusCode).toBe(204)
    vi.useRealTimers()
  })
})
