import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { lastResort } from '../requests/error-pages'
import { registerConsoleRedirect } from './proxies'

let app: FastifyInstance
function edgeThatKnows(CONSOLE_URL: string | undefined): void {
  app = Fastify()
  registerConsoleRedirect(app, { CONSOLE_URL })
  app.get('/*', async () => lastResort(503))
}
afterEach(() => app.close())

const below = ['/console/session', '/console/releases/tokens', '/console/x', '/console/', '/%63onsole/session']

describe('/console', () => {
  it('at the public site redirects to the configured console, and has nothing else', async () => {
    edgeThatKnows('http://localhost:3003')
    const { statusCode, headers } = await app.inject('/console')
    expect([statusCode, headers.location]).toEqual([302, 'http://localhost:3003/console'])
    expect(headers['cache-control']).toBe('no-store')
    expect((await app.inject('/console?next=https://elsewhere.example')).headers.location).toBe(
      'http://localhost:3003/console',
    )
    for (const method of ['POST', 'DELETE', 'OPTIONS', 'PUT'] as const)
      expect((await app.inject({ method, url: '/console' })).statusCode).toBe(404)
    for (const url of below)
      for (const method of ['GET', 'POST'] as const)
        expect([url, (await app.inject({ method, url })).statusCode]).toEqual([url, 404])
  })

  it('is a 404 without a configured console', async () => {
    edgeThatKnows(undefined)
    for (const url of ['/console', ...below]) expect((await app.inject(url)).statusCode).toBe(404)
  })
})
