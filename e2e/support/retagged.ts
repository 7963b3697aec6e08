import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { ReleaseManifest } from '@marram/release-contract/release'
import { root, temporaryFolder } from './site'

/** What takes the place of files, from the text that they have. */
export type Files = (built: ReleaseManifest) => Record<string, (text: string) => string>
type Wanted = { part: string; version: string; files?: Files }

/** What the site was built from under another version, without another build; answers the folder to publish. */
export function retagged({ part, version, files = () => ({}) }: Wanted): string {
  const folder = path.join(temporaryFolder('retagged'), part)
  fs.cpSync(path.join(root, part, 'dist'), folder, { recursive: true })
  const description = path.join(folder, 'release.json')
  const release = JSON.parse(fs.readFileSync(description, 'utf8')) as ReleaseManifest
  for (const [file, changed] of Object.entries(files(release))) {
    const bytes = Buffer.from(changed(fs.readFileSync(path.join(folder, file), 'utf8')))
    fs.writeFileSync(path.join(folder, file), bytes)
    const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`
    release.files[file] = { ...release.files[file], size: bytes.length, integrity }
  }
  fs.writeFileSync(description, JSON.stringify({ ...release, version }))
  return folder
}
