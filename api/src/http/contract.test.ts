import { fillPath, messageOf } from '@marram/api-contract/endpoint'
import { readLeniently, type Surprise } from '@marram/api-contract/lenient'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { prepareSampleCalls, type SampleCall, sampleCalls, sampleSettings } from '../testing/sample-calls'
import { openTestApp, type TestApp } from '../testing/test-app'
import { responseSchema } from './docs'

/** Written down here as well, because clients of other hosts rely on it. All others say `data`. */
const sayData = ['main-news', 'news', 'publications', 'home/sponsors', 'home/about', 'home/statics'].map(
  (area) => `/api/${area}/by-category/{slug}`,
)
const reads = sampleCalls.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.bearer !== 'required')
const personal = sampleCalls.filter(({ endpoint }) => endpoint.bearer === 'required')

/** The address of a call with a trailing slash and without. */
function bothWays({ endpoint, params }: SampleCall, other = params): string[] {
  const path = fillPath(endpoint.path, other)
  return [path, path.endsWith('/') ? path.slice(0, -1) : `${path}/`]
}

describe.each(engines)('every call ($name)', (engine) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(engine, sampleSettings)
    await prepareSampleCalls(test)
  })
  afterAll(() => test?.close())

  const expectProblem = (response: { statusCode: number; json(): unknown; headers: object }, code: number) => {
    expect(response.json()).toEqual({ code, message: expect.stringMatching(/\w/) })
    expect(response.statusCode).toBe(code)
    expect(response.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' })
  }

  it.each(sampleCalls)('$name responds according to the contract, with and without a trailing slash', async (call) => {
    const { endpoint, body, headers } = call
    for (const url of bothWays(call)) {
      const sent = { method: endpoint.method, url, payload: body?.(), headers: headers?.() }
      const response = await test.app.inject(sent)
      const answer = response.json()
      expect(response.statusCode, response.body).toBe(200)
      expect(response.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' })
      expect(answer.code).toBe(200)
      // Parsing drops what is not declared, at every depth.
      expect(z.parse(responseSchema(endpoint), answer)).toEqual(answer)
      if (endpoint.envelope !== 'none') {
        const surprises: Surprise[] = []
        readLeniently(endpoint.data, answer[endpoint.envelope], (surprise) => surprises.push(surprise))
        expect(surprises).toEqual([])
      } else expect(messageOf(answer)).toMatch(/\.$/)
    }
  })

  it.each(reads)('$name responds under the key that the specification names', async (call) => {
    const answer = (await test.app.inject(fillPath(call.endpoint.path, call.params))).json()
    const [key, other] = sayData.includes(call.endpoint.path) ? ['Data', 'data'] : ['data', 'Data']
    expect(answer).toHaveProperty(key)
    expect(answer).not.toHaveProperty(other)
  })

  it.each(reads)('$name responds to HEAD as to GET, without the body', async (call) => {
    for (const url of bothWays(call)) {
      const [get, head] = [await test.app.inject(url), await test.app.inject({ method: 'HEAD', url })]
      expect([head.statusCode, head.body]).toEqual([200, ''])
      for (const name of ['content-type', 'content-length', 'cache-control', 'etag', 'x-content-revision'])
        expect(head.headers[name], name).toBe(get.headers[name])
    }
  })

  it.each(personal)('$name requires a login when the token is missing, of another kind, or nonsense', async (call) => {
    const { endpoint, body } = call
    for (const authorization of ['', 'Bearer', 'Bearer x', 'Bearer a.b.c', 'Basic YTpi'])
      expectProblem(
        await test.app.inject({
          ...{ method: endpoint.method, url: endpoint.path, payload: body?.() },
          headers: { authorization },
        }),
        401,
      )
  })

  it.each(sampleCalls.filter(({ missing }) => missing))('$name responds with 404 to an unknown item', async (call) => {
    for (const url of bothWays(call, call.missing)) {
      const response = await test.app.inject(url)
      expectProblem(response, 404)
      expect(response.json().message).toContain('could not be found')
    }
  })

  it('tests every call for a single item with a missing one', () => {
    const named = sampleCalls.filter(({ endpoint }) => /\/(detail|by-olympiad)\/\{/.test(endpoint.path))
    expect(named.filter(({ missing }) => !missing)).toEqual([])
  })

  it.each(sampleCalls.filter(({ endpoint }) => endpoint.path.includes('/by-category/')))(
    '$name responds with an empty list to an unknown category',
    async ({ endpoint }) => {
      const response = await test.app.inject(fillPath(endpoint.path, { slug: 'unknown' }))
      expect(response.json()).toEqual({ code: 200, [endpoint.envelope]: [] })
    },
  )

  it.each(sampleCalls)('$name refuses every other method with 405, and lists the allowed ones', async (call) => {
    const takes = call.endpoint.method === 'GET' ? ['GET', 'HEAD'] : ['POST']
    for (const url of bothWays(call)) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
        if (takes.includes(method)) continue
        const response = await test.app.inject({ method, url })
        expectProblem(response, 405)
        expect(response.headers.allow).toBe(takes.join(', '))
      }
    }
  })

  it.each(sampleCalls)('$name is 404 at similar addresses', async (call) => {
    const path = fillPath(call.endpoint.path, call.params).replace(/\/$/, '')
    for (const url of [`/x${path}`, `${path}/more`, path.replace('/api/', '/API/')])
      for (const method of ['GET', 'POST'] as const) expectProblem(await test.app.inject({ method, url }), 404)
  })
})
