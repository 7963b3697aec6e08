import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { root, temporaryFolder } from './site'

type Packed = { manifest: { name: string; version: string }; files: Record<string, string> }

/** Unpacks a release of an earlier day (scripts/store-releases.ts); answers with its version and the folder to publish. */
export function storedRelease(part: string): { version: string; folder: string } {
  const packed = zlib.brotliDecompressSync(fs.readFileSync(path.join(root, 'e2e/stored-releases', `${part}.br`)))
  const { manifest, files } = JSON.parse(packed.toString('utf8')) as Packed
  const folder = path.join(temporaryFolder('stored'), part)
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    fs.writeFileSync(path.join(folder, file), Buffer.from(text, 'latin1'))
  }
  fs.writeFileSync(path.join(folder, 'release.json'), `${JSON.stringify(manifest, null, 1)}\n`)
  return { version: manifest.version, folder }
}
