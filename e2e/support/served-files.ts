import { createHash } from 'node:crypto'
import { RELEASE_FILE, type ReleaseManifest, releaseFileUrl } from '@marram/release-contract/release'
import type { Site } from './site'

/** Digest of each file of these releases as it is served now, by URL: all but source maps, which are not public. */
export async function servedFiles(site: Site, versions: Record<string, string>): Promise<Record<string, string>> {
  const ofParts = Object.entries(versions).map(async ([part, version]) => {
    const about = releaseFileUrl(part, version, RELEASE_FILE)
    const description = await bytesOf(site.url + about)
    const { files, server } = JSON.parse(description.toString('utf8')) as ReleaseManifest
    const ofFiles = Object.entries(files).map(async ([file, { integrity }]) => {
      if (file.endsWith('.map')) return []
      const url = releaseFileUrl(part, version, file)
      // Visitors never get server builds; edges take them from the registry.
      const digest = digestOf(await bytesOf((file === server ? site.registry : site.url) + url))
      if (digest !== integrity) throw new Error(`${url} is not what its release says`)
      return [[url, digest]]
    })
    return [[about, digestOf(description)], ...(await Promise.all(ofFiles)).flat()]
  })
  return Object.fromEntries((await Promise.all(ofParts)).flat())
}

async function bytesOf(url: string): Promise<Buffer> {
  const response = await fetch(url)
  if (response.status !== 200) throw new Error(`${url} answers ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

const digestOf = (bytes: Buffer) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`
