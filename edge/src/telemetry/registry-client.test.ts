import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeLog } from '../testing/fake-log'
import { RegistryClient } from './registry-client'

let registry: http.Server
let asked: { url: string | undefined; authorization: string | undefined }[]
let answers: number
beforeEach(async () => {
  asked = []
  answers = 200
  registry = http.createServer(({ url, headers }, response) => {
    asked.push({ url, authorization: headers.authorization })
    response.writeHead(answers).end('{}')
  })
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  registry.close()
})

function teller(token?: string) {
  const { log, lines, messages } = fakeLog()
  const RELEASES_URL = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`
  const settings = { RELEASES_URL, MARRAM_ENVIRONMENT: 'staging', RELEASES_TOKEN: token }
  return { told: new RegistryClient(settings, log), lines, messages }
}

it('reports in the name of the edge, about its environment', async () => {
  const { told, messages } = teller('an-edge-token')
  await told.report('addEvidence', { counts: [] })
  expect(asked).toEqual([{ url: '/releases/environments/staging/evidence', authorization: 'Bearer an-edge-token' }])
  expect(messages()).toEqual([])
})

it('logs once that reports need a token, and calls nobody', async () => {
  const { told, lines } = teller()
  for (let i = 0; i < 5; i++) await told.report(i % 2 ? 'addDiagnostics' : 'addEvidence', { counts: [] })
  expect(asked).toEqual([])
  expect(lines).toMatchObject([
    { level: 'warn', message: expect.stringMatching(/without RELEASES_TOKEN.*accepts no evidence/) },
  ])
})

it.each([401, 403])('retries once a minute when its token is refused with %d, and logs that once', async (status) => {
  const { told, lines, messages } = teller('an-old-token')
  answers = status
  for (let i = 0; i < 5; i++) await told.report('addEvidence', { counts: [] })
  expect(asked).toHaveLength(1)
  vi.advanceTimersByTime(60_001)
  await told.report('addDiagnostics', {})
  expect(asked).toHaveLength(2)
  expect(lines).toMatchObject([{ level: 'error', message: expect.stringContaining('refuses the token') }])
  answers = 200
  vi.advanceTimersByTime(60_001)
  await told.report('addDiagnostics', {})
  await told.report('addEvidence', { counts: [] })
  expect(asked).toHaveLength(4)
  expect(messages()[1]).toContain('accepts')
  expect(JSON.stringify(lines)).not.toContain('an-old-token')
})

it('fails when the registry cannot accept a report now, so that it is kept', async () => {
  const { told } = teller('an-edge-token')
  answers = 503
  await expect(told.report('addEvidence', { counts: [] })).rejects.toThrow('responded with status 503')
})
