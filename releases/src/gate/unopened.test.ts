import type { Check } from '@marram/release-contract/calls/releases'
import { engines } from '@marram/server/testing/engines'
import { and, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { advanceStrategies, judgeCandidates } from '../rollouts/automatic-changes'
import { gateResult, release } from '../schema'
import { fakeSection } from '../testing/fake-release'
import { type ReleaseDesk, releaseDesk } from '../testing/site'
import { failed, failedLate, passed, warned } from './check'
import type { Trial } from './trial'

const MINUTE_AGO = 61_000

describe.each(engines.slice(0, 1))('a release that no browser has opened yet', (engine) => {
  let desk: ReleaseDesk
  let trials: string[] = []
  let goesFirst = () => false
  let ahead = 0
  /** The result in the browser for events 2.*. */
  let found: (version: string) => Awaited<ReturnType<Trial>> = () => passed('browser', 'It opens.')
  let open = Promise.resolve()
  /** The result on the server for events 2.*. */
  let looks = 0
  let onServer: () => Awaited<ReturnType<Trial>> | ReturnType<Trial> = () => passed('server', 'It runs.')
  const trial: Trial = async ({ section }) => {
    if (!section?.manifest.version.startsWith('2.')) return passed('server', 'It runs.')
    looks += 1
    return onServer()
  }
  const browserTrial: Trial = async ({ section }, isAwaited) => {
    const version = section?.manifest.version ?? ''
    if (!version.startsWith('2.')) return passed('browser', 'It opens.')
    trials.push(version)
    goesFirst = isAwaited
    await open
    return found(version)
  }
  beforeAll(async () => {
    desk = await releaseDesk(engine, { trial, browserTrial, now: () => new Date(Date.now() + ahead) })
  })
  beforeEach(async () => {
    await desk.begin()
    trials = []
    open = Promise.resolve()
    ahead = 0
    looks = 0
    onServer = () => passed('server', 'It runs.')
  })
  afterAll(() => desk.remove())

  const serve = () => desk.report('diagnostics', { edge: { id: 'e'.repeat(16) } })
  const publish = (version: string) => desk.registry.publish(fakeSection('events', version))
  const checksOf = async (version: string): Promise<Check[]> =>
    (await desk.get(`/parts/events/versions/${version}/gate`)).checks as Check[]
  const promote = (version: string, more = {}) => desk.act('events', 'promote', { version, ...more })

  it('is left out of the report where the server cannot render it', async () => {
    onServer = () => failed('server', 'It throws.')
    await publish('2.90.0')
    const names = (await checksOf('2.90.0')).map(({ name, outcome }) => `${name} ${outcome}`)
    expect(names.filter((name) => /^(server|browser)/.test(name))).toEqual(['server failed'])
  })

  it('is awaited when an edge serves it, tried once, and refused without an override', async () => {
    await serve()
    found = () => failed('browser', 'It replaces Array.prototype.map.')
    await publish('2.0.0')
    const answer = await promote('2.0.0')
    expect(answer).toMatchObject({ status: 422, body: { problems: [{ kind: 'browser' }] } })
    expect((await promote('2.0.0')).status).toBe(422)
    expect(trials).toEqual(['2.0.0'])
    expect((await promote('2.0.0', { override: true, reason: 'worse without' })).status).toBe(200)
  })

  it('goes live at once when nobody is served, and is opened then', async () => {
    let go = () => {}
    open = new Promise((resolve) => {
      go = resolve
    })
    found = () => failed('browser', 'It hides the header.')
    await publish('2.1.0')
    expect((await promote('2.1.0')).status).toBe(200)
    go()
    await expect
      .poll(() => checksOf('2.1.0'))
      .toContainEqual(expect.objectContaining({ name: 'browser', message: 'It hides the header.' }))
    expect(trials).toEqual(['2.1.0'])
  })

  it('is opened again a minute after it was late, and does not block a rollback', async () => {
    await serve()
    found = () => failedLate('browser', 'It does not respond.')
    await publish('2.2.0')
    expect((await promote('2.2.0')).status).toBe(422)
    found = () => passed('browser', 'It opens.')
    expect((await promote('2.2.0')).status).toBe(422)
    await desk.registry.db.update(gateResult).set({ checkedAt: new Date(Date.now() - MINUTE_AGO) })
    expect((await promote('2.2.0')).status).toBe(200)
    expect(trials).toEqual(['2.2.0', '2.2.0'])
    expect((await desk.act('events', 'rollback')).status).toBe(200)
  })

  it('goes live with a list of the pages that were not opened in time, which the audit log has too', async () => {
    await serve()
    const message = 'events 2.7.0: 1 of 2 pages were opened; not opened, because time was up: /events/last.'
    found = () => ({ ...warned('browser', message), late: true })
    await publish('2.7.0')
    expect(await promote('2.7.0')).toMatchObject({ status: 200, body: { notOpened: [message] } })
    expect(await desk.events()).toContainEqual(
      expect.objectContaining({ detail: expect.objectContaining({ notOpened: [message] }) }),
    )
    found = () => passed('browser', 'It opens.')
    await publish('2.7.1')
    expect((await promote('2.7.1')).body).toMatchObject({ notOpened: [] })
  })

  it('is opened for the next step of a strategy while other candidates grow and are judged', async () => {
    await serve()
    found = () => passed('browser', 'It opens.')
    await publish('2.3.0')
    const strategy = { kind: 'linear', percent: 40, seconds: 60, needsEvidence: false }
    expect((await desk.act('events', 'canary', { version: '2.3.0', strategy })).status).toBe(200)
    expect((await desk.act('quiz', 'canary', { version: '1.1.0', strategy })).status).toBe(200)
    const traffic = async () => {
      const { events, quiz } = (await desk.get()).parts as Record<string, { traffic: number }>
      return [events?.traffic, quiz?.traffic]
    }
    let go = () => {}
    open = new Promise((resolve) => {
      go = resolve
    })
    const { db } = desk.registry
    const [published] = await db.select().from(release).where(eq(release.version, '2.3.0'))
    const isPair = and(eq(gateResult.release, published?.id ?? ''), ne(gateResult.beside, gateResult.release))
    const checks = [passed('server', 'It runs.'), failedLate('browser', 'It does not respond.')]
    await db
      .update(gateResult)
      .set({ checks, checkedAt: new Date(0) })
      .where(isPair)
    ahead = MINUTE_AGO
    await serve()
    for (const _ of [1, 2]) {
      await advanceStrategies(desk.registry.context)
      await judgeCandidates(desk.registry.context)
    }
    expect(await traffic()).toEqual([40, 80])
    await expect.poll(() => trials).toEqual(['2.3.0', '2.3.0'])
    // Background work does not delay a strategy.
    await expect.poll(() => goesFirst()).toBe(true)
    go()
    await expect
      .poll(async () => {
        await advanceStrategies(desk.registry.context)
        return traffic()
      })
      .toEqual([80, 80])
    expect(trials).toEqual(['2.3.0', '2.3.0'])
  })

  it('is opened although the API did not respond to its pages on the server', async () => {
    await serve()
    onServer = () => warned('server', 'It had no data.')
    found = () => failed('browser', 'It hides the footer.')
    await publish('2.4.0')
    const answer = await promote('2.4.0')
    expect(answer).toMatchObject({ status: 422, body: { problems: [{ kind: 'browser' }] } })
    expect(await checksOf('2.4.0')).toContainEqual(
      expect.objectContaining({ name: 'browser', message: 'It hides the footer.' }),
    )
  })

  it('is rendered once more, a minute after it had no data, and not opened again for that', async () => {
    await serve()
    onServer = () => warned('server', 'It had no data.')
    found = () => passed('browser', 'It opens.')
    await publish('2.5.0')
    await expect.poll(() => checksOf('2.5.0')).toContainEqual(expect.objectContaining({ name: 'browser' }))
    const before = looks
    await desk.registry.db.update(gateResult).set({ checkedAt: new Date(Date.now() - MINUTE_AGO) })
    expect((await promote('2.5.0')).status).toBe(200)
    expect([looks, trials]).toEqual([before + 1, ['2.5.0']])
    onServer = () => failed('server', 'It throws with data.')
    await desk.act('events', 'promote', { version: '1.0.0' })
    await desk.registry.db.update(gateResult).set({ checkedAt: new Date(Date.now() - MINUTE_AGO) })
    expect(await promote('2.5.0')).toMatchObject({ status: 422, body: { problems: [{ kind: 'server' }] } })
  })

  it.each(['2.6.0', '2.6.1', '2.6.2'])(
    'loses nothing when the server fails at the same moment (%s)',
    async (version) => {
      await serve()
      let end = () => {}
      open = new Promise((resolve) => {
        end = resolve
      })
      onServer = () => warned('server', 'It had no data.')
      found = () => passed('browser', 'It opens.')
      await publish(version)
      await expect.poll(() => trials).toEqual([version])
      await desk.registry.db.update(gateResult).set({ checkedAt: new Date(Date.now() - MINUTE_AGO) })
      onServer = () => open.then(() => failed('server', 'It throws with data.'))
      const answer = promote(version)
      await expect.poll(() => looks).toBe(2)
      end()
      expect(await answer).toMatchObject({ status: 422, body: { problems: [{ kind: 'server' }] } })
      // The answer waits for no browser once the server has failed; what is lost would never come.
      const outcomes = async () => (await checksOf(version)).map(({ name, outcome }) => `${name} ${outcome}`)
      await expect.poll(outcomes).toEqual(expect.arrayContaining(['server failed', 'browser passed']))
    },
  )
})

it('a registry without a browser reports that it opened nothing', async () => {
  const [engine] = engines
  const desk = await releaseDesk(engine as (typeof engines)[0])
  await desk.begin()
  expect((await desk.get('/parts/events/versions/1.1.0/gate')).checks).toContainEqual(
    expect.objectContaining({
      name: 'browser',
      outcome: 'warned',
      message: expect.stringContaining('MARRAM_CHROMIUM'),
    }),
  )
  await desk.remove()
})
