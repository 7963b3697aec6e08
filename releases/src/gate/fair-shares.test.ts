import { once } from 'node:events'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakeSection, fakeShell } from '../testing/fake-release'
import { freshRegistry, type TestRegistry } from '../testing/registry'
import { passed } from './check'
import { oneAtATime } from './trial'

describe.each(engines.slice(0, 1))('a publisher with slow builds', (engine) => {
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  let registry: TestRegistry
  const begun: string[] = []
  const done = new AbortController()
  /** Trials of tides end when they are stopped, or all may end. */
  const trial = oneAtATime(async ({ shell, section }, stopping) => {
    const { name, version } = (section ?? shell).manifest
    begun.push(`${name} ${version}`)
    const any = AbortSignal.any([stopping, done.signal])
    if (name === 'tides' && !any.aborted) await once(any, 'abort')
    return { check: passed('server', 'It runs.'), mayDiffer: false }
  })
  const times = (what: string) => begun.filter((each) => each === what).length

  beforeAll(async () => {
    fresh = await freshRegistry(engine, () => ({ trial }))
    registry = fresh.registry
    for (const release of [fakeShell('1.0.0'), fakeSection('events', '1.0.0')]) {
      await registry.publish(release)
      expect((await registry.promote(release)).status).toBe(200)
    }
  })
  afterAll(() => fresh.remove())

  it('delays no change of what is live, and is checked afterwards', async () => {
    await registry.publish(fakeSection('tides', '1.0.0'))
    await expect.poll(() => times('tides 1.0.0')).toBe(1)
    for (const version of ['1.1.0', '1.2.0']) await registry.publish(fakeSection('tides', version))
    // Asking for the result of the gate without the right to promote does not delay it either.
    const token = await registry.tokenFor({ role: 'publisher', part: 'tides' })
    const gate = '/releases/environments/production/parts/tides/versions/1.0.0/gate'
    const asked = registry.call('GET', gate, { token })

    const next = fakeSection('events', '1.1.0')
    await registry.publish(next)
    expect((await registry.promote(next)).status).toBe(200)

    await expect.poll(() => times('tides 1.0.0')).toBeGreaterThan(1)
    done.abort()
    expect((await asked).status).toBe(200)
    // Of its versions published meanwhile, only the newest.
    await expect.poll(() => times('tides 1.2.0')).toBe(1)
    expect(times('tides 1.1.0')).toBe(0)
  })
})
