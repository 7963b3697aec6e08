import { createHash } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { DISCOVERY_SCHEMA, type DiscoveryEntry } from '@marram/release-contract/discovery'
import { RELEASE_FILE, type ReleaseManifest, releaseManifest } from '@marram/release-contract/release'
import { releaseFileUrl } from '@marram/release-contract/release-files'
import { root } from './root'

export type LocalRegistry = {
  url: string
  /** Makes another version of a part live: the same build, with other bytes on the server. */
  swap(part: string, version: string): void
  /** The same, for some percent of the visitors. */
  rollOut(part: string, version: string, percent: number): void
  close(): Promise<void>
}

const DISCOVERY = '/releases/environments/production/discovery.json'
const integrityOf = (bytes: Buffer) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

/** The registry calls of an edge, for built parts: fifty versions are published without delay. */
export async function localRegistry(parts: string[]): Promise<LocalRegistry> {
  const files = new Map<string, Buffer>()
  const live: Record<string, DiscoveryEntry[]> = {}

  function publish(part: string, given?: string, percent = 100): void {
    const folder = path.join(root, part, 'dist')
    const read = (file: string) => fs.readFileSync(path.join(folder, file))
    const built = releaseManifest.parse(JSON.parse(read(RELEASE_FILE).toString()))
    const version = given ?? built.version
    const server = Buffer.concat([read(built.server), Buffer.from(`\n// ${version}`)])
    const described = { ...built.files, [built.server]: { size: server.length, integrity: integrityOf(server) } }
    const manifest: ReleaseManifest = { ...built, version, files: described }
    const bytes = Buffer.from(JSON.stringify(manifest))
    const put = (file: string, content: Buffer) => files.set(releaseFileUrl(part, version, file), content)
    for (const file of Object.keys(built.files)) if (!file.endsWith('.map')) put(file, read(file))
    put(built.server, server)
    put(RELEASE_FILE, bytes)
    const entry = entryOf(manifest, integrityOf(bytes))
    const before = percent < 100 ? (live[part] ?? []) : []
    live[part] = [
      ...before.map((each) => ({ ...each, deployment: { traffic: 100 - percent, default: true } })),
      { ...entry, deployment: { traffic: percent, default: before.length === 0 } },
    ]
    files.set(DISCOVERY, Buffer.from(JSON.stringify({ schema: DISCOVERY_SCHEMA, microFrontends: live })))
  }

  for (const part of parts) publish(part)
  const server = http.createServer(({ url = '', headers }, response) => {
    const bytes = files.get(url)
    if (!bytes) return void response.writeHead(404).end()
    const etag = `"${createHash('sha1').update(bytes).digest('hex')}"`
    if (headers['if-none-match'] === etag) return void response.writeHead(304).end()
    response.writeHead(200, { etag }).end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    swap: (part, version) => publish(part, version),
    rollOut: publish,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const entryOf = (manifest: ReleaseManifest, integrity: string): DiscoveryEntry => ({
  url: releaseFileUrl(manifest.name, manifest.version, RELEASE_FILE),
  metadata: { version: manifest.version, integrity },
  deployment: { traffic: 100, default: true },
  extras: {
    version: manifest.version,
    manifest: releaseFileUrl(manifest.name, manifest.version, RELEASE_FILE),
    manifestIntegrity: integrity,
    salt: 'salt',
    fallbacks: [],
  },
})
