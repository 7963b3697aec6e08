import { generateSnapshotFromManifest, type Manifest } from '@module-federation/sdk'
import { fileKey, type ReleaseFiles } from '../publishing/storage'
import { type Check, failed, passed } from './check'
import type { StoredRelease } from './own-checks'

const EXPOSED = 'section'

/** Whether Module Federation itself can read what its build wrote, and finds the section there. */
export async function manifestCheck(files: ReleaseFiles, { id, manifest }: StoredRelease): Promise<Check> {
  const path = manifest.manifest
  if (path === undefined) return failed('manifest', 'The build names no manifest of Module Federation.')
  const integrity = manifest.files[path]?.integrity
  if (integrity === undefined) return failed('manifest', `${path} is not among its files.`)
  let snapshot: ReturnType<typeof generateSnapshotFromManifest>
  try {
    snapshot = generateSnapshotFromManifest(JSON.parse(await files.get(fileKey(id, integrity))) as Manifest)
  } catch (error) {
    return failed('manifest', `Module Federation cannot read ${path}: ${(error as Error).message}`)
  }
  const problem = manifest.kind === 'section' ? contradiction(manifest, snapshot) : undefined
  return problem ? failed('manifest', problem) : passed('manifest', `Module Federation reads ${path}.`)
}

function contradiction(
  { container, entry }: { container: string; entry: string },
  { globalName, remoteEntry, modules }: ReturnType<typeof generateSnapshotFromManifest>,
): string | undefined {
  if (!modules?.some(({ moduleName }) => moduleName === EXPOSED)) return `Its manifest exposes no ./${EXPOSED}.`
  if (globalName !== container) return `Its manifest is of ${globalName}, release.json of ${container}.`
  return entry.endsWith(`/${remoteEntry}`)
    ? undefined
    : `Its manifest enters by ${remoteEntry}, release.json by ${entry}.`
}
