import { integrityOf } from '@marram/files/digest'
import { type RegistryAccess, type RegistryClient, registryClient } from '@marram/release-contract/registry-client'
import { type BuiltFolder, readBuiltFile, readBuiltFolder } from './built-folder'

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
  /** Files and bytes that were sent this time. */
  files: number
  bytes: number
  /** False where the same release was there already. */
  changed: boolean
  /** Nothing was built or compared: a release of the same sources was there already. */
  sameSources?: true
}

const AT_ONCE = 4
const ATTEMPTS = 6

/**
 * Publishes a built part. May be repeated: what has arrived is not sent again, and a complete release is left alone.
 * Throws `FolderProblem` or `RegistryError`, both with a message for the person who publishes.
 */
export async function publishFolder({
  folder,
  onProgress = () => {},
  ...access
}: RegistryAccess & { folder: string; onProgress?: (progress: UploadProgress) => void }): Promise<Published> {
  const built = await readBuiltFolder(folder)
  const { name: part, version } = built.manifest
  const registry = registryClient(access)
  const begun = await registry.beginUpload({ part, bytes: built.bytes })
  if (begun.complete) return { part, version, files: 0, bytes: 0, changed: false }
  const sent = await sendFiles(registry, built, begun.missing, onProgress)
  const meant = { part, version, integrity: integrityOf(built.bytes) }
  const { changed } = await registry.completeUpload(meant, { attempts: ATTEMPTS })
  return { part, version, ...sent, changed }
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
  const waiting = [...missing]
  const report = () => onProgress({ part, version, ...sent, ofFiles: missing.length, ofBytes })
  const failure = new AbortController()
  const send = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const bytes = await readBuiltFile(built, path)
      const file = { part, version, '*': path, bytes }
      await registry.sendFile(file, { attempts: ATTEMPTS, signal: failure.signal })
      sent.files += 1
      sent.bytes += bytes.length
      report()
    }
  }
  report()
  // The first that fails ends the others: nothing is sent any more once the caller has the error.
  const lanes = Array.from({ length: AT_ONCE }, () =>
    send().catch((error) => {
      waiting.length = 0
      failure.abort(failure.signal.reason ?? error)
    }),
  )
  await Promise.all(lanes)
  if (failure.signal.aborted) throw failure.signal.reason
  return sent
}
