import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { proxyTo } from './proxy'

const servers: http.Server[] = []
async function listening(answer: http.RequestListener): Promise<string> {
  const server = http.createServer(answer)
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

let seen: http.IncomingHttpHeaders
let answer: http.RequestListener
let site: string
let own: string
beforeEach(async () => {
  site = await listening((request, response) => {
    seen = request.headers
    answer(request, response)
  })
  const page = async (html: string, pathname: string) => ({ html: html.toUpperCase(), isOwn: pathname === '/own' })
  own = await listening(proxyTo(site, { page, policy: (policy) => `${policy}; dev` }))
})
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

it('rewrites pages and their policy, and nothing else', async () => {
  answer = ({ url }, response) =>
    response
      .writeHead(200, {
        'content-type': url === '/page' ? 'text/html; charset=utf-8' : 'text/css',
        'content-security-policy': "default-src 'none'",
        'content-length': 5,
      })
      .end('<p>é')
  const page = await fetch(`${own}/page`)
  expect([await page.text(), page.headers.get('content-security-policy')]).toEqual(['<P>É', "default-src 'none'; dev"])
  const style = await fetch(`${own}/style`)
  expect([await style.text(), style.headers.get('content-security-policy')]).toEqual(['<p>é', "default-src 'none'"])
})

it('has pages that the site does not have', async () => {
  answer = (_request, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<p>no such page')
  expect([(await fetch(`${own}/own?q=tide`)).status, (await fetch(`${own}/other`)).status]).toEqual([200, 404])
})

it('is the site for the site: its own origin in what arrives, and in redirects', async () => {
  answer = (_request, response) => response.writeHead(303, { location: `${site}/after` }).end()
  const response = await fetch(`${own}/api/login`, { method: 'POST', headers: { origin: own }, redirect: 'manual' })
  expect(response.headers.get('location')).toBe(`${own}/after`)
  expect([seen.origin, seen.host]).toEqual([site, new URL(site).host])
})

it('keeps cookies whose names browsers take with encryption alone', async () => {
  answer = (_request, response) =>
    response
      .writeHead(204, {
        'set-cookie': ['__Host-session=a; Path=/; Secure; HttpOnly', 'plain=b; Domain=marram.example'],
      })
      .end()
  const { headers } = await fetch(own)
  expect(headers.getSetCookie()).toEqual(['dev-Host-session=a; Path=/; HttpOnly', 'plain=b'])
  await fetch(own, { headers: { cookie: 'plain=b; dev-Host-session=a' } })
  expect(seen.cookie).toBe('plain=b; __Host-session=a')
})

it('says that a response is broken, and goes on', async () => {
  answer = (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': 2 }).end('<p>much more')
  const response = await fetch(own)
  expect([response.status, await response.text()]).toEqual([502, expect.stringContaining(site)])
  answer = (_request, response) => response.writeHead(204).end()
  expect((await fetch(own)).status).toBe(204)
})

it('says that the site does not respond', async () => {
  const gone = servers.find((server) => site.endsWith(String((server.address() as AddressInfo).port)))
  gone?.closeAllConnections()
  await new Promise((done) => gone?.close(done))
  const response = await fetch(own)
  expect([response.status, await response.text()]).toEqual([502, `${site} does not respond: ECONNREFUSED\n`])
})
