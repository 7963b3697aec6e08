import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { getMainNews, listMainNews } from '@marram/api-contract/news'
import { createSubmission } from '@marram/api-contract/submissions'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, configureClient, get } from './api-client'
import { ApiError, isApiError } from './api-error'

type Asked = { method?: string; url?: string; headers: http.IncomingHttpHeaders; body: string }

const asked: Asked[] = []
/** Tokens that the server refuses. */
let worn: string[] = []
let given: { status?: number; type?: string; body?: unknown; hang?: boolean; revision?: string; patience?: string } = {}
const surprises: string[] = []

const server = http.createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  asked.push({ method: request.method, url: request.url, headers: request.headers, body })
  if (given.hang) return
  if (worn.some((token) => request.headers.authorization === `Bearer ${token}`)) {
    response.writeHead(200, { 'content-type': 'application/json' })
    return response.end(JSON.stringify({ code: 401, message: 'Please log in again.' }))
  }
  if (given.revision) response.setHeader('x-content-revision', given.revision)
  if (given.patience) response.setHeader('retry-after', given.patience)
  response.writeHead(given.status ?? 200, { 'content-type': given.type ?? 'application/json' })
  response.end(given.type ? String(given.body) : JSON.stringify(given.body))
})

const item = {
  slug: 'dunes',
  image: '',
  title: 'Dunes',
  description: '',
  date: '2027-04-17',
  category: { title: 'Coast', slug: 'coast' },
}
const failure = async (work: Promise<unknown>): Promise<ApiError> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}
const addressOf = (each: http.Server) => `http://127.0.0.1:${(each.address() as AddressInfo).port}`

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked.length = 0
  surprises.length = 0
  worn = []
  given = { body: { code: 200, data: item } }
  configureClient({
    baseUrl: addressOf(server),
    accessToken: () => 'token',
    renewToken: async () => undefined,
    timeout: 15_000,
    callHeaders: () => ({}),
    onSurprise: (name, found) => surprises.push(...found.map((each) => `${name} ${each.path}`)),
  })
})

describe('a valid response', () => {
  it.each(['data', 'Data'])('is read from %s', async (key) => {
    given = { body: { code: 200, [key]: item } }
    expect(await get(getMainNews, { params: { slug: 'dunes' } })).toEqual(item)
    expect(asked[0]).toMatchObject({ method: 'GET', url: '/api/main-news/detail/dunes' })
  })

  it('was requested with the headers of the caller', async () => {
    let request = 'first-request'
    configureClient({ callHeaders: () => ({ 'x-request-id': request }) })
    await get(getMainNews, { params: { slug: 'a' } })
    request = 'second-request'
    await get(getMainNews, { params: { slug: 'a' } })
    expect(asked.map(({ headers }) => headers['x-request-id'])).toEqual(['first-request', 'second-request'])
  })

  it('is judged by its HTTP status when it has no code', async () => {
    given = { status: 200, body: { data: item } }
    expect((await call(getMainNews, { params: { slug: 'a' } })).code).toBe(200)
  })

  it('is a success with any status below 300 when it has no code', async () => {
    given = { status: 201, body: { response: 'Created' } }
    expect(await call(createSubmission)).toMatchObject({ code: 200, message: 'Created' })
  })

  it('is judged by its HTTP status when its code is not a number', async () => {
    given = { status: 202, body: { code: 'OK', data: item } }
    expect((await call(getMainNews, { params: { slug: 'a' } })).data.title).toBe('Dunes')
  })

  it('may have its code as text', async () => {
    given = { status: 500, body: { code: '200', response: 'Sent.' } }
    expect(await call(createSubmission)).toMatchObject({ code: 200, message: 'Sent.', data: { response: 'Sent.' } })
  })

  it('may be empty when no data is expected', async () => {
    given = { status: 204, type: 'text/plain', body: '' }
    expect((await call(createSubmission)).code).toBe(200)
  })

  it('is repaired, and its mistakes are reported', async () => {
    given = { body: { code: 200, data: { ...item, title: 5, author: 'x' } } }
    expect(await get(getMainNews, { params: { slug: 'a' } })).toEqual({ ...item, title: '5', author: 'x' })
    expect(surprises).toEqual(['GET /api/main-news/detail/{slug} .title'])
  })

  it('includes the fields beside the data', async () => {
    given = { body: { code: 200, data: [], total: 41 } }
    expect((await call(listMainNews, { query: { page: 2, category: undefined } })).beside.total).toBe(41)
    expect(asked[0]?.url).toBe('/api/main-news/?page=2')
  })
})

