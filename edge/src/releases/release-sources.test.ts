import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'
import { DISCOVERY_SCHEMA } from '@marram/release-contract/discovery'
import { releaseFileUrl } from '@marram/release-contract/release-files'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PublicError } from '../requests/error-pages'
import { type FakeRegistry, fakeRegistry } from '../testing/fake-registry'
import { entryOf, type FakeRelease, fakeSection, fakeShell } from '../testing/fake-releases'
import { ReleaseSources } from './release-sources'
import { NoSuchRelease, ReleaseStore } from './release-store'
import { readFile } from './stored-release'

/** A few bytes that decompress to 200 MB. */
const bomb = zlib.brotliCompressSync(Buffer.alloc(200 * 1024 * 1024), {
  params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 },
})

/** A dev source that serves one build. */
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

  it('is the only source of its part, with its current build, and of no other part', async () => {
    const [first] = (await shown()) ?? []
    expect(first).toMatchObject({ version: '1.1.0-abc', manifestIntegrity: build.reference.manifestIntegrity })
    expect(await open(build.reference)).toMatchObject({ origin: machine.origin, manifest: { version: '1.1.0-abc' } })
    // Browsers send no digest.
    expect(await releases.open({ part: 'events', version: '1.1.0-abc' })).toMatchObject({ origin: machine.origin })
    build = fakeSection('events', '1.1.0-def')
    expect((await shown())?.map(({ version }) => version)).toEqual(['1.1.0-def'])
    const wrong = releases.with({ part: 'quiz', origin: machine.origin }, document)
    await expect(wrong).rejects.toThrow('serves events, not quiz')
  })

  it('is not contacted for visitors without permission, and its local files are not read for them', async () => {
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

  it('never replaces a release of the same version', async () => {
    build = fakeSection('events', '1.0.0', { title: 'Something else' })
    await shown()
    expect(await open(build.reference)).toMatchObject({ origin: machine.origin, manifest: { title: 'Something else' } })
    const own = await open(released.reference)
    expect([own.origin, own.integrity]).toEqual([undefined, released.reference.manifestIntegrity])
    expect((await releases.open({ part: 'events', version: '1.0.0' })).origin).toBeUndefined()
    expect((await readFile(own, 'browser/page.js')).toString()).toBe('page()')
  })

  it('never receives the token of this edge', async () => {
    await shown()
    await open(build.reference)
    expect([machine.tokens.length > 2, new Set(machine.tokens)]).toEqual([true, new Set([undefined])])
  })

  it('is the source for visitors with permission even when a release that is closed to them has the same version', async () => {
    build = fakeSection('events', '1.0.0', { title: 'Something else' })
    await shown()
    registry.asked.length = 0
    const wanted = { part: 'events', version: '1.0.0' }
    const own = await releases.open(wanted, async () => true, false)
    expect([own.origin, own.integrity]).toEqual([machine.origin, build.reference.manifestIntegrity])
    await expect(releases.open(wanted, async () => false, false)).rejects.toThrow(NoSuchRelease)
    expect(registry.asked).toEqual([])
  })

  describe('that is hostile', () => {
    const MB = 1024 * 1024
    const TRAP = 'http://127.0.0.1:3001/releases/'
    let hostile: http.Server
    let answer: http.RequestListener
    let sent: number
    let asked: number
    beforeEach(async () => {
      sent = 0
      asked = 0
      hostile = http.createServer((request, response) => {
        asked += 1
        answer(request, response)
      })
      await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve))
      machine.close()
      machine.origin = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`
      releases = machinesAt([machine.origin])
    })
    afterEach(() => {
      hostile.closeAllConnections()
      hostile.close()
    })
    /** Continues until it is refused, or far beyond any limit in these tests. */
    const endless = (response: http.ServerResponse) => {
      const chunk = Buffer.alloc(MB)
      const more = () => {
        while (!response.destroyed && sent < 200 * MB) {
          sent += MB
          if (!response.write(chunk)) return void response.once('drain', more)
        }
        response.end()
      }
      more()
    }
    const onDisk = () =>
      fs
        .readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    const described = (files: Record<string, number>, change: object = {}) => {
      const manifest = { ...build.manifest, ...change, files: { ...build.manifest.files } }
      for (const [file, size] of Object.entries(files))
        manifest.files[file] = { size, integrity: `sha384-${'A'.repeat(64)}` }
      return JSON.stringify(manifest)
    }
    const many = (count: number, size: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`browser/${i}.js`, size]))

    it.each<[string, (response: http.ServerResponse) => void, string]>([
      ['never ends', (response) => endless(response), 'of at most 1 MB'],
      ['redirects', (response) => void response.writeHead(302, { location: TRAP }).end(), 'responded with 302'],
      ['is no JSON', (response) => void response.end('<html>'), 'that can be read'],
      ['is not valid', (response) => void response.end('{}'), 'that is not valid'],
      ['leads out of its folder', (response) => void response.end(described({ '../../token': 1 })), 'is not valid'],
      ['names a foreign folder', (response) => void response.end(described({}, { version: '../1.0.0' })), 'not valid'],
      ['lists too many files', (response) => void response.end(described(many(1000, 1))), 'more than 1000 files'],
      ['lists too many bytes', (response) => void response.end(described(many(2, 40 * MB))), 'or 64 MB'],
    ])('is refused with a message when its description %s, and leaves nothing', async (_, respond, words) => {
      answer = (_, response) => respond(response)
      const refusal = await shown().catch((error: Error) => error)
      expect(refusal).toBeInstanceOf(PublicError)
      expect((refusal as Error).message).toContain(words)
      expect([asked, onDisk()]).toEqual([1, []])
      expect(sent).toBeLessThan(20 * MB)
    })

    it.each<[string, (response: http.ServerResponse) => void]>([
      ['never ends', (response) => endless(response)],
      ['grows when it is unpacked', (response) => void response.setHeader('content-encoding', 'br').end(bomb)],
      ['redirects', (response) => void response.writeHead(302, { location: TRAP }).end()],
      ['is another one', (response) => void response.end('stealing()')],
    ])('leaves nothing when one of its files %s', async (_, respond) => {
      answer = ({ url }, response) => {
        if (url === '/release.json' || url?.endsWith('release.json')) response.end(build.files['release.json'])
        else if (url?.endsWith('page.js')) respond(response)
        else response.end(build.files[url?.split('1.1.0-abc/')[1] as string])
      }
      await shown()
      const inMemory = process.memoryUsage().arrayBuffers
      await expect(open(build.reference)).rejects.toThrow()
      expect(onDisk()).toEqual([])
      expect(sent).toBeLessThan(20 * MB)
      expect(process.memoryUsage().arrayBuffers - inMemory).toBeLessThan(64 * MB)
    })

    it('has few builds on the disk, and few files fetched at once, however many it lists', async () => {
      let now = 0
      let most = 0
      const files = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`browser/${i}.js`, `${i}`]))
      answer = async ({ url = '' }, response) => {
        now += 1
        most = Math.max(most, now)
        // All parallel requests have arrived by then.
        await new Promise(setImmediate)
        const file = url === '/release.json' ? 'release.json' : url.split(/1\.1\.\d+\//)[1]
        response.end(build.files[file as string])
        now -= 1
      }
      for (let i = 0; i < 6; i += 1) {
        build = fakeSection('events', `1.1.${i}`, { more: files })
        await shown()
        await open(build.reference)
      }
      expect(most).toBeLessThanOrEqual(16)
      const builds = fs.readdirSync(path.join(folder, '_dev-sources', encodeURIComponent(machine.origin), 'events'))
      expect(builds.sort()).toEqual(['1.1.3', '1.1.4', '1.1.5'])
    })
  })

  it('is not contacted unless this edge allows it, and only files in its description are fetched', async () => {
    releases = machinesAt(['http://127.0.0.1:1'])
    await expect(shown()).rejects.toThrow(PublicError)
    await expect(open(build.reference)).rejects.toThrow(NoSuchRelease)
  })
})
