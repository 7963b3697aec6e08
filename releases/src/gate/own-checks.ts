import { strayStyles } from '@marram/build/stray-styles'
import { integrityOf } from '@marram/files/digest'
import type { Check } from '@marram/release-contract/calls/releases'
import type { ReleaseManifest, SectionRelease } from '@marram/release-contract/release'
import { readStored } from '@marram/server/stored-files'
import { generateSnapshotFromManifest, type Manifest } from '@module-federation/sdk'
import { fileKey, type ReleaseFiles } from '../storage'
import { failed, passed } from './check'

const EXPOSED = 'section'
/** Limit for all stylesheets together: parsing this much takes a second at most. Our largest section has 200 KB. */
const MOST_STYLES = 1_000_000
type Snapshot = ReturnType<typeof generateSnapshotFromManifest>

export type StoredRelease = { id: string; manifest: ReleaseManifest }

/** Checks of a release by itself. Contradictions within release.json were refused when it arrived. */
export async function ownChecks(files: ReleaseFiles, { id, manifest }: StoredRelease): Promise<Check[]> {
  const wrong: string[] = []
  const all = Object.entries(manifest.files)
  for (const [path, { integrity }] of all) {
    const key = fileKey(id, integrity)
    if (!(await files.exists(key)) || integrityOf(await readStored(files, key)) !== integrity) wrong.push(path)
  }
  const digests =
    wrong.length === 0
      ? passed('digests', `All ${all.length} files are there, each with its digest.`)
      : failed('digests', `${wrong.length} of ${all.length} files are missing or damaged, such as ${wrong[0]}.`)
  const checks = [filesCheck(manifest), digests]
  if (manifest.kind === 'shell') return checks
  checks.push(await manifestCheck(files, { id, manifest }))
  return wrong.length === 0 ? [...checks, await stylesCheck(files, { id, manifest })] : checks
}

function filesCheck(manifest: ReleaseManifest): Check {
  if (manifest.kind === 'shell')
    return passed('files', `${manifest.entry.length} entry files, icon, boot script and server build are there.`)
  const empty = manifest.pages.filter(({ files }) => files.length === 0).map(({ pattern }) => pattern)
  if (manifest.pages.length === 0) return failed('files', 'It has no page.')
  if (empty.length > 0) return failed('files', `No file is named for ${empty.join(', ')}.`)
  return passed('files', `Entry, server build and the files of ${manifest.pages.length} pages are there.`)
}

type StoredSection = { id: string; manifest: SectionRelease }

/** Whether Module Federation itself can read its build's manifest, and finds the section in it. */
async function manifestCheck(files: ReleaseFiles, { id, manifest }: StoredSection): Promise<Check> {
  const path = manifest.manifest
  if (path === undefined) return failed('manifest', 'The build names no manifest of Module Federation.')
  const integrity = manifest.files[path]?.integrity
  if (integrity === undefined) return failed('manifest', `${path} is not among its files.`)
  let snapshot: Snapshot
  try {
    snapshot = generateSnapshotFromManifest(JSON.parse(await files.get(fileKey(id, integrity))) as Manifest)
  } catch (error) {
    return failed('manifest', `Module Federation cannot read ${path}: ${(error as Error).message}`)
  }
  const problem = contradiction(manifest, snapshot)
  return problem ? failed('manifest', problem) : passed('manifest', `Module Federation reads ${path}.`)
}

/** Whether a section's stylesheets apply only to the section. The shell's apply to the whole page. */
async function stylesCheck(files: ReleaseFiles, { id, manifest }: StoredSection): Promise<Check> {
  const sheets = Object.entries(manifest.files).filter(([path]) => /\.css$/i.test(path))
  const different = new Map(sheets.map(([path, file]) => [file.integrity, { path, ...file }]))
  const size = [...different.values()].reduce((sum, each) => sum + each.size, 0)
  if (size > MOST_STYLES) return failed('styles', `Its stylesheets have ${size} bytes, at most ${MOST_STYLES} may be.`)
  for (const { path, integrity } of different.values()) {
    const [stray] = strayStyles(manifest.name, await files.get(fileKey(id, integrity)))
    if (stray) return failed('styles', `${path}: ${stray.text} ${stray.why}.`)
  }
  return passed('styles', `All ${sheets.length} stylesheets reach the section alone.`)
}

function contradiction({ container, entry }: SectionRelease, { globalName, remoteEntry, modules }: Snapshot) {
  if (!modules?.some(({ moduleName }) => moduleName === EXPOSED)) return `Its manifest exposes no ./${EXPOSED}.`
  if (globalName !== container) return `Its manifest names ${globalName}, release.json ${container}.`
  return entry.endsWith(`/${remoteEntry}`)
    ? undefined
    : `Its manifest has the entry ${remoteEntry}, release.json ${entry}.`
}
