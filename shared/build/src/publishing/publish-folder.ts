import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { integrityOf } from '@marram/files/digest'
import {
  type RegistryAccess,
  type RegistryClient,
  RegistryError,
  registryClient,
} from '@marram/release-contract/registry-client'
import { RELEASE_FILE, type ReleaseManifest, releaseManifest } from '@marram/release-contract/release'
import { bytesOfRelease, keysOf } from '@marram/release-contract/trust'
import { sourcesOf } from '@marram/release-contract/version'
import { FolderProblem } from '../bundling/part'
import { SettingsProblem } from './access'
import type { SigningKey } from './signing-keys'

export type UploadProgress = {
  part: string
  version: string
  files: number
  ofFiles: number
  bytes: number
  ofBytes: number
}

export type Published = {
  part: string
  version: string
  /** Files and bytes that were sent in this run. */
  files: number
  bytes: number
  /** False if the same release was already there. */
  changed: boolean
  /** Nothing was built or compared: a release of the same sources was already there. */
  sameSources?: true
}

const AT_ONCE = 4
const ATTEMPTS = 6

/**
 * Publishes a built part. May be repeated: files that have arrived are not sent again, and a complete release is not changed.
 * Throws `FolderProblem` or `RegistryError`, both with a message for the person who publishes.
 */
export async function publishFolder({
  folder,
  keys = [],
  makeKey,
  onProgress = () => {},
  ...access
}: RegistryAccess & {
  folder: string
  /** What release.json is signed with. */
  keys?: readonly SigningKey[] | undefined
  /** Makes the first one, where the site demands signatures and there is none. */
  makeKey?: ((part: string) => SigningKey) | undefined
  onProgress?: ((progress: UploadProgress) => void) | undefined
}): Promise<Published> {
  const built = await readBuiltFolder(folder)
  const { name: part, version } = built.manifest
  const registry = registryClient(access)
  const signing = await keysFor(registry, part, { keys, makeKey })
  const begun = await registry.beginUpload({ part, bytes: built.bytes })
  const sign = async () => {
    for (const key of signing) await registry.signRelease({ part, version, ...key.sign(bytesOfRelease(built.bytes)) })
  }
  if (begun.complete) {
    await sign()
    return { part, version, files: 0, bytes: 0, changed: false }
  }
  const sent = await sendFiles(registry, built, begun.missing, onProgress)
  await sign()
  const meant = { part, version, integrity: integrityOf(built.bytes) }
  const { changed } = await registry.completeUpload(meant, { attempts: ATTEMPTS })
  return { part, version, ...sent, changed }
}

/** Of these keys the part's own in the site's trust.json; before they are in it, all of them. Throws without any. */
async function keysFor(
  registry: RegistryClient,
  part: string,
  { keys, makeKey }: { keys: readonly SigningKey[]; makeKey: ((part: string) => SigningKey) | undefined },
): Promise<SigningKey[]> {
  const { versions } = await registry.showTrust()
  const trust = versions.at(-1)?.trust
  if (trust && keys.length === 0 && makeKey) return [makeKey(part)]
  if (trust && keys.length === 0)
    throw new SettingsProblem(
      `This site takes signed releases only, and there is no key to sign ${part} with. Make one: npm run release -- key create NAME. A pipeline has its own in MARRAM_SIGNING_KEY.`,
    )
  const own = trust ? keys.filter(({ key }) => keysOf(trust, part).includes(key)) : []
  return own.length > 0 ? own : [...keys]
}

async function sendFiles(
  registry: RegistryClient,
  built: BuiltFolder,
  missing: string[],
  onProgress: (progress: UploadProgress) => void,
) {
  const { name: part, version, files } = built.manifest
  const ofBytes = missing.reduce((sum, path) => sum + (files[path]?.size ?? 0), 0)
  const sent = { files: 0, bytes: 0 }
  const report = () => onProgress({ part, version, ...sent, ofFiles: missing.length, ofBytes })
  const failure = new AbortController()
  const waiting = missing.values()
  const sendInTurn = async () => {
    for (const path of waiting) {
      failure.signal.throwIfAborted()
      const bytes = await readBuiltFile(built, path)
      const file = { part, version, '*': path, bytes }
      await registry.sendFile(file, { attempts: ATTEMPTS, signal: failure.signal })
      sent.files += 1
      sent.bytes += bytes.length
      report()
    }
  }
  report()
  // The first failure aborts the others: nothing is sent once the caller has the error.
  const lanes = Array.from({ length: AT_ONCE }, () => sendInTurn().catch((error) => failure.abort(error)))
  await Promise.all(lanes)
  failure.signal.throwIfAborted()
  return sent
}

type BuiltFolder = { folder: string; bytes: Uint8Array<ArrayBuffer>; manifest: ReleaseManifest }

/** Reads release.json of a built part: from the folder itself or from its `dist/`. */
async function readBuiltFolder(folder: string): Promise<BuiltFolder> {
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
async function readBuiltFile({ folder, manifest }: BuiltFolder, path: string): Promise<Uint8Array<ArrayBuffer>> {
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

/**
 * The newest complete release of a part that is of the same sources as `version`, whenever it was built, and names the
 * commit that they are in, if they are in one by now and that matters (`committed`); undefined for none.
 */
export async function publishedOf(
  access: RegistryAccess,
  part: string,
  version: string,
  { committed = false } = {},
): Promise<string | undefined> {
  try {
    const { versions } = await registryClient(access).listVersions({ part })
    return versions.find(
      (each) => sourcesOf(each.version) === sourcesOf(version) && (!committed || namesCommit(each.source)),
    )?.version
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'not-found') return undefined
    throw error
  }
}

/** Whether all that was built is in the commit that a release names. */
export const namesCommit = (revision: string | null): boolean => /^[0-9a-f]+$/.test(revision ?? '')
