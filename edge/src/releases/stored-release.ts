import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { DiscoveryEntry, ReleaseReference, StoppedPart } from '@marram/release-contract/discovery'
import { RELEASE_FILE, type ReleaseManifest } from '@marram/release-contract/release'

/** `integrity` is the digest of the manifest, and with it of everything that the release is. */
export type StoredRelease = {
  manifest: ReleaseManifest
  integrity: string
  folder: string
  /** The dev source that it came from, for a preview; releases of the registry have none. */
  origin?: string
}

/** A part and its releases, the one to show first; a stopped part's are neither fetched nor linked. */
export type Wanted = { part: string; references: ReleaseReference[]; stopped?: StoppedPart | undefined }

/** Every release that an entry names. */
export const wanted = (part: string, entry: DiscoveryEntry): Wanted => ({
  part,
  references: [entry.extras, ...entry.extras.fallbacks],
  stopped: entry.extras.stopped,
})

/** Every release that they name, as `part@version`. */
export const namesOf = (all: Wanted[]): string[] =>
  all.flatMap(({ part, references }) => references.map(({ version }) => `${part}@${version}`))

/** A Subresource Integrity digest of the bytes. */
export const integrityOf = (bytes: Uint8Array) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

/** Bytes that are not what they were said to be. They are never run and never served. */
export class WrongDigest extends Error {
  override readonly name = 'WrongDigest'
}

/** The bytes. Throws WrongDigest, with their name, where they have another digest. */
export function checked(bytes: Buffer, integrity: string | undefined, name: string): Buffer {
  if (integrityOf(bytes) !== integrity) throw new WrongDigest(`digest of ${name}`)
  return bytes
}

/** The manifest, checked like every other file. */
export async function readManifest({ folder, integrity, manifest }: StoredRelease): Promise<Buffer> {
  const bytes = await fs.readFile(path.join(folder, RELEASE_FILE))
  return checked(bytes, integrity, `${manifest.name}/${manifest.version}/${RELEASE_FILE}`)
}

/** The same file as Brotli, where the registry has one; checked by decoding it. */
export async function readBrotli(release: StoredRelease, file: string): Promise<Buffer | undefined> {
  const bytes = await readIfThere(path.join(release.folder, `${file}.br`))
  if (!bytes) return undefined
  checked(await decode(bytes), release.manifest.files[file]?.integrity, `${file}.br`)
  return bytes
}

/** Compresses the file again, from its checked original. */
export async function remakeBrotli(release: StoredRelease, file: string, original: Buffer): Promise<Buffer> {
  const bytes = await encode(original)
  await writeAtomically(path.join(release.folder, `${file}.br`), bytes)
  return bytes
}

export const decode = promisify(zlib.brotliDecompress)
// A visitor is waiting: the last level takes ten times as long as this one.
const encode = (bytes: Buffer) =>
  promisify(zlib.brotliCompress)(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 9 } })

export async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await fs.readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** A reader sees the whole file or none, even after kill -9. */
export async function writeAtomically(file: string, bytes: Uint8Array | string): Promise<void> {
  await fs.mkdir(path.dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`
  try {
    await fs.writeFile(draft, bytes)
    await fs.rename(draft, file)
  } catch (error) {
    // On a full disk, half a file that is never read would take what is left.
    await fs.rm(draft, { force: true })
    throw error
  }
}
