import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { RELEASE_FILE, type ReleaseManifest } from '@marram/release-contract/release'
import { parts, root } from '../workspace'
import { buildPart } from './build-part'

/**
 * `npm run store:releases`: stores the present builds as earlier releases, for journeys that run new shells with old
 * sections and the reverse. Do it when a host contract version goes out; the files are committed.
 */
export async function storeReleases(): Promise<void> {
  const folder = path.join(root, 'e2e/stored-releases')
  fs.mkdirSync(folder, { recursive: true })
  for (const part of parts()) {
    const { folder: dist, version } = await buildPart(part)
    const packed = pack(dist)
    fs.writeFileSync(path.join(folder, `${part}.br`), packed)
    process.stdout.write(`${part} ${version}: ${Math.round(packed.length / 1024)} KB\n`)
  }
}

/** Without source maps: they are never run, and are most of the bytes. */
function pack(dist: string): Buffer {
  const manifest = JSON.parse(fs.readFileSync(path.join(dist, RELEASE_FILE), 'utf8')) as ReleaseManifest
  manifest.files = Object.fromEntries(Object.entries(manifest.files).filter(([file]) => !file.endsWith('.map')))
  const files = Object.fromEntries(
    Object.keys(manifest.files).map((file) => [file, fs.readFileSync(path.join(dist, file)).toString('latin1')]),
  )
  const text = Buffer.from(JSON.stringify({ manifest, files }))
  return zlib.brotliCompressSync(text, {
    params: { [zlib.constants.BROTLI_PARAM_LGWIN]: 24, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: text.length },
  })
}
