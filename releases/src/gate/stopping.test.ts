import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFolder } from '@marram/server/stored-files'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gateResult } from '../schema'
import { fakeSection, fakeShell } from '../testing/fake-release'
import { freshRegistry } from '../testing/registry'
import { serverTrial } from './server-trial'

const sleeps = { built: { 'server/server.cjs': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)' } }

describe.each(engines.slice(0, 1))('a registry that is stopping', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'marram-stopping-'))
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  let trials = 0
  beforeAll(async () => {
    fresh = await freshRegistry(engine, (files) => {
      const trial = serverTrial({ files: openFolder(files), folder, apiUrl: 'http://127.0.0.1:9' })
      return {
        trial: (...asked) => {
          trials += 1
          return trial(...asked)
        },
      }
    })
  })
  afterAll(async () => {
    await fresh.remove()
    rmSync(folder, { recursive: true })
  })

  it('aborts the running trial, starts no other, and records no result', async () => {
    const { registry } = fresh
    for (const release of [fakeShell('1.0.0'), fakeSection('events', '1.0.0')]) {
      await registry.publish(release)
      expect((await registry.promote(release)).status).toBe(200)
    }
    trials = 0
    const next = ['1.1.0', '1.2.0', '1.3.0'].map((version) => fakeSection('events', version, sleeps))
    for (const release of next) await registry.publish(release)
    const asked = registry.promote(next[2] as (typeof next)[0])
    await expect.poll(() => trials).toBe(3)
    const startedAt = performance.now()
    await registry.context.gate.stop()
    // A trial by itself would take five seconds at least; a busy machine needs its time to end three processes.
    expect(performance.now() - startedAt).toBeLessThan(4000)
    expect(await asked).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect((await registry.db.select().from(gateResult)).filter(({ passed }) => !passed)).toEqual([])
  })
})
