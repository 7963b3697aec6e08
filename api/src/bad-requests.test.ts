import { type AnyEndpoint, fillPath } from '@marram/contracts/endpoint'
import { type EndpointName, endpoints } from '@marram/contracts/endpoints'
import { engines } from '@marram/service/testing/engines'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from './testing/test-app'

const all = Object.entries(endpoints) as [EndpointName, AnyEndpoint][]
const posts = all.filter(([, { method }]) => method === 'POST')
const withParams = all.filter(([, { path }]) => path.includes('{'))
const json = { 'content-type': 'application/json' }

/** Nearly an answer to a quiz, or a score. */
const quizRecord = fc.record(
  {
    name: fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', minLength: 1 })),
    phone: fc.oneof(fc.stringMatching(/^\d{10}$/), fc.string()),
    quiz: fc.oneof(fc.integer(), fc.double(), fc.bigInt().map(String), fc.string({ unit: 'binary' })),
    selected_answer: fc.oneof(fc.constantFrom('option1', 'option4', null), fc.jsonValue()),
    correct_status: fc.oneof(fc.constantFrom('true', false), fc.jsonValue()),
    correct_answers: fc.oneof(fc.double(), fc.string()),
  },
  { requiredKeys: ['name', 'phone'] },
)

/** Anything that JSON can say, with the known keys often among it. */
const anyBody = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(
    fc.constantFrom(
      'email',
      'form',
      'submitted_form',
      'form_data',
      'access_token',
      'refresh_token',
      'first_name',
      'last_name',
      'phone',
      'password',
      'password2',
      'name',
      'quiz',
      'selected_answer',
      'correct_answers',
      'data_label',
      'data_value',
      'data_type',
      '__proto__',
    ),
    fc.oneof(
      fc.jsonValue(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('sports-entry', 'helping-hands', '\0', 'a\ud800b'),
    ),
  ),
  // Nearly an account, and nearly a token.
  fc.record({
    first_name: fc.string({ unit: 'binary', minLength: 1 }),
    last_name: fc.string({ unit: 'grapheme', minLength: 1 }),
    phone: fc.oneof(fc.stringMatching(/^\d{10}$/), fc.string()),
    email: fc.oneof(fc.constantFrom('a@example.org', '0123456789'), fc.string({ unit: 'binary' })),
    password: fc.constantFrom('sea lavender', 'sea\0lavender', 'sea\ud800lavender', 'x'.repeat(201)),
    password2: fc.constantFrom('sea lavender', 'sea\0lavender', 'sea\ud800lavender', 'x'.repeat(201)),
    access_token: fc.stringMatching(/^[\w-]{1,9}\.[\w-]{1,9}\.[\w-]{0,9}$/),
    refresh_token: fc
      .tuple(fc.uuid(), fc.oneof(fc.string(), fc.constant('x'.repeat(43))))
      .map((parts) => parts.join('.')),
  }),
  quizRecord,
  fc.array(quizRecord, { maxLength: 3 }),
  fc.record({
    submitted_form: fc.constantFrom('sports-entry', 'helping-hands', 'league-profile'),
    form_data: fc.array(
      fc.record({
        data_label: fc.oneof(
          fc.constantFrom('Name', 'Full name', 'Anything we should know'),
          fc.string({ unit: 'binary' }),
        ),
        data_type: fc.constantFrom('textfield', 'paragraph', 'selectfield', 'file'),
        data_value: fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.constantFrom('\0', '\ud800', 'data:image/png;base64,AAAA'),
          fc.array(fc.string()),
        ),
      }),
      { maxLength: 4 },
    ),
  }),
)

describe.each(engines)('whatever is sent ($name)', (engine) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(engine)
  })
  afterAll(() => test?.close())

  const expectProblem = (response: { statusCode: number; json(): unknown; headers: object }, code?: number) => {
    expect(response.statusCode).toBeLessThan(500)
    const body = response.json() as { code: number }
    expect(body.code).toBe(response.statusCode)
    if (code) expect(body).toMatchObject({ code, message: expect.stringMatching(/\w/) })
    expect(response.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' })
  }

  it.each(posts)('%s never fails for a body', async (_, endpoint) => {
    await fc.assert(
      fc.asyncProperty(anyBody, async (body) => {
        expectProblem(
          await test.app.inject({ method: 'POST', url: endpoint.path, headers: json, payload: JSON.stringify(body) }),
        )
      }),
      { numRuns: 60 },
    )
  })

  it.each(withParams)('%s never fails for a name in its path', async (_, endpoint) => {
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string({ unit: 'grapheme', minLength: 1 }), fc.constantFrom('\0', '%', '..', "'", 'x'.repeat(400))),
        async (value) => {
          const url = fillPath(endpoint.path, Object.fromEntries(names.map((name) => [name, value])))
          const response = await test.app.inject({ method: endpoint.method, url })
          expectProblem(response)
        },
      ),
      { numRuns: 25 },
    )
  })

  it('answers 404 for an unknown address', async () => {
    expectProblem(await test.app.inject('/api/nothing'), 404)
    expectProblem(await test.app.inject({ method: 'POST', url: '/nothing', payload: {} }), 404)
  })

  it('answers 400 for an address that cannot be decoded', async () =>
    expectProblem(await test.app.inject('/api/news/detail/%ZZ'), 400))

  it.each(posts)('%s answers 400, 413 and 415 for what is no body of it', async (_, { path: url }) => {
    expectProblem(await test.app.inject({ method: 'POST', url, headers: json, payload: '{"a":' }), 400)
    expectProblem(await test.app.inject({ method: 'POST', url, headers: json, payload: '' }), 400)
    expectProblem(await test.app.inject({ method: 'POST', url }), 400)
    expectProblem(await test.app.inject({ method: 'POST', url, headers: json, payload: '{"__proto__":{"a":1}}' }), 400)
    expectProblem(
      await test.app.inject({ method: 'POST', url, headers: { 'content-type': 'text/plain' }, payload: 'a' }),
      415,
    )
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expectProblem(await test.app.inject({ method: 'POST', url, headers: form, payload: 'a=b' }), 415)
    const deep = '['.repeat(300_000)
    expectProblem(await test.app.inject({ method: 'POST', url, headers: json, payload: deep }), 400)
    expectProblem(
      await test.app.inject({ method: 'POST', url, headers: json, payload: deep + ']'.repeat(300_000) }),
      400,
    )
    const large = `"${'x'.repeat(25 * 1024 * 1024)}"`
    expectProblem(await test.app.inject({ method: 'POST', url, headers: json, payload: large }), 413)
  })

  it.each(['page=0', 'page=-1', 'page=x', 'page=1&page_size=0', 'page_size=101', 'page=1&page=2', 'page=99999999999'])(
    'answers 400 for %s',
    async (query) => expectProblem(await test.app.inject(`/api/news/?${query}`), 400),
  )
})
