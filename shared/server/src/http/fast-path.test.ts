import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { takeFastPath } from './fast-path'

const errors: string[] = []
const server = http.createServer((_, response) => void response.end('the framework'))
beforeAll(async () => {
  takeFastPath(
    server,
    ({ url }, response) => {
      if (url === '/throws') throw new Error('before')
      if (url === '/ready') response.end('ready')
      if (url === '/throws-late') {
        response.end('ready all the same')
        throw new Error('after')
      }
      return url === '/ready'
    },
    ({ message }) => void errors.push(message),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const get = async (path: string) =>
  (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)).text()

it('sends what it has, and leaves the rest to the framework', async () => {
  expect(await get('/ready')).toBe('ready')
  expect(await get('/other')).toBe('the framework')
})

it('falls back to the framework when it throws before sending', async () => {
  expect(await get('/throws')).toBe('the framework')
  expect(await get('/throws-late')).toBe('ready all the same')
  expect(errors).toEqual(['before', 'after'])
})
