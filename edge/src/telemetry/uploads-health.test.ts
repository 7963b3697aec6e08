import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { UploadsHealth } from './health'

let body: string
let asked: number
let location: string | undefined
const api = http.createServer((_, response) => {
  asked += 1
  response.writeHead(location ? 302 : 200, { 'content-type': 'application/json', ...(location && { location }) })
  response.end(body)
})
let now: number
let health: UploadsHealth

beforeAll(() => new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  vi.restoreAllMocks()
  api.closeAllConnections()
  api.close()
})
beforeEach(() => {
  asked = 0
  now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  location = undefined
  const { port } = api.address() as AddressInfo
  health = new UploadsHealth(`http://127.0.0.1:${port}`)
})
const heard = async () => {
  health.look()
  await vi.waitFor(() => expect(asked).toBe(1))
  await health.settled
  return health.look()
}

it('says that the API takes no images, for as long as that says so, and asks it now and then', async () => {
  body = JSON.stringify({ code: 200, message: 'ok', uploads: 'refused: too little disk is free' })
  expect(await heard()).toEqual({ uploads: 'refused: too little disk is free' })
  for (let i = 0; i < 10; i += 1) health.look()
  expect(asked).toBe(1)
  body = JSON.stringify({ code: 200, message: 'ok', uploads: 'taken' })
  now += 6000
  health.look()
  await health.settled
  expect(health.look()).toEqual({})
  expect(asked).toBe(2)
})

it.each([
  ['is somebody else’s', '<html>'],
  ['says something else', '{"uploads":{"a":1}}'],
  ['says too much', JSON.stringify({ uploads: `refused: ${'x'.repeat(1000)}` })],
  ['says nothing', 'null'],
])('says nothing of an API that %s', async (_, said) => {
  body = said
  expect(await heard()).toEqual({})
})

it('follows no API that leads elsewhere', async () => {
  body = ''
  location = '/elsewhere'
  expect(await heard()).toEqual({})
  expect(asked).toBe(1)
})

it('waits for no API', () => {
  const away = new UploadsHealth('http://127.0.0.1:1')
  expect(away.look()).toEqual({})
})
