import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DevServer, shownShell, startDevServer } from './dev-server'

const folder = path.resolve(import.meta.dirname, '../../../../mfe-quiz')
const asked: string[] = []
const composition = { id: 'abc', shell: { version: '1.0.0', host: '1.0.0' }, sections: {} }
const notFound = `<html><head></head><body><script type="application/json" id="marram-composition">${JSON.stringify(composition)}</script></body></html>`
const site = http.createServer(({ method, url, headers }, response) => {
  if (headers.accept?.includes('text/html'))
    return void response
      .writeHead(404, { 'content-type': 'text/html' })
      .end(url?.startsWith('/elsewhere') ? '<h1>Elsewhere</h1>' : notFound)
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

it.each([
  ['is there, at an address that the site does not have yet', '/olympiad/quiz/tides', 200],
  ['is there, without what follows the address', '/quiz-result?page=2', 200],
  ['is missing here too, where no section of this machine has it', '/nowhere', 404],
  ['is missing, where a section has more or less of its address', '/olympiad/quiz/tides/more', 404],
  ['has the answer of the site, where that has another page than its own', '/elsewhere', 404],
])('a page %s: %s', async (_, path, status) => {
  const answer = await fetch(dev.url + path, { headers: { accept: 'text/html' } })
  expect([answer.status, (await answer.text()).includes('mfe-quiz')]).toEqual([status, path !== '/elsewhere'])
})

it('knows the shell of the page that is shown', async () => {
  expect(await shownShell(address())).toBe('1.0.0')
  await expect(shownShell(`${address()}/elsewhere`)).rejects.toThrow('shows no page of a Marram site (404)')
})

it('names the setting of a port that is in use', async () => {
  const { port } = site.address() as AddressInfo
  const start = startDevServer([folder], { site: address(), port, setting: 'DEV_PORT' })
  await expect(start).rejects.toThrow(`Port ${port} is in use. Set another one: DEV_PORT=${port + 1}.`)
})
