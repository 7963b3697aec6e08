import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { DISCOVERY_SCHEMA } from '@marram/release-contract/discovery'
import { releaseFileUrl } from '@marram/release-contract/release'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PublicError } from '../requests/error-pages'
import { type FakeRegistry, fakeRegistry } from '../testing/fake-registry'
import { entryOf, type FakeRelease, fakeSection, fakeShell } from '../testing/fake-releases'
import { ReleaseSources } from './release-sources'
import { NoSuchRelease, ReleaseStore } from './release-store'
import { readFile } from './stored-release'

/** A developer's machine that serves one build. */
async function fakeMachine(served: () => FakeRelease) {
  const asked: (string | undefined)[] = []
  const tokens: (string | undefined)[] = []
  const server = http.createServer(({ url, headers }, response) => {
    asked.push(url)
    tokens.push(headers.authorization)
    const { manifest, files } = served()
    const own = Object.entries(files).find(([file]) => url === releaseFileUrl(manifest.name, manifest.version, file))
    const bytes = url === '/release.json' ? files['release.json'] : own?.[1]
    response.writeHead(bytes ? 200 : 404).end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    tokens,
    close: () => server.close(),
  }
}

describe("a developer's machine", () => {
  const released = fakeSection('events', '1.0.0')
  const document = {
    schema: DISCOVERY_SCHEMA,
    microFrontends: { shell: [entryOf(fakeShell())], events: [entryOf(released)] },
  }
  let folder: string
  let registry: FakeRegistry
  let machine: Awaited<ReturnType<typeof fakeMachine>>
  let build: FakeRelease
  let releases: ReleaseSources
  beforeEach(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-machines-'))
    registry = await fakeRegistry()
    registry.publish(fakeShell(), released)
    build = fakeSection('events', '1.1.0-abc')
    machine = await fakeMachine(() => build)
    releases = machinesAt([machine.origin])
  })
  afterEach(async () => {
    machine.close()
    await registry.close()
    fs.rmSync(folder, { recursive: true })
  })
  const machinesAt = (allowed: string[]) =>
    new ReleaseSources(new ReleaseStore(folder, registry.url, 'marram_own'), allowed)
  const shown = async () => {
    const { microFrontends } = await releases.with({ part: 'events', origin: machine.origin }, document)
    return microFrontends.events?.map(({ extras }) => extras)
  }
  const open = (reference: { version: string; manifestIntegrity: string }) =>
    releases.open({ part: 'events', version: reference.version, integrity: reference.manifestIntegrity })

  it('is the only source of its part, with what it serves at that moment, and of no other part', async () => {
    const [first] = (await shown()) ?? []
    expect(first).toMatchObject({ version: '1.1.0-abc', manifestIntegrity: build.reference.manifestIntegrity })
    expect(await open(build.reference)).toMatchObject({ origin: machine.origin, manifest: { version: '1.1.0-abc' } })
    // Browsers ask without a digest.
    expect(await releases.open({ part: 'events', version: '1.1.0-abc' })).toMatchObject({ origin: machine.origin })
    build = fakeSection('events', '1.1.0-def')
    expect((await shown())?.map(({ version }) => version)).toEqual(['1.1.0-def'])
    const wrong = releases.with({ part: 'quiz', origin: machine.origin }, document)
    await expect(wrong).rejects.toThrow('serves events, not quiz')
  })

  it('is asked for nothing by who may not have it, and what is here of it is not read for them', async () => {
    await shown()
    machine.asked.length = 0
    const wanted = { part: 'events', version: '1.1.0-abc' }
    const origins: string[] = []
    const refused = async (origin: string) => {
      origins.push(origin)
      return false
    }
    await expect(releases.open(wanted, refused)).rejects.toThrow(NoSuchRelease)
    expect([machine.asked, origins]).toEqual([[], [machine.origin]])
    expect(fs.existsSync(path.join(folder, '_dev-sources'))).toBe(false)
    expect(await releases.open(wanted, async () => true)).toMatchObject({ origin: machine.origin })
    await expect(releases.open(wanted, refused)).rejects.toThrow(NoSuchRelease)
  })

  it('never stands for a release of the same version', async () => {
    build = fakeSection('events', '1.0.0', { title: 'Something else' })
    await shown()
    expect(await open(build.reference)).toMatchObject({ origin: machine.origin, manifest: { title: 'Something else' } })
    const own = await open(released.reference)
    expect([own.origin, own.integrity]).toEqual([undefined, released.reference.manifestIntegrity])
    expect((await releases.open({ part: 'events', version: '1.0.0' })).origin).toBeUndefined()
    expect((await readFile(own, 'browser/page.js')).toString()).toBe('page()')
  })

  it('never learns the token of this edge', async () => {
    await shown()
    await open(build.reference)
    expect([machine.tokens.length > 2, new Set(machine.tokens)]).toEqual([true, new Set([undefined])])
  })

  it('is the source for whoever may have it also where a release has that version which is not theirs', async () => {
    build = fakeSection('events', '1.0.0', { title: 'Something else' })
    await shown()
    registry.asked.length = 0
    const wanted = { part: 'events', version: '1.0.0' }
    const own = await releases.open(wanted, async () => true, false)
    expect([own.origin, own.integrity]).toEqual([machine.origin, build.reference.manifestIntegrity])
    await expect(releases.open(wanted, async () => false, false)).rejects.toThrow(NoSuchRelease)
    expect(registry.asked).toEqual([])
  })

  it('is not asked unless this edge allows it, and what it has not described is not taken from it', async () => {
    releases = machinesAt(['http://127.0.0.1:1'])
    await expect(shown()).rejects.toThrow(PublicError)
    await expect(open(build.reference)).rejects.toThrow(NoSuchRelease)
  })
})
