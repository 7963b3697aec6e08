import { gzipSync } from 'node:zlib'
import { anyJsonText } from '@marram/server/testing/any-json'
import { engines } from '@marram/server/testing/engines'
import { runs } from '@marram/server/testing/how-often'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ZodMiniType } from 'zod/mini'
import { nearly } from '../testing/nearly'
import { prepareSampleCalls, type SampleCall, sampleCalls, sampleSettings } from '../testing/sample-calls'
import { openTestApp, type TestApp } from '../testing/test-app'

const posts = sampleCalls.filter(({ endpoint }) => endpoint.method === 'POST')
/** One call has an empty body, and reads nothing in it. */
const filled = posts.filter(({ body }) => Object.keys(body?.() ?? {}).length > 0)
const json = { 'content-type': 'application/json' }

const otherTypes = [
  ...['text/plain', 'text/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'],
  ...['application/jsonx', 'application/json-patch+json', 'application/json, text/plain', 'json', '/', '\x80'],
  ...['application/json; charset=utf-16', 'application/json;charset="ISO-8859-1"', 'application/json; charset='],
]

describe.each(engines)('any body ($name)', (engine) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(engine, sampleSettings)
    await prepareSampleCalls(test)
  })
  afterAll(() => test?.close())

  const send = ({ endpoint }: SampleCall, payload: string | Buffer, headers: Record<string, string> = json) =>
    test.app.inject({ method: 'POST', url: endpoint.path, headers, payload })

  /** Never a 5xx, always a message, and the code is the status. */
  const expectAnswer = (response: Awaited<ReturnType<typeof send>>, ...codes: number[]) => {
    const { code, message, response: words, errors = {} } = response.json()
    expect(response.statusCode, response.body).toBeLessThan(500)
    expect(response.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' })
    expect(code).toBe(response.statusCode)
    expect(message ?? words).toMatch(/\w/)
    // Visitors may read the message; zod's own is in `detail`.
    for (const text of [message ?? words, ...Object.values(errors)])
      expect(text).not.toMatch(/\b(?:Invalid|Too (?:big|small)|Unrecognized)\b|expected .* received/)
    if (codes.length > 0) expect(codes).toContain(code)
    return code as number
  }

  it.each(filled)('gets a response from $name to any JSON', async (call) => {
    const body = fc.oneof({ weight: 3, arbitrary: nearly(call.endpoint.body as ZodMiniType) }, anyJsonText)
    const seen = new Set<number>()
    await fc.assert(
      fc.asyncProperty(body, async (text) => void seen.add(expectAnswer(await send(call, text)))),
      { numRuns: runs(100) },
    )
    seen.add(expectAnswer(await send(call, JSON.stringify(call.body?.()), { ...json, ...call.headers?.() })))
    expect([...seen]).toEqual(expect.arrayContaining([200, 400]))
  })

  it.each(posts)('is refused by $name when its bytes are not JSON', async (call) => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 200 }).map((list) => Buffer.from(list))
    const noJson = bytes.filter((buffer) => !isJson(buffer))
    await fc.assert(
      fc.asyncProperty(noJson, async (buffer) => void expectAnswer(await send(call, buffer), 400)),
      { numRuns: runs(20) },
    )
    for (const text of [
      '',
      '{"a":',
      '{"__proto__":{"a":1}}',
      '{"constructor":{"prototype":{}}}',
      'undefined',
      "{'a':1}",
    ])
      expectAnswer(await send(call, text), 400)
    expectAnswer(await test.app.inject({ method: 'POST', url: call.endpoint.path }), 400)
    expectAnswer(await send(call, Buffer.from('{"name":"Ren\xe9"}', 'latin1')), 400)
  })

  it.each(posts)('is refused by $name when a good body is declared as another type', async (call) => {
    const body = JSON.stringify(call.body?.())
    for (const type of otherTypes) expectAnswer(await send(call, body, { 'content-type': type }), 415)
    expectAnswer(await send(call, body, {}), 415)
    for (const [coding, sent] of [
      ['gzip', body],
      ['gzip', gzipSync(body)],
      ['br', body],
      ['x', body],
    ] as const)
      expectAnswer(await send(call, sent, { ...json, 'content-encoding': coding }), 415)
  })

  it.each(filled)('is refused by $name when any field is nested without end', async (call) => {
    const places = Object.keys([call.body?.()].flat()[0] as object)
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const deep = `${open.repeat(20_000)}0${close.repeat(20_000)}`
      expectAnswer(await send(call, deep), 400)
      expectAnswer(await send(call, open.repeat(150_000)), 400)
      for (const place of places) expectAnswer(await send(call, `{"${place}":${deep}}`), 400)
      for (const place of places) expectAnswer(await send(call, `[{"${place}":${deep}}]`), 400)
    }
  })

  it.each(filled)('is refused by $name when any field is an object that only has a length', async (call) => {
    for (const odd of ['{"length":{"toString":""}}', '{"length":-1}', '[[]]']) {
      expectAnswer(await send(call, odd), 400)
      for (const place of Object.keys([call.body?.()].flat()[0] as object))
        for (const body of [`{"${place}":${odd}}`, `[{"${place}":${odd}}]`]) expectAnswer(await send(call, body), 400)
    }
  })

  it.each(posts)('is refused by $name when it is too large', async (call) => {
    const limit = (call.name === 'createSubmission' ? 24 : 1) * 1024 * 1024
    expectAnswer(await send(call, Buffer.alloc(limit + 1, 'x')), 413)
    expectAnswer(await send(call, Buffer.alloc(limit, 'x')), 400)
    // The size limit: valid JSON of exactly the largest accepted size.
    expectAnswer(await send(call, `"${'x'.repeat(limit - 2)}"`), 400)
    const many = `[${'{},'.repeat(100_000)}{}]`
    expectAnswer(await send(call, many), 400)
  })

  it('is accepted when it is good, under the headers that clients send', async () => {
    const call = posts.find(({ name }) => name === 'subscribe') as SampleCall
    const body = JSON.stringify(call.body?.())
    for (const type of ['application/json; charset=UTF-8', 'Application/JSON', 'application/json;charset="utf8"'])
      expectAnswer(await send(call, body, { 'content-type': type, 'content-encoding': 'identity' }), 200)
    expectAnswer(await send(call, `\ufeff${body}`), 200)
  })
})

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('utf8'))
    return true
  } catch {
    return false
  }
}
