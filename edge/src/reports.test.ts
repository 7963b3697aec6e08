import Fastify from 'fastify'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { reportHandler } from './reports'
import { fakeLog } from './testing/fake-log'

const report = {
  kind: 'section-load',
  message: 'nothing came',
  part: 'mfe-events',
  version: '1.0.0',
  composition: 'abc',
}
const logged = fakeLog()

function endpoint() {
  const app = Fastify()
  app.post('/releases/reports', { bodyLimit: 4096 }, reportHandler(logged.log))
  return async (payload: object | string) =>
    (
      await app.inject({
        method: 'POST',
        url: '/releases/reports',
        headers: { 'content-type': 'application/json' },
        payload,
      })
    ).statusCode
}

beforeEach(() => void logged.lines.splice(0))

describe('what a browser reports', () => {
  it('is written down for operators', async () => {
    expect(await endpoint()(report)).toBe(204)
    expect(logged.lines).toEqual([{ level: 'warn', fields: report, message: 'reported by a browser' }])
  })

  it('keeps nothing that was not asked for', async () => {
    await endpoint()({ ...report, phone: '0123456789', typed: 'something' })
    expect(logged.lines[0]?.fields).toEqual(report)
  })

  it.each([
    ['nothing', {}],
    ['a list', []],
    ['a message of another kind', { ...report, message: { a: 1 } }],
    ['a message that is too long', { ...report, message: 'x'.repeat(301) }],
    ['a kind that is too long', { ...report, kind: 'x'.repeat(41) }],
  ])('is refused when it is %s', async (_, payload) => {
    expect(await endpoint()(payload)).toBe(400)
    expect(logged.lines).toEqual([])
  })

  it('is refused when it is huge or no JSON', async () => {
    expect(await endpoint()({ ...report, more: 'x'.repeat(5000) })).toBe(413)
    expect(await endpoint()('{')).toBe(400)
  })

  it('is taken 120 times a minute, so that nobody can fill the log', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 60_000_000 })
    const send = endpoint()
    const answers: number[] = []
    for (let i = 0; i < 125; i++) answers.push(await send(report))
    expect(answers.filter((code) => code === 204)).toHaveLength(120)
    expect(answers.at(-1)).toBe(429)
    vi.setSystemTime(60_060_000)
    expect(await send(report)).toBe(204)
    vi.useRealTimers()
  })
})
