import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Check } from '@marram/release-contract/calls/releases'
import type { ReleaseManifest } from '@marram/release-contract/release'
import { openFolder } from '@marram/server/stored-files'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { gateResult } from '../schema'
import { fileKey, type ReleaseFiles } from '../storage'
import { type FakeRelease, fakeSection, fakeShell } from '../testing/fake-release'
import { freshRegistry, type TestRegistry } from '../testing/registry'
import { failed, failedLate, passed } from './check'
import type { StoredRelease } from './own-checks'
import { serverTrial } from './server-trial'
import type { Pair, Trial } from './trial'

describe.each(engines.slice(0, 1))('a trial that ran out of time', (engine) => {
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  let registry: TestRegistry
  let isBusy = false
  let trials = 0
  const trial: Trial = async ({ section }) => {
    trials += 1
    return isBusy && section?.manifest.version === '1.1.0'
      ? failedLate('server', 'frame took more than 6000 ms')
      : passed('server', 'It runs.')
  }
  beforeAll(async () => {
    fresh = await freshRegistry(engine, () => ({ trial }))
    registry = fresh.registry
    for (const release of [fakeShell('1.0.0'), fakeSection('events', '1.0.0')]) {
      await registry.publish(release)
      await registry.promote(release)
    }
  })
  afterAll(() => fresh.remove())

  it('refuses a release for a minute and is then run again', async () => {
    const next = fakeSection('events', '1.1.0')
    isBusy = true
    await registry.publish(next)
    expect(await registry.promote(next)).toMatchObject({ status: 422, body: { problems: [{ kind: 'server' }] } })
    isBusy = false
    const before = trials
    // A trial for each request would not help an overloaded machine.
    expect((await registry.promote(next)).status).toBe(422)
    expect(trials).toBe(before)
    await registry.db.update(gateResult).set({ checkedAt: new Date(Date.now() - 61_000) })
    expect((await registry.promote(next)).status).toBe(200)
  })

  it('does not block a rollback a minute later, if nothing else was found', async () => {
    const rollBack = () => registry.call('POST', '/releases/environments/production/parts/events/rollback')
    const found = async (checks: Check[]) =>
      registry.db.update(gateResult).set({ checks, passed: false, checkedAt: new Date(Date.now() - 61_000) })
    const late = failedLate('server', 'frame took more than 6000 ms')
    // The previous promotion runs more trials in the background.
    await vi.waitFor(async () => {
      const seen = trials
      await wait(300)
      expect(trials).toBe(seen)
    })
    const before = trials
    await found([failed('digests', 'A file is damaged.'), late])
    const { status, body } = await rollBack()
    expect(status).toBe(422)
    expect(new Set((body.problems as { kind: string }[]).map(({ kind }) => kind))).toEqual(new Set(['digests']))
    await found([late])
    expect(await rollBack()).toMatchObject({ status: 200, body: { version: '1.0.0' } })
    expect(trials).toBe(before)
  })
})

describe('a server build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'marram-late-'))
  const files = openFolder(join(folder, 'files'))
  const limits = { openMs: 3000, pageMs: 2000 }
  const trial = serverTrial({ files, folder: join(folder, 'trials'), apiUrl: 'http://127.0.0.1:9', limits })
  const tried = (pair: Pair) => trial(pair, () => true)
  afterAll(() => rmSync(folder, { recursive: true }))

  it('that is late once, as on a busy machine, is tried again', async () => {
    const shell = await stored(files, fakeShell('1.0.0'))
    const slow = { 'server/server.cjs': `${waits(Date.now() + 4000)};\nexports.react = require('react')` }
    const section = await stored(files, fakeSection('events', '1.0.0', { built: slow }))
    expect(await tried({ shell, section })).toMatchObject({ outcome: 'passed' })
  })

  it('that is late twice has failed, with the reason', async () => {
    const sleeps = { 'server/server.cjs': waits(Number.MAX_SAFE_INTEGER) }
    const shell = await stored(files, fakeShell('1.1.0', { built: sleeps }))
    expect(await tried({ shell })).toMatchObject({ outcome: 'failed', late: true, message: tooLong('1.1.0') })
  })
})

/** A process that gets no processor time. */
const waits = (until: number) =>
  `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.max(0, ${until} - Date.now()))`
const tooLong = (version: string) =>
  expect.stringMatching(new RegExp(`^shell ${version.replaceAll('.', '\\.')}: \\w+ took more than \\d+ ms\\.$`))

async function stored(files: ReleaseFiles, release: FakeRelease): Promise<StoredRelease> {
  const manifest = JSON.parse(release.bytes.toString()) as ReleaseManifest
  const id = `${release.name}-${release.version}`
  for (const [path, { integrity }] of Object.entries(manifest.files))
    await files.put(fileKey(id, integrity), release.files[path] as string)
  return { id, manifest }
}
