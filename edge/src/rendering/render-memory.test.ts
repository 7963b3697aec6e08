import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { compositionFor } from '@marram/release-contract/composition'
import type { ServerBuild } from '@marram/rendering/render-messages'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fakeLog } from '../testing/fake-log'
import { type FakeRelease, fakeSection, fakeShell, noApi } from '../testing/fake-releases'
import { sayProcessIds } from '../testing/process-ids'
import { type CompositionBuilds, RenderPool } from './render-pool'

sayProcessIds()

const SWAPS = 20
const PAGES = 10
const HEAP_MB = 64

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-memory-'))
const { log, messages } = fakeLog()
const pool = new RenderPool({
  processes: 1,
  memoryMb: HEAP_MB,
  timeoutMs: 10_000,
  folder,
  log,
  callApi: noApi,
  onReport: () => {},
})
const shell = fakeShell()

/** A build with 4 MB of code and tables. */
const versionOf = (n: number) =>
  fakeSection('events', `1.${n}.0`, {
    server: `
const { word } = require('greeting')
const table = Array.from({ length: 5e5 }, (_, i) => i + 0.5 + ${n})
exports.say = () => word + ' ' + table[1]`,
  })

function built({ manifest, files }: FakeRelease): ServerBuild {
  const { name: part, version } = manifest
  const file = path.join(folder, `${part}-${version}.js`)
  fs.writeFileSync(file, files['server/index.js'] as Buffer)
  return { part, version, file, integrity: manifest.files['server/index.js']?.integrity as string }
}

function buildsFor(n: number): CompositionBuilds {
  const section = versionOf(n)
  return {
    composition: compositionFor(`number ${n}`, shell.manifest, { events: [section.manifest] }, {}),
    configuration: { apiBase: '', mediaHost: '', origin: 'https://marram.example' },
    shell: built(shell),
    sections: { events: built(section) },
  }
}

beforeAll(() => pool.start())
afterAll(() => {
  pool.stop()
  fs.rmSync(folder, { recursive: true })
})

const rendered = async (n: number, address: string) =>
  (
    await pool.render(`number ${n}`, { url: `http://edge.invalid${address}`, section: 'events', pattern: address })
  ).html.toString()

it('versions that are no longer served leave no process behind', async () => {
  const pids = new Set<string>()
  for (let n = 0; n <= SWAPS; n += 1) {
    pool.openComposition(buildsFor(n))
    if (n > 0) pool.closeComposition(`number ${n - 1}`)
    for (let page = 0; page < PAGES; page += 1) expect(await rendered(n, '/events')).toBe(`Hello ${n + 1.5}`)
    pids.add(await rendered(n, '/process'))
  }
  expect(pids.size).toBe(SWAPS + 1)
  await expect.poll(() => pool.size).toBe(1)
  expect(messages()).toEqual([])
})
