import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readAccess } from './access'

/** The address, authorization and body of each request to the registry and to the pipeline's system. */
const asked: { url: string; bearer: string | undefined; body: unknown }[] = []
let status = 200
const server = createServer(async (request, response) => {
  const body = (await request.toArray()).join('')
  asked.push({ url: String(request.url), bearer: request.headers.authorization, body: body && JSON.parse(body) })
  const grant = {
    name: 'tides',
    role: 'publisher',
    part: 'tides',
    environment: null,
    expiresAt: '2026-05-01T12:00:00Z',
  }
  const isRun = request.url?.startsWith('/run')
  response
    .writeHead(isRun ? status : 201, { 'content-type': 'application/json' })
    .end(JSON.stringify(isRun ? { value: 'an ID token' } : { ...grant, token: 'marram_of-ten-minutes' }))
})
let url: string
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  asked.length = 0
  status = 200
})
afterAll(() => void server.close())

const github = () => ({ ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/run?id=1`, ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of the run' })
const access = (variables: NodeJS.ProcessEnv) =>
  readAccess(
    { MARRAM_RELEASES_URL: url, ...variables },
    { part: 'tides', stored: { token: 'marram_stored', where: 'x' } },
  )

it('takes the token of the variable before all others, and asks nobody', async () => {
  expect((await access({ MARRAM_TOKEN: 'marram_own', MARRAM_ID_TOKEN: 'x', ...github() })).token).toBe('marram_own')
  expect((await access({ MARRAM_TOKEN: '' })).token).toBe('marram_stored')
  expect(asked).toEqual([])
})

it('exchanges the ID token of a pipeline, for its part', async () => {
  expect((await access({ MARRAM_ID_TOKEN: ' an ID token ' })).token).toBe('marram_of-ten-minutes')
  const exchange = {
    url: '/releases/tokens/exchange',
    bearer: undefined,
    body: { idToken: 'an ID token', part: 'tides' },
  }
  expect(asked).toEqual([exchange])
  asked.length = 0
  // At GitHub it is made on request, for this registry.
  expect((await access({ MARRAM_TOKEN: '', ...github() })).token).toBe('marram_of-ten-minutes')
  const audience = encodeURIComponent(url)
  expect(asked).toEqual([{ url: `/run?id=1&audience=${audience}`, bearer: 'Bearer of the run', body: '' }, exchange])
})

it('says what the pipeline lacks', async () => {
  status = 403
  await expect(access(github())).rejects.toThrow(
    'The pipeline gave no ID token (status 403). Does it have the permission "id-token: write"?',
  )
})
