import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { RELEASE_FILE } from '@marram/release-contract/release'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeRegistry, fakeRegistry } from '../testing/fake-registry'
import { fakeSection } from '../testing/fake-releases'
import { ReleaseStore } from './release-store'
import { readBrotli, readFile } from './stored-release'

const release = fakeSection()
const wanted = { part: 'events', version: '1.0.0', integrity: release.reference.manifestIntegrity }
const ENTRY = 'browser/remoteEntry.js'
const url = (file: string) => `/releases/files/events/1.0.0/${file}`
const bad = Buffer.from('tampered()')

let registry: FakeRegistry
let folder: string
const newStore = () => new ReleaseStore(folder, registry.url)
const onDisk = (file: string) => path.join(folder, 'events/1.0.0', file)

beforeEach(async () => {
  registry = await fakeRegistry()
  registry.publish(release)
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-store-'))
})
afterEach(async () => {
  await registry.close()
  fs.rmSync(folder, { recursive: true })
})

describe('a release', () => {
  it('is fetched once and then served from this disk, as it was published', async () => {
    const store = newStore()
    const [opened] = await Promise.all([store.open(wanted), store.open(wanted)])
    expect(await readFile(opened, ENTRY)).toEqual(release.files[ENTRY])
    expect(await readBrotli(opened, ENTRY)).toBeInstanceOf(Buffer)
    expect(registry.asked.filter((asked) => asked === url(ENTRY))).toHaveLength(1)
    registry.broken = 503
    expect((await newStore().open(wanted)).manifest).toEqual(release.manifest)
  })

  it('leaves nothing that looks complete when it could not be fetched whole', async () => {
    registry.files.delete(url(ENTRY))
    await expect(newStore().open(wanted)).rejects.toThrow(`the registry has no events/1.0.0/${ENTRY}`)
    expect(fs.existsSync(onDisk(RELEASE_FILE))).toBe(false)
    registry.publish(release)
    expect((await newStore().open(wanted)).manifest.version).toBe('1.0.0')
  })

  it('can be opened from the same store once the registry is repaired', async () => {
    const store = newStore()
    registry.broken = 500
    await expect(store.open(wanted)).rejects.toThrow('the registry responded with 500')
    registry.broken = undefined
    await expect(store.open(wanted)).resolves.toBeDefined()
  })

  it.each([
    ['../events', '1.0.0'],
    ['events', '../1.0.0'],
    ['events', '..'],
    ['Events', '1.0.0'],
  ])('cannot have the name %s %s', async (part, version) => {
    await expect(newStore().open({ part, version })).rejects.toMatchObject({ name: 'NoSuchRelease' })
    expect(registry.asked).toEqual([])
  })
})

describe('bytes that do not match their digest', () => {
  it('are refused when the registry sends them', async () => {
    registry.files.set(url(ENTRY), bad)
    await expect(newStore().open(wanted)).rejects.toMatchObject({ name: 'WrongDigest' })
    expect(fs.existsSync(onDisk(ENTRY))).toBe(false)
  })

  it('are refused when the registry sends another description of the release', async () => {
    registry.files.set(url(RELEASE_FILE), Buffer.from(JSON.stringify({ ...release.manifest, title: 'Other' })))
    await expect(newStore().open(wanted)).rejects.toMatchObject({ name: 'WrongDigest' })
  })

  it('are refused when the description is of another release', async () => {
    const other = fakeSection('quiz')
    registry.files.set(url(RELEASE_FILE), other.files[RELEASE_FILE] as Buffer)
    await expect(newStore().open({ part: 'events', version: '1.0.0' })).rejects.toMatchObject({ name: 'WrongDigest' })
  })

  it('are refused when they are on the disk', async () => {
    const store = newStore()
    const opened = await store.open(wanted)
    fs.writeFileSync(onDisk(ENTRY), bad)
    fs.writeFileSync(onDisk(`${ENTRY}.br`), bad)
    await expect(readFile(opened, ENTRY)).rejects.toMatchObject({ name: 'WrongDigest' })
    await expect(readBrotli(opened, ENTRY)).rejects.toThrow()
  })

  it('on this disk are replaced by the registry’s at the next start', async () => {
    await newStore().open(wanted)
    fs.writeFileSync(onDisk(ENTRY), bad)
    const store = newStore()
    expect(await readFile(await store.open(wanted), ENTRY)).toEqual(release.files[ENTRY])
  })

  it('are still refused after a file of the release was requested first', async () => {
    const store = newStore()
    const evil = fakeSection('events', '1.0.0', { title: 'Other' })
    registry.publish(evil)
    await store.open({ part: 'events', version: '1.0.0' })
    await expect(store.open(wanted)).rejects.toMatchObject({ name: 'WrongDigest' })
    registry.publish(release)
    expect((await store.open(wanted)).manifest).toEqual(release.manifest)
  })
})

describe('unknown versions', () => {
  const unknown = Array.from({ length: 1000 }, (_, i) => `9.0.${i}`)
  const manifestOf = (version: string) => `/releases/files/events/${version}/${RELEASE_FILE}`
  const openAll = (store: ReleaseStore, versions: string[]) =>
    Promise.allSettled(versions.map((version) => store.open({ part: 'events', version })))

  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())

  it('are looked up a few at a time, and named versions do not wait for them', async () => {
    for (const version of unknown) registry.hanging.add(manifestOf(version))
    const store = newStore()
    const all = openAll(store, unknown)
    await expect(store.open(wanted)).resolves.toBeDefined()
    expect(registry.asked.filter((asked) => registry.hanging.has(asked))).toHaveLength(8)
    await registry.close()
    const names = (await all).map((result) => result.status === 'rejected' && result.reason.name)
    // Fetched and waiting ones were not refused.
    expect(names.filter((name) => name === 'TooManyFetches')).toHaveLength(unknown.length - 8 - 128)
  })

  it('leave nothing behind, and are not looked up again for a second', async () => {
    const store = newStore()
    const names: unknown[] = []
    for (let i = 0; i < unknown.length; i += 100)
      for (const result of await openAll(store, unknown.slice(i, i + 100)))
        names.push(result.status === 'rejected' && result.reason.name)
    expect(names).toEqual(unknown.map(() => 'NoSuchRelease'))
    expect(store.openedBefore(1)).toEqual([])
    const last = unknown.slice(-10)
    await openAll(store, [...last, ...last, ...last])
    await openAll(store, last)
    expect(registry.asked).toHaveLength(unknown.length)
  })

  it('are found a second after they were published, and at once with the digest', async () => {
    const store = newStore()
    const late = fakeSection('events', '9.0.0')
    await expect(store.open({ part: 'events', version: '9.0.0' })).rejects.toMatchObject({ name: 'NoSuchRelease' })
    registry.publish(late)
    await expect(store.open({ part: 'events', version: '9.0.0' })).rejects.toMatchObject({ name: 'NoSuchRelease' })
    vi.advanceTimersByTime(1001)
    await expect(store.open({ part: 'events', version: '9.0.0' })).resolves.toBeDefined()
    const other = fakeSection('events', '9.1.0')
    await expect(store.open({ part: 'events', version: '9.1.0' })).rejects.toMatchObject({ name: 'NoSuchRelease' })
    registry.publish(other)
    const named = { part: 'events', version: '9.1.0', integrity: other.reference.manifestIntegrity }
    await expect(store.open(named)).resolves.toBeDefined()
    await expect(store.open({ part: 'events', version: '9.1.0' })).resolves.toBeDefined()
  })
})
