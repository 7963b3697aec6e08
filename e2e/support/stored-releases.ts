import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { RELEASE_FILE, type ReleaseManifest } from '@marram/release-contract/release'
import { root, temporaryFolder } from './site'

type Packed = { manifest: ReleaseManifest; files: Record<string, string> }

const folderOfStored = path.join(root, 'e2e/stored-releases')

/** Unpacks the releases of an earlier day (scripts/release/store-releases.ts): each one's description and the folder to publish. */
export const storedReleases = () => fs.readdirSync(folderOfStored).map(unpack)

function unpack(name: string): { manifest: ReleaseManifest; folder: string } {
  const packed = zlib.brotliDecompressSync(fs.readFileSync(path.join(folderOfStored, name)))
  const { manifest, files } = JSON.parse(packed.toString('utf8')) as Packed
  const folder = path.join(temporaryFolder('stored'), manifest.name)
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    fs.writeFileSync(path.join(folder, file), Buffer.from(text, 'latin1'))
  }
  fs.writeFileSync(path.join(folder, RELEASE_FILE), `${JSON.stringify(manifest, null, 1)}\n`)
  return { manifest, folder }
}
