import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openRaw, readResponse, sendRaw } from '../testing/raw-client'
import { brokenRequests } from './broken-requests'
import { DATA_HEADERS } from './data-headers'

const { options, register } = brokenRequests()
const app = Fastify({
  ...options,
  requestTimeout: 100,
  // Node uses the smaller of the two times for the headers, and the larger for the whole request.
  http: { ...options.http, headersTimeout: 50, connectionsCheckingInterval: 50 },
})
app.post('/', async () => ({ code: 200 }))
let port: number

beforeAll(async () => {
  register(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

it.each([
  ['headers', 'GET / HTTP/1.1\r\nhost: a\r\n'],
  ['its body', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{'],
])('a request that never ends in %s gets 408, and is closed', async (_, begin) => {
  const { socket, received } = openRaw(port)
  socket.write(begin)
  const answer = readResponse(await received)
  expect([answer?.status, JSON.parse(answer?.body ?? '{}').code]).toEqual([408, 408])
  expect(answer?.headers).toMatchObject(DATA_HEADERS)
})

it.each([
  ['noise', 400, 'noise\r\n\r\n'],
  ['an expectation', 417, 'GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\nexpect: best\r\n\r\n'],
  ['headers past all measure', 431, `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`],
])('%s gets a JSON response, which no browser shows as a page', async (_, code, request) => {
  const answer = await sendRaw(port, request)
  expect(answer?.status).toBe(code)
  expect(answer?.headers).toMatchObject(DATA_HEADERS)
})

it('a server with additional headers sends them here too', async () => {
  const common = { ...DATA_HEADERS, 'strict-transport-security': 'max-age=1' }
  const others = brokenRequests(common)
  const other = Fastify(others.options)
  others.register(other)
  await other.listen({ port: 0, host: '127.0.0.1' })
  const answer = await sendRaw((other.server.address() as AddressInfo).port, 'noise\r\n\r\n')
  await other.close()
  expect(answer?.headers).toMatchObject(common)
})
