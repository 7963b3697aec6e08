import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { liveParts, releasePart } from './release-part'

const VERSION = '1.0.0-t20260501120000.gabc123'
let refused: object
let registry: http.Server
beforeEach(async () => {
  const parts = [
    { part: 'shell', live: { production: '1.0.0', staging: '1.1.0' } },
    { part: 'mfe-events', live: { production: '1.0.0' } },
    { part: 'mfe-quiz', live: { staging: '1.0.0' } },
  ]
  registry = http.createServer(({ url }, response) => {
    if (url?.endsWith('/promote')) response.writeHead(422).end(JSON.stringify({ ...refused, code: 'refused' }))
    else response.end(JSON.stringify({ parts, versions: [{ version: VERSION }] }))
  })
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

it('a part that lacks approvals or a signature is published and waits, and another refusal ends the start', async () => {
  const { port } = registry.address() as AddressInfo
  const released = () => {
    const built = { part: 'mfe-events', version: VERSION, folder: '', built: false, ms: 0 }
    return releasePart({ url: `http://127.0.0.1:${port}`, token: 'any' }, built, 'a start')
  }
  refused = { kind: 'approved', message: 'It has 0 of the 1 approvals.' }
  expect(await released()).toBe('approvals')
  refused = { kind: 'signed', message: 'It is not signed.' }
  expect(await released()).toBe('a signature of its team')
  refused = { kind: 'frozen', message: 'Production is frozen.' }
  await expect(released()).rejects.toThrow('Production is frozen.')
})
