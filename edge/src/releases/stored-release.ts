import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { integrityOf } from '@marram/files/digest'
import { RELEASE_FILE, type ReleaseManifest } from '@marram/release-contract/release'

/** `integrity` is the digest of the manifest, which has the digests of all files. */
export type StoredRelease = {
  manifest: ReleaseManifest
  integrity: string
  folder: string
  /** The dev source that it came from, for a preview; releases of the registry have none. */
  origin?: string
}

/** The bytes do not match their digest. They are never run and never served. */
export class WrongDigest extends Error {
  override readonly name = 'WrongDigest'
}

export function checked(bytes: Buffer, integrity: string | undefined, name: string): Buffer {
  if (integrityOf(bytes) !== integrity) throw new WrongDigest(`digest of ${name}`)
  return bytes
}

export async function readFile({ folder, integrity, manifest }: StoredRelease, file: string): Promise<Buffer> {
  const { name, version, files } = manifest
  const expected = file === RELEASE_FILE ? integrity : files[file]?.integrity
  if (!expected) throw new Error(`${name} ${version} has no ${file}`)
  return checked(await fs.readFile(path.join(folder, file)), expected, `${name}/${version}/${file}`)
}

/** The same file as Brotli, where the registry has one; checked by decoding it. */
export async function readBrotli(release: StoredRelease, file: string): Promise<Buffer | undefined> {
  const bytes = await readIfThere(path.join(release.folder, `${file}.br`))
  if (!bytes) return undefined
  const { size = 0, integrity } = release.manifest.files[file] ?? {}
  checked(await decode(bytes, size, `${file}.br`), integrity, `${file}.br`)
  return bytes
}

/** Rejects with WrongDigest if it decodes to more than `size` bytes: a few bytes can decode to a gigabyte. */
export async function decode(bytes: Buffer, size: number, name: string): Promise<Buffer> {
  try {
    return await promisify(zlib.brotliDecompress)(bytes, { maxOutputLength: Math.max(1, size) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error
    throw new WrongDigest(`digest of ${name}: it has more than ${size} bytes`)
  }
}

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
    // On a full disk, a partial file that is never read would take the space that is left.
    await fs.rm(draft, { force: true })
    throw error
  }
}
