import { createMetrics } from '@marram/server/metrics'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRegistry } from '../context'
import { startScheduledJobs } from '../scheduled-jobs'
import { gateResult } from '../schema'
import { type FakeRelease, fakeSection, fakeShell } from '../testing/fake-release'
import { freshRegistry, type TestRegistry } from '../testing/registry'
import { failed, passed } from './check'
import type { Trial } from './trial'

describe.each(engines)('the gate of rollback targets, database $name', (engine) => {
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  let registry: TestRegistry
  const tried: string[] = []
  /** Events 1.0.0 is incompatible with shell 1.1.0. */
  const trial: Trial = async ({ shell, section }) => {
    const pair = `${section?.manifest.version ?? '-'} beside ${shell.manifest.version}`
    tried.push(pair)
    return pair === '1.0.0 beside 1.1.0' ? failed('server', `events ${pair}: broken`) : passed('server', 'It runs.')
  }

  beforeAll(async () => {
    fresh = await freshRegistry(engine, () => ({ trial }))
    registry = fresh.registry
  })
  afterAll(() => fresh.remove())
  const rollBack = (json: object = {}) =>
    registry.call('POST', '/releases/environments/production/parts/events/rollback', { json })

  it('runs in advance, so that a rollback needs no trial and is refused with the reason', async () => {
    for (const version of ['1.0.0', '1.1.0'])
      for (const release of [fakeShell(version), fakeSection('events', version)]) await registry.publish(release)
    await registry.promote(fakeShell('1.0.0'))
    await registry.promote(fakeSection('events', '1.0.0'))
    await registry.promote(fakeSection('events', '1.1.0'))
    expect((await registry.promote(fakeShell('1.1.0'))).status).toBe(200)
    await expect.poll(() => tried).toContain('1.0.0 beside 1.1.0')
    const before = [...tried]
    expect(new Set(before).size).toBe(before.length)
    await expect.poll(rollBack).toMatchObject({
      status: 422,
      body: { problems: [{ kind: 'server', releases: ['events@1.0.0', 'shell@1.1.0'] }] },
    })
    expect((await rollBack({ override: true, reason: 'all else is worse' })).status).toBe(200)
    expect(tried).toEqual(before)
  })

  it('runs when the registry starts, if an earlier one has no result', async () => {
    await registry.context.gate.stop()
    await registry.db.delete(gateResult)
    tried.length = 0
    const desk = openRegistry({ ...registry.context, trial, metrics: createMetrics() })
    const stop = startScheduledJobs(desk)
    try {
      await expect.poll(() => tried).toContain('1.0.0 beside 1.0.0')
    } finally {
      await stop()
      await desk.gate.stop()
    }
  })
})

describe('the gate of a version from before background trials', () => {
  const tried: string[] = []
  const trial: Trial = async ({ shell, section }) => {
    tried.push(`${section?.manifest.version ?? '-'} beside ${shell.manifest.version}`)
    return passed('server', 'It runs.')
  }
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  beforeAll(async () => {
    fresh = await freshRegistry(engines[0] as (typeof engines)[0], () => ({ trial }))
  })
  afterAll(() => fresh.remove())

  it('runs at a rollback to it', async () => {
    const { registry } = fresh
    const live = async (release: FakeRelease) => {
      await registry.publish(release)
      expect((await registry.promote(release)).status).toBe(200)
    }
    await live(fakeShell('1.0.0'))
    for (let minor = 0; minor <= 9; minor++) await live(fakeSection('events', `1.${minor}.0`))
    await live(fakeShell('1.1.0'))
    await expect.poll(() => tried).toContain('1.1.0 beside 1.1.0')
    expect(tried).not.toContain('1.0.0 beside 1.1.0')
    const path = '/releases/environments/production/parts/events/rollback'
    const answer = await registry.call('POST', path, { json: { version: '1.0.0' } })
    expect(answer).toMatchObject({ status: 200, body: { version: '1.0.0' } })
    expect(tried).toContain('1.0.0 beside 1.1.0')
  })
})
