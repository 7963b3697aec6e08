import http from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { registerPreviews } from './previews'
import { fakeLog } from './testing/fake-log'

afterEach(() => void vi.useRealTimers())

it('are asked for anew after a second, although the clock was put back', async () => {
  let asked = 0
  const registry = http.createServer((_, response) => {
    asked += 1
    response.writeHead(404).end('{}')
  })
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  const app = Fastify()
  const nothing = { forPreview: vi.fn(), with: vi.fn(), render: vi.fn() }
  registerPreviews(app, {
    compositions: nothing,
    machines: nothing,
    pool: nothing,
    settings: {
      RELEASES_URL: `http://127.0.0.1:${(registry.address() as AddressInfo).port}`,
      MARRAM_ENVIRONMENT: 'production',
      MEDIA_HOST: '',
      PUBLIC_URL: 'https://marram.example',
    },
    log: fakeLog().log,
  })
  const follow = async () => (await app.inject('/releases/preview/a.link')).statusCode
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: 7_200_000 })
  expect([await follow(), await follow(), asked]).toEqual([404, 404, 1])
  vi.setSystemTime(3_600_000)
  vi.advanceTimersByTime(1000)
  expect([await follow(), asked]).toEqual([404, 2])
  await app.close()
  registry.close()
})
