import { engines } from '@marram/server/testing/engines'
import { describeOnServer } from '@marram/server/testing/server-only'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RegistryContext } from '../context'
import { failed } from '../gate/check'
import { startScheduledJobs } from '../scheduled-jobs'
import { gateResult, rollout, release as table } from '../schema'
import { type FakeRelease, fakeSection } from '../testing/fake-release'
import { startRegistry } from '../testing/registry'
import { type ReleaseDesk, releaseDesk } from '../testing/site'
import { advanceStrategies } from './automatic-changes'

const MINUTE = 60_000
const minutes = (count: number) => count * 60

describe.each(engines)('a strategy, database $name', (engine) => {
  let desk: ReleaseDesk
  let now = Date.parse('2026-05-01T12:00:00Z')
  beforeAll(async () => {
    desk = await releaseDesk(engine, { now: () => new Date(now) })
  })
  afterAll(() => desk.remove())
  beforeEach(() => desk.begin())

  const begin = (strategy: object, more: object = {}) =>
    desk.act('events', 'canary', { version: '1.1.0', strategy, ...more })
  const linear = { kind: 'linear', percent: 40, seconds: minutes(10), needsEvidence: false }
  const pass = async (ms: number) => {
    now += ms
    await advanceStrategies(desk.registry.context)
  }
  const state = async (part = 'events') => {
    const { parts } = (await desk.get()) as { parts: Record<string, Record<string, unknown>> }
    const { stable, candidate, traffic, strategy } = parts[part] as Record<string, unknown>
    return { stable, candidate, traffic, strategy }
  }

  /** As if the gate had found out later. */
  async function damage({ name, version }: FakeRelease): Promise<void> {
    const { db } = desk.registry
    const [row] = await db
      .select()
      .from(table)
      .where(and(eq(table.part, name), eq(table.version, version)))
    const id = row?.id as string
    await db
      .update(gateResult)
      .set({ checks: [failed('digests', 'A file is damaged.')], passed: false })
      .where(and(eq(gateResult.release, id), eq(gateResult.beside, id)))
  }

  it('grows step by step at the set times, and ends with everybody', async () => {
    expect((await begin(linear)).body).toMatchObject({ candidate: '1.1.0', traffic: 40, strategy: { step: 0 } })
    await pass(9 * MINUTE)
    expect(await state()).toMatchObject({ traffic: 40 })
    await pass(MINUTE)
    expect(await state()).toMatchObject({ traffic: 80, strategy: { step: 1 } })
    // A registry that was down does not skip ahead: each step takes its full time.
    await pass(60 * MINUTE)
    expect(await state()).toEqual({ stable: '1.1.0', candidate: null, traffic: 0, strategy: null })
    expect((await desk.events()).slice(0, 3)).toMatchObject([
      { action: 'advance', actor: 'strategy', from: { traffic: 80 }, to: { stable: '1.1.0' } },
      { action: 'advance', actor: 'strategy', from: { traffic: 40 }, to: { traffic: 80 } },
      { action: 'canary', actor: 'a admin' },
    ])
  })

  it('advances by itself in a running registry', async () => {
    await begin(linear)
    const stop = startScheduledJobs(desk.registry.context as RegistryContext)
    try {
      now += 10 * MINUTE
      await expect.poll(state).toMatchObject({ traffic: 80, strategy: { step: 1 } })
    } finally {
      await stop()
    }
  })

  it('waits at a step that requires it, until somebody resumes it', async () => {
    const steps = [
      { traffic: 5, seconds: null },
      { traffic: 50, seconds: minutes(5) },
    ]
    await begin({ kind: 'canary', steps, needsEvidence: false })
    await pass(24 * 60 * MINUTE)
    expect(await state()).toMatchObject({ traffic: 5 })
    expect((await desk.act('events', 'resume')).status).toBe(200)
    await pass(0)
    expect(await state()).toMatchObject({ traffic: 50 })
  })

  it('can be paused and continues with the rest of the step', async () => {
    await begin(linear)
    await pass(4 * MINUTE)
    expect((await desk.act('events', 'pause', { reason: 'lunch' })).body).toMatchObject({
      traffic: 40,
      strategy: { due: null, paused: { by: 'a admin', left: 6 * MINUTE } },
    })
    await pass(60 * MINUTE)
    expect(await state()).toMatchObject({ traffic: 40 })
    await desk.act('events', 'resume')
    await pass(5 * MINUTE)
    expect(await state()).toMatchObject({ traffic: 40 })
    await pass(MINUTE)
    expect(await state()).toMatchObject({ traffic: 80 })
  })

  it('ends with its candidate, and when somebody sets the share', async () => {
    await begin(linear)
    await desk.act('events', 'abort')
    await pass(60 * MINUTE)
    expect(await state()).toEqual({ stable: '1.0.0', candidate: null, traffic: 0, strategy: null })
    await begin(linear)
    await desk.act('events', 'canary', { traffic: 20 })
    await pass(60 * MINUTE)
    expect(await state()).toMatchObject({ candidate: '1.1.0', traffic: 20, strategy: null })
    expect(await desk.act('events', 'pause')).toMatchObject({ status: 404, body: { code: 'not-found' } })
  })

  it('applies to the other parts of its group', async () => {
    await desk.act('quiz', 'canary', { version: '1.1.0', traffic: 0, group: 'both' })
    await begin(linear, { group: 'both' })
    expect(await state('quiz')).toMatchObject({ traffic: 40 })
    await pass(10 * MINUTE)
    expect(await state('quiz')).toMatchObject({ traffic: 80 })
    await pass(10 * MINUTE)
    expect([await state('quiz'), await state()]).toMatchObject([{ stable: '1.1.0' }, { stable: '1.1.0' }])
  })

  it('advances when the strategy of another part cannot be read', async () => {
    await begin(linear)
    await desk.act('quiz', 'canary', { version: '1.1.0', strategy: linear })
    const own = and(eq(rollout.environment, desk.env), eq(rollout.part, 'events'))
    await desk.registry.db.update(rollout).set({ strategy: sql`'null'::jsonb` }).where(own)
    await pass(10 * MINUTE)
    expect(await state('quiz')).toMatchObject({ traffic: 80 })
    await desk.registry.db.update(rollout).set({ strategy: null }).where(own)
  })

  it('waits while the environment is frozen or the part is locked', async () => {
    await begin(linear)
    await desk.act(null, 'freeze', { reason: 'holidays' })
    await pass(10 * MINUTE)
    expect(await state()).toMatchObject({ traffic: 40 })
    await desk.act(null, 'unfreeze')
    await desk.act('events', 'lock', { reason: 'an audit' })
    await pass(0)
    expect(await state()).toMatchObject({ traffic: 40 })
    await desk.act('events', 'unlock')
    await pass(0)
    expect(await state()).toMatchObject({ traffic: 80 })
  })

  it('waits while another part of its group is locked, without being paused', async () => {
    await desk.act('quiz', 'canary', { version: '1.1.0', traffic: 0, group: 'both' })
    await begin(linear, { group: 'both' })
    await desk.act('quiz', 'lock', { reason: 'an audit' })
    await pass(10 * MINUTE)
    expect(await state()).toMatchObject({ traffic: 40, strategy: { step: 0, paused: null } })
    await desk.act('quiz', 'unlock')
    await pass(0)
    expect(await state('quiz')).toMatchObject({ traffic: 80 })
  })

  it('advances against findings that were overridden when it started, and against no others', async () => {
    const version = '2.0.0'
    const large = { 'static/js/@page~1.js': `/* ${'x'.repeat(300_000)} */` }
    const release = fakeSection('events', version, { built: large })
    await desk.registry.publish(release)
    expect(await begin(linear, { version })).toMatchObject({ status: 422, body: { problems: [{ kind: 'size' }] } })
    const overriding = { override: true, reason: 'all the pictures' }
    expect((await begin(linear, { version, ...overriding })).body).toMatchObject({
      traffic: 40,
      strategy: { override: { by: 'a admin', reason: 'all the pictures', problems: [`size events@${version}`] } },
    })
    await pass(10 * MINUTE)
    expect(await state()).toMatchObject({ traffic: 80, strategy: { step: 1, paused: null } })
    expect((await desk.events('&limit=1'))[0]).toMatchObject({
      action: 'advance',
      actor: 'strategy',
      reason: 'all the pictures',
      detail: { overriddenBy: 'a admin', overridden: [{ kind: 'size' }] },
    })
    // A smaller share does not need the gate.
    expect((await desk.act('events', 'canary', { traffic: 20 })).body).toMatchObject({ traffic: 20 })
    expect((await desk.act('events', 'canary', { traffic: 30 })).status).toBe(422)
    await begin(linear, { version, ...overriding })
    await damage(release)
    await pass(10 * MINUTE)
    expect(await state()).toMatchObject({ traffic: 40, strategy: { step: 0, paused: { by: 'strategy' } } })
    expect((await desk.events('&limit=1'))[0]).toMatchObject({
      action: 'pause',
      reason: expect.stringContaining('A file is damaged.'),
    })
  })

  it('keeps its steps when the clock goes back', async () => {
    await begin(linear)
    await pass(-60 * MINUTE)
    expect(await state()).toMatchObject({ traffic: 40, strategy: { step: 0 } })
    await pass(70 * MINUTE)
    expect(await state()).toMatchObject({ traffic: 80, strategy: { step: 1 } })
    await pass(-60 * MINUTE)
    expect((await desk.act('events', 'pause')).status).toBe(200)
    // The remaining time is at most the duration of the step.
    expect(await state()).toMatchObject({ strategy: { paused: { left: 10 * MINUTE } } })
    await desk.act('events', 'resume')
    await pass(10 * MINUTE)
    expect(await state()).toMatchObject({ stable: '1.1.0', candidate: null })
  })

  it.each([
    ['at once', { kind: 'linear', percent: 100, seconds: 60 }],
    ['in steps', { kind: 'canary', steps: [{ traffic: 100, seconds: 60 }] }],
  ])('that needs evidence is refused when everybody gets the candidate %s', async (_, strategy) => {
    expect(await begin(strategy)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('give less than 100 %') },
    })
    expect((await begin({ ...strategy, needsEvidence: false })).status).toBe(200)
  })

  it.each([
    [{ strategy: { kind: 'canary', steps: [] } }],
    [
      {
        strategy: {
          kind: 'canary',
          steps: [
            { traffic: 50, seconds: 60 },
            { traffic: 50, seconds: 60 },
          ],
        },
      },
    ],
    [{ strategy: { kind: 'linear', percent: 0, seconds: 60 } }],
    [{ strategy: { kind: 'linear', percent: 10, seconds: 60 }, traffic: 5 }],
    [{}],
  ])('is refused when it is invalid: %j', async (json) => {
    expect(await desk.act('events', 'canary', { version: '1.1.0', ...json })).toMatchObject({ status: 400 })
  })
})

describeOnServer('strategies of several registries', (engine) => {
  it('are advanced by one of them', async () => {
    let now = Date.now()
    const pretended = { now: () => new Date(now) }
    const desk = await releaseDesk(engine, pretended)
    const others = await Promise.all([1, 2].map(() => startRegistry(desk.location, desk.files, pretended)))
    try {
      await desk.begin()
      const strategy = { kind: 'linear', percent: 10, seconds: 60, needsEvidence: false }
      await desk.act('events', 'canary', { version: '1.1.0', strategy })
      for (const traffic of [20, 30, 40]) {
        now += MINUTE
        await Promise.all([desk.registry, ...others].map((each) => advanceStrategies(each.context)))
        expect((await desk.get()).parts).toMatchObject({ events: { traffic } })
      }
      const advances = (await desk.events()).filter(({ action }) => action === 'advance')
      expect(advances).toHaveLength(3)
      expect(await desk.events('&refused=true')).toEqual([])
    } finally {
      for (const other of others) await other.close()
      await desk.remove()
    }
  })
})
