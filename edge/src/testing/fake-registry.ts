import { createHash } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import zlib from 'node:zlib'
import { DISCOVERY_SCHEMA, type DiscoveryEntry, REVISION, TRUST_VERSION } from '@marram/release-contract/discovery'
import { releaseFileUrl } from '@marram/release-contract/release-files'
import type { SignedTrust } from '@marram/release-contract/trust'
import type { FakeRelease } from './fake-releases'

export type FakeRegistry = {
  url: string
  /** Responses by path; a test may change the bytes. */
  files: Map<string, Buffer>
  asked: string[]
  /** What edges have reported, by path. */
  reports: { path: string; body: unknown }[]
  /** Paths that never get a response. */
  hanging: Set<string>
  /** Of the environment; grows with each promotion. */
  revision: number
  /** Whether it holds requests of edges that know the current document. */
  holds: boolean
  /** While set, every response has this status. */
  broken: number | undefined
  /** As `part@version`: what was ever live in production. Promoted releases are added. */
  everLive: Set<string>
  /** Every version of trust.json that it has; edges are told of the last one. */
  trust: SignedTrust[]
  /** Responses for paths with this prefix need this token. */
  guarded: Map<string, string>
  publish: (...releases: FakeRelease[]) => void
  promote: (parts: Record<string, DiscoveryEntry[]>) => void
  close: () => Promise<void>
}

const EVER_LIVE = /^\/releases\/environments\/production\/parts\/([^/]+)\/versions\/([^/]+)\/ever-live$/
const TRUST = /^\/releases\/trust\?after=(\d+)$/
export const DISCOVERY = '/releases/environments/production/discovery.json'

/** A registry that holds what it is given, over HTTP. */
export async function fakeRegistry(): Promise<FakeRegistry> {
  const files = new Map<string, Buffer>()
  const asked: string[] = []
  const reports: FakeRegistry['reports'] = []
  const etagOf = (path: string) =>
    `"${createHash('sha1')
      .update(files.get(path) ?? '')
      .digest('hex')}"`
  const server = http.createServer(async (request, response) => {
    const path = request.url ?? '/'
    asked.push(path)
    if (registry.hanging.has(path)) return
    if (request.method === 'POST' && !registry.broken) {
      reports.push({ path, body: await json(request) })
      return void response.writeHead(200).end('{}')
    }
    const [, part, version] = EVER_LIVE.exec(path) ?? []
    if (part !== undefined && !registry.broken)
      return void response.end(JSON.stringify({ everLive: registry.everLive.has(`${part}@${version}`) }))
    const [, after] = TRUST.exec(path) ?? []
    if (after !== undefined) {
      const versions =
        after === '0' ? registry.trust.slice(-1) : registry.trust.filter((each) => each.trust.version > Number(after))
      return void response.end(JSON.stringify({ versions }))
    }
    const guard = [...registry.guarded].find(([start]) => path.startsWith(start))
    if (guard && request.headers.authorization !== `Bearer ${guard[1]}`) return void response.writeHead(404).end()
    const bytes = files.get(path)
    if (registry.broken || !bytes) return void response.writeHead(registry.broken ?? 404).end()
    response.setHeader(REVISION, registry.revision)
    const newest = registry.trust.at(-1)
    if (newest) response.setHeader(TRUST_VERSION, newest.trust.version)
    const etag = etagOf(path)
    if (registry.holds && request.headers.prefer) {
      response.setHeader('preference-applied', 'wait')
      const isKnown = request.headers['if-none-match'] === etag && request.headers[REVISION] === `${registry.revision}`
      if (isKnown) {
        const seen = registry.revision
        while (registry.revision === seen && !response.destroyed) await new Promise((done) => setTimeout(done, 5))
        if (response.destroyed) return
        return void response.writeHead(200, { etag: etagOf(path), [REVISION]: registry.revision }).end(files.get(path))
      }
    }
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end()
    if (request.headers['accept-encoding'] !== 'br') return void response.writeHead(200, { etag }).end(bytes)
    response.writeHead(200, { etag, 'content-encoding': 'br' }).end(zlib.brotliCompressSync(bytes))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const registry: FakeRegistry = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    asked,
    reports,
    hanging: new Set(),
    holds: false,
    broken: undefined,
    revision: 0,
    everLive: new Set(),
    trust: [],
    guarded: new Map(),
    publish(...releases) {
      for (const { manifest, files: each } of releases)
        for (const [file, bytes] of Object.entries(each))
          files.set(releaseFileUrl(manifest.name, manifest.version, file), bytes)
    },
    promote(microFrontends) {
      registry.revision += 1
      for (const [part, entries] of Object.entries(microFrontends))
        for (const { extras } of entries)
          for (const { version } of [extras, ...extras.fallbacks]) registry.everLive.add(`${part}@${version}`)
      files.set(DISCOVERY, Buffer.from(JSON.stringify({ schema: DISCOVERY_SCHEMA, microFrontends })))
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return registry
}
