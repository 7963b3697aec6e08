import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DevServer, startDevServer } from './dev-server'

const folder = path.resolve(import.meta.dirname, '../../../../mfe-quiz')
const asked: string[] = []
const site = http.createServer(({ method, url }, response) => {
  asked.push(`${method} ${url}`)
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})
const address = () => `http://localhost:${(site.address() as AddressInfo).port}`
let dev: DevServer

beforeAll(async () => {
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  dev = await startDevServer([folder], { site: address(), port: 0, setting: 'PORT' })
})
afterAll(async () => {
  await dev.close()
  site.close()
})

it.each(['/releases/evidence', '/releases/reports', '/releases/reports/policy'])(
  'what open pages count stays here: %s',
  async (path) => {
    const { status } = await fetch(dev.url + path, { method: 'POST', body: '{}' })
    expect([status, asked]).toEqual([204, []])
  },
)

it('what pages read and send of the site goes there', async () => {
  await fetch(`${dev.url}/releases/stopped`)
  await fetch(`${dev.url}/api/comments`, { method: 'POST', body: '{}' })
  expect(asked.splice(0)).toEqual(['GET /releases/stopped', 'POST /api/comments'])
})

it('names the setting of a port that is in use', async () => {
  const { port } = site.address() as AddressInfo
  const start = startDevServer([folder], { site: address(), port, setting: 'DEV_PORT' })
  await expect(start).rejects.toThrow(`Port ${port} is in use. Set another one: DEV_PORT=${port + 1}.`)
})
