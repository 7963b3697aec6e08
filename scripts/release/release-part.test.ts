import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { liveParts } from './release-part'

let registry: http.Server
beforeEach(async () => {
  const parts = [
    { part: 'shell', live: { production: '1.0.0', staging: '1.1.0' } },
    { part: 'mfe-events', live: { production: '1.0.0' } },
    { part: 'mfe-quiz', live: { staging: '1.0.0' } },
  ]
  registry = http.createServer((_, response) => response.end(JSON.stringify({ parts })))
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  vi.unstubAllEnvs()
  registry.close()
})

it.each([
  ['', ['shell', 'mfe-events']],
  ['staging', ['shell', 'mfe-quiz']],
])('a part is live if this site shows it: MARRAM_ENVIRONMENT=%s', async (environment, live) => {
  vi.stubEnv('MARRAM_ENVIRONMENT', environment)
  const { port } = registry.address() as AddressInfo
  expect(await liveParts({ url: `http://127.0.0.1:${port}`, token: 'any' })).toEqual(live)
})