describe('an invalid response', () => {
  it('is refused by its code, even with the HTTP status 200', async () => {
    given = { status: 200, body: { code: 404, message: 'There is no such item.' } }
    const error = await failure(get(getMainNews, { params: { slug: 'a' } }))
    expect(error).toMatchObject({ kind: 'answer', code: 404, message: 'There is no such item.' })
    expect(isApiError(error)).toBe(true)
  })

  it.each([201, 202, 204])(
    'is refused when its code is %s, because the specification defines only 200 as success',
    async (code) => {
      given = { status: 200, body: { code, message: 'Created' } }
      expect(await failure(call(createSubmission))).toMatchObject({ kind: 'answer', code, message: 'Created' })
    },
  )

  it('is refused by its HTTP status when it has no code', async () => {
    given = { status: 503, body: {} }
    expect(await failure(get(listMainNews))).toMatchObject({ code: 503, message: 'The server answered with 503.' })
  })

  it.each(['<!doctype html><title>Log in to this network</title>', ''])('is refused when it is %j', async (body) => {
    given = { status: 200, type: 'text/html', body }
    const error = await failure(get(listMainNews))
    expect(error).toMatchObject({ kind: 'answer', code: 502 })
    expect(String(error.cause)).toMatch(/^SyntaxError/)
  })

  it('names the invalid fields', async () => {
    given = {
      status: 400,
      body: { code: 400, response: 'Check.', errors: { Phone: 'Too short', Name: ['Missing', 'Empty'], x: 1 } },
    }
    expect((await failure(call(createSubmission))).fields).toEqual({ Phone: 'Too short', Name: 'Missing Empty' })
  })

  it.each(['text', ['a'], null])('has no fields when errors is %j', async (errors) => {
    given = { status: 400, body: { code: 400, errors } }
    expect((await failure(call(createSubmission))).fields).toEqual({})
  })
})

describe('a time to retry', () => {
  it.each([
    [{ code: 503, message: 'Too many images.' }, '60', 60],
    [{ code: 503, message: 'It cannot be reached.' }, undefined, undefined],
    // Not from a server with these calls.
    [{}, '60', undefined],
  ])('is read only together with a message: %j, %s', async (body, patience, retryAfter) => {
    given = { status: 503, body, patience }
    expect(await failure(call(createSubmission))).toMatchObject({ code: 503, retryAfter })
  })
})

describe('a call with a token that is refused', () => {
  const submit = () => call(createSubmission, { body: { submitted_form: 'a' }, idempotencyKey: 'once' })
  const tokens = () => asked.map(({ headers }) => headers.authorization)

  it('is repeated once with the next token and otherwise unchanged', async () => {
    worn = ['token']
    const refused: string[] = []
    configureClient({
      renewToken: async (token) => {
        refused.push(token)
        return 'next'
      },
    })
    expect((await submit()).code).toBe(200)
    expect(tokens()).toEqual(['Bearer token', 'Bearer next'])
    expect(refused).toEqual(['token'])
    expect(asked[1]).toMatchObject({ body: asked[0]?.body, headers: { 'idempotency-key': 'once' } })
  })

  it('is repeated without a token when the session has ended', async () => {
    worn = ['token']
    expect((await submit()).code).toBe(200)
    expect(tokens()).toEqual(['Bearer token', undefined])
  })

  it('fails when the next token is refused too', async () => {
    worn = ['token', 'next']
    configureClient({ renewToken: async () => 'next' })
    expect(await failure(submit())).toMatchObject({ code: 401 })
    expect(asked).toHaveLength(2)
  })

  it('is not repeated after another failure, or without a token', async () => {
    given = { body: { code: 403 } }
    expect(await failure(submit())).toMatchObject({ code: 403 })
    given = { body: { code: 401 } }
    expect(await failure(get(listMainNews))).toMatchObject({ code: 401 })
    expect(asked).toHaveLength(2)
  })
})

