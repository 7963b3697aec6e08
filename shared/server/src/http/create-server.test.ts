import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendRaw } from '../testing/raw-client'
import { testServer } from '../testing/test-server'
import { DATA_HEADERS } from './data-headers'

const ID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
const lines: Record<string, unknown>[] = []
const log = pino(new Writable({ write: (line, _, done) => done(void lines.push(JSON.parse(String(line)))) }))
const { app } = testServer({ log })
app.get('/fails', () => Promise.reject(new Error('a secret of ours')))
app.get('/refused', () => Promise.reject(Object.assign(new Error(), { statusCode: 418 })))
beforeAll(() => app.listen({ port: 0, host: '127.0.0.1' }))
afterAll(() => app.close())

it.each([
  ['without a host', 400, 'GET /fails HTTP/1.1\r\n\r\n'],
  ['to an address that cannot be decoded', 400, 'GET /%zz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'],
  ['to nothing', 404, 'GET /nothing HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'],
  ['that fails', 500, 'GET /fails HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'],
])('a request %s gets an id and the common headers', async (_, status, request) => {
  const response = await sendRaw((app.server.address() as AddressInfo).port, request)
  expect(response?.status).toBe(status)
  expect(response?.headers).toMatchObject({ ...DATA_HEADERS, 'x-request-id': ID })
})

it('a fault is logged once with its stack, and its message is not sent', async () => {
  lines.length = 0
  const response = await app.inject('/fails')
  expect(response.json()).toEqual({ code: 500, message: 'Something went wrong here. Please try again.' })
  expect(lines.filter(({ msg }) => msg === 'a request failed')).toEqual([
    expect.objectContaining({ route: '/fails', request: response.headers['x-request-id'] }),
  ])
})

it('a mistake of the request is not logged as a fault, and a status without a message is 400', async () => {
  lines.length = 0
  expect((await app.inject('/refused')).statusCode).toBe(400)
  expect(lines.map(({ msg }) => msg)).toEqual(['response sent'])
})
