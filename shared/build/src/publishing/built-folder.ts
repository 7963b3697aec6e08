import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { integrityOf } from '@marram/files/digest'
import { RELEASE_FILE, type ReleaseManifest, releaseManifest } from '@marram/release-contract/release'
import { FolderProblem } from '../bundling/part'

export type BuiltFolder = { folder: string; bytes: Uint8Array<ArrayBuffer>; manifest: ReleaseManifest }

/** Reads release.json of a built part: from the folder itself or from its `dist/`. */
export async function readBuiltFolder(folder: string): Promise<BuiltFolder> {
  for (const place of [folder, join(folder, 'dist')]) {
    const bytes = await readIfThere(join(place, RELEASE_FILE))
    if (bytes) return { folder: place, bytes, manifest: parseManifest(place, bytes) }
  }
  throw new FolderProblem(`There is no ${RELEASE_FILE} in ${folder} or its dist folder. Build the part first.`)
}

function parseManifest(folder: string, bytes: Uint8Array): ReleaseManifest {
  const fail = (why: string) => new FolderProblem(`${join(folder, RELEASE_FILE)} cannot be used: ${why}. Build again.`)
  let json: unknown
  try {
    json = JSON.parse(Buffer.from(bytes).toString())
  } catch {
    throw fail('it is not JSON')
  }
  const result = releaseManifest.safeParse(json)
  if (result.success) return result.data
  const [first] = result.error.issues
  throw fail(`${first?.path.join('.')}: ${first?.message}`)
}

/** A file of the release, the same as when it was built. */
export async function readBuiltFile({ folder, manifest }: BuiltFolder, path: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readIfThere(join(folder, path))
  if (!bytes) throw new FolderProblem(`${join(folder, path)} is missing, but ${RELEASE_FILE} lists it. Build again.`)
  if (integrityOf(bytes) !== manifest.files[path]?.integrity)
    throw new FolderProblem(`${join(folder, path)} has changed since ${RELEASE_FILE} was written. Build again.`)
  return bytes
}

async function readIfThere(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new FolderProblem(`${path} cannot be read: ${message}`)
  }
}