describe('a missing response', () => {
  it('is a failure of the network when no server listens', async () => {
    const closed = http.createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    configureClient({ baseUrl: addressOf(closed) })
    await new Promise((resolve) => closed.close(resolve))
    expect(await failure(get(listMainNews))).toMatchObject({ kind: 'network', code: 0 })
  })

  it('is a failure of the network when it takes too long', async () => {
    given = { hang: true }
    configureClient({ timeout: 50 })
    expect(await failure(get(listMainNews))).toMatchObject({ kind: 'network', code: 0 })
  })

  it('is no failure when the visitor has left the page', async () => {
    given = { hang: true }
    const gone = new AbortController()
    const work = get(listMainNews, { signal: gone.signal }).catch((error: unknown) => error)
    await expect.poll(() => asked.length).toBe(1)
    gone.abort()
    expect(isApiError(await work)).toBe(false)
  })

  it('is not reported as a network failure when a name is missing', async () => {
    await expect(get(getMainNews, { params: {} })).rejects.toThrow('needs slug')
    expect(asked).toEqual([])
  })
})

describe('the end of a call', () => {
  const ends: { code: number; revision: string | undefined }[] = []
  const endOf = async (work: Promise<unknown>) => {
    ends.length = 0
    await work.catch(() => 'reported otherwise')
    return ends
  }
  beforeEach(() => configureClient({ onEnd: (end) => ends.push(end), timeout: 50 }))
  afterEach(() => configureClient({ onEnd: () => {} }))

  it('is reported with the content revision of the response', async () => {
    given = { body: { code: 200, data: item }, revision: '3.2027-04-17' }
    expect(await endOf(get(getMainNews, { params: { slug: 'a' } }))).toEqual([{ code: 200, revision: '3.2027-04-17' }])
    given = { body: { code: 404 }, revision: '3.2027-04-17' }
    expect(await endOf(get(getMainNews, { params: { slug: 'a' } }))).toEqual([{ code: 404, revision: '3.2027-04-17' }])
  })

  it('is reported without a revision when there is none, or no response', async () => {
    expect(await endOf(get(getMainNews, { params: { slug: 'a' } }))).toEqual([{ code: 200, revision: undefined }])
    given = { status: 200, type: 'text/html', body: '' }
    expect(await endOf(get(listMainNews))).toEqual([{ code: 502, revision: undefined }])
    given = { hang: true }
    expect(await endOf(get(listMainNews))).toEqual([{ code: 0, revision: undefined }])
  })

  it('is not reported once the caller has gone', async () => {
    given = { hang: true }
    expect(await endOf(get(listMainNews, { signal: AbortSignal.abort() }))).toEqual([])
  })
})

describe('a request', () => {
  it('carries the visitor’s token only when the call requires it', async () => {
    await get(getMainNews, { params: { slug: 'a' } })
    await call(createSubmission, { body: { a: 1 } })
    expect(asked.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer token'])
    expect(asked[1]?.body).toBe('{"a":1}')
  })

  it('carries no token when there is none', async () => {
    configureClient({ accessToken: () => undefined })
    await call(createSubmission)
    expect(asked[0]?.headers.authorization).toBeUndefined()
  })

  it('carries an idempotency key only when one is given', async () => {
    await call(createSubmission, { idempotencyKey: 'k-1' })
    await call(createSubmission)
    expect(asked.map(({ headers }) => headers['idempotency-key'])).toEqual(['k-1', undefined])
  })
})
