import { createMetrics } from '@marram/server/metrics'
import { engines } from '@marram/server/testing/engines'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createApp } from './app'
import { openRegistry, type RegistryContext } from './context'
import { advanceStrategies, judgeCandidates } from './rollouts/automatic-changes'
import { startScheduledJobs } from './scheduled-jobs'
import { StorageFailed } from './storage'
import { releaseDesk } from './testing/site'

let other: Awaited<ReturnType<typeof releaseDesk>>
let context: RegistryContext
let app: FastifyInstance
const metrics = createMetrics()

beforeAll(async () => {
  other = await releaseDesk(engines[0] as (typeof engines)[number])
  context = openRegistry({ ...other.registry.context, metrics })
  app = createApp(context)
})
afterEach(() => void vi.restoreAllMocks())
afterAll(async () => {
  await app?.close()
  await other?.remove()
})

const counted = async (kind: string) => {
  const line = new RegExp(`^marram_registry_failures_total\\{kind="${kind}"\\} (\\d+)$`, 'm')
  return Number(line.exec(await metrics.metrics())?.[1])
}

it('a store of files that does not respond is counted, and refused callers are not', async () => {
  await other.begin()
  expect(await counted('storage')).toBe(0)
  const file = '/releases/files/events/1.0.0/release.json'
  expect((await app.inject('/releases/files/events/9.9.9/release.json')).statusCode).toBe(404)
  vi.spyOn(context.files, 'getStream').mockRejectedValue(new StorageFailed('away'))
  expect((await app.inject(file)).statusCode).toBe(503)
  expect(await counted('storage')).toBe(1)
})

it('a failed scheduled job is counted', async () => {
  vi.spyOn(context.db, 'select').mockImplementation(() => {
    throw new Error('no')
  })
  const stop = startScheduledJobs(context)
  try {
    await expect.poll(() => counted('scheduled-job')).toBeGreaterThan(0)
  } finally {
    await stop()
  }
})

it('failures of a single part are counted by their kind', async () => {
  await other.begin()
  const strategy = { kind: 'linear', percent: 40, seconds: 600, needsEvidence: false }
  expect((await other.act('events', 'canary', { version: '1.1.0', strategy })).status).toBe(200)
  const clockless = {
    ...context,
    now: () => {
      throw new Error('no clock')
    },
  }
  await advanceStrategies(clockless)
  await judgeCandidates(clockless)
  context.gate.keep(() => Promise.reject(new Error('no')))
  await expect.poll(() => counted('gate')).toBe(1)
  expect([await counted('strategy'), await counted('verdict')]).toEqual([1, 1])
})
