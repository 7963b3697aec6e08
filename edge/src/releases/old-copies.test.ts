import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { RELEASE_FILE } from '@marram/release-contract/release'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fakeLog } from '../testing/fake-log'
import { type FakeRegistry, fakeRegistry } from '../testing/fake-registry'
import { fakeSection } from '../testing/fake-releases'
import { ReleaseSources } from './release-sources'
import { ReleaseStore } from './release-store'
import { readFile } from './stored-release'

const DAY_MS = 86_400_000
const MACHINE = 'http://127.0.0.1:4001'
const versions = ['1.0.0', '1.1.0', '1.2.0']

let folder: string
let registry: FakeRegistry
let store: ReleaseStore
let log: ReturnType<typeof fakeLog>
const at = (version: string, from = folder) => path.join(from, 'events', version)
const onMachine = () => path.join(folder, '_dev-sources', encodeURIComponent(MACHINE))
const there = (from = folder) => fs.readdirSync(path.join(from, 'events')).sort()
const open = (version: string) => store.open({ part: 'events', version })
/** As if it had been used this many days ago. */
const age = (copy: string, days: number) => {
  const then = (Date.now() - days * DAY_MS) / 1000
  fs.utimesSync(path.join(copy, RELEASE_FILE), then, then)
}
const remove = (inUse: string[] | undefined, of = store) =>
  new ReleaseSources(of, []).removeOldCopies(inUse && new Set(inUse), log.log)
const freshStore = () => new ReleaseStore(folder, registry.url)

beforeEach(async () => {
  log = fakeLog()
  registry = await fakeRegistry()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-copies-'))
  registry.publish(...versions.map((version) => fakeSection('events', version)))
  store = freshStore()
  for (const version of versions) await open(version)
  // As after a start, when none of them has been used yet.
  store = freshStore()
})
afterEach(async () => {
  await registry.close()
  fs.rmSync(folder, { recursive: true })
})

it('are removed when nothing needs them and nobody has used them for a number of days', async () => {
  age(at('1.0.0'), 31)
  age(at('1.1.0'), 29)
  age(at('1.2.0'), 400)
  await remove(['events@1.2.0'])
  expect(there()).toEqual(['1.1.0', '1.2.0'])
  expect(fs.readdirSync(folder)).toEqual(['events'])
  expect(log.lines).toMatchObject([{ level: 'info', fields: { removed: ['events 1.0.0'] } }])
})

it('are not removed when they were needed until a moment ago', async () => {
  age(at('1.2.0'), 400)
  await remove(['events@1.2.0'])
  // Now the document names another version, and the edge starts again.
  await remove([], freshStore())
  expect(there()).toEqual(versions)
})

it('are not removed when they were requested recently, also before the last start', async () => {
  age(at('1.0.0'), 400)
  await open('1.0.0')
  await remove([])
  await remove([], freshStore())
  expect(there()).toEqual(versions)
})

it('are fetched again, whole, on request', async () => {
  age(at('1.0.0'), 31)
  await remove([])
  expect(there()).toEqual(['1.1.0', '1.2.0'])
  const release = await open('1.0.0')
  expect((await readFile(release, 'browser/page.js')).toString()).toBe('page()')
})

it('include builds of dev sources and incomplete downloads', async () => {
  fs.cpSync(at('1.0.0'), at('1.3.0-abc', onMachine()), { recursive: true })
  fs.cpSync(at('1.0.0'), at('1.3.0-def', onMachine()), { recursive: true })
  age(at('1.3.0-abc', onMachine()), 31)
  fs.rmSync(path.join(at('1.0.0'), RELEASE_FILE))
  fs.utimesSync(at('1.0.0'), 0, 0)
  await remove([])
  expect([there(), there(onMachine())]).toEqual([['1.1.0', '1.2.0'], ['1.3.0-def']])
})

it('are found beside foreign files in the folder of dev sources', async () => {
  fs.mkdirSync(path.join(folder, '_dev-sources', '%zz', 'events', '1.0.0'), { recursive: true })
  fs.writeFileSync(path.join(folder, '_dev-sources', 'a note'), '')
  fs.cpSync(at('1.0.0'), at('1.3.0-abc', onMachine()), { recursive: true })
  for (const copy of [at('1.0.0'), at('1.3.0-abc', onMachine())]) age(copy, 31)
  await remove([])
  expect([there(), there(onMachine())]).toEqual([['1.1.0', '1.2.0'], []])
})

it('stay while no document names what is needed', async () => {
  for (const version of versions) age(at(version), 400)
  fs.mkdirSync(path.join(folder, '_removed/0'), { recursive: true })
  await remove(undefined)
  expect(there()).toEqual(versions)
  // Files that an earlier process moved aside are deleted anyway.
  expect(fs.readdirSync(folder)).toEqual(['events'])
})
