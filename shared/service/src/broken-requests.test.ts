import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerBrokenRequests, brokenRequests } from './broken-requests'
import { openRaw, readAnswer } from './testing/raw-client'

const app = Fastify({
  ...brokenRequests,
  requestTimeout: 100,
  http: { ...brokenRequests.http, connectionsCheckingInterval: 50 },
})
app.post('/', async () => ({ code: 200 }))
let port: number

beforeAll(async () => {
  answerBrokenRequests(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

it.each([
  ['headers', 'GET / HTTP/1.1\r\nhost: a\r\n'],
  ['its body', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{'],
])('a request that never ends in %s is told so, and closed', async (_, begin) => {
  const { socket, received } = openRaw(port)
  socket.write(begin)
  const answer = readAnswer(await received)
  expect([answer?.status, JSON.parse(answer?.body ?? '{}').code]).toEqual([408, 408])
})
