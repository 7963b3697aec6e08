import { createHash, type Hash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { findUpwards, readPackage } from '../bundling/part'
import { LOCK_FILES, ownPackages, PACKING, TOOLS } from '../bundling/sources'

const IGNORED = new Set(['node_modules', 'dist', 'dist-development', '.cache', '.git'])

/** The fingerprint of a part's sources, our packages that it is built with, and installed packages. */
export function sourceFingerprint(folder: string, kind: string): string {
  return fingerprintOf(kind, folder, { '': folder, ...ownPackages(folder) })
}

/**
 * The fingerprint of these folders, each with a name that does not depend on its location, and of installed packages: the
 * nearest lock file above `folder`, or without one the versions of its direct dependencies.
 */
export function fingerprintOf(kind: string, folder: string, folders: Record<string, string>): string {
  const hash = createHash('sha256').update(kind)
  const left = folders[PACKING] === undefined ? TOOLS : []
  for (const [name, each] of Object.entries(folders).sort(([a], [b]) => (a < b ? -1 : 1)))
    addFolder(hash, name, each, left)
  // A lock file of any kind: one further up belongs to something else that only contains the folder.
  const lock = findUpwards(folder, ...LOCK_FILES)
  hash.update(lock ? fs.readFileSync(lock) : installedVersions(folder))
  return hash.digest('hex')
}

/** Of all files in a folder. */
export function folderFingerprint(folder: string): string {
  const hash = createHash('sha256')
  addFolder(hash, '', folder)
  return hash.digest('hex')
}

function installedVersions(folder: string): string {
  const { dependencies, devDependencies } = readPackage(folder)
  return Object.keys({ ...dependencies, ...devDependencies })
    .sort()
    .map((name) => {
      const at = findUpwards(folder, path.join('node_modules', name, 'package.json'))
      return `\n${name} ${at === undefined ? 'missing' : readPackage(path.dirname(at)).version}`
    })
    .join('')
}

function addFolder(hash: Hash, name: string, folder: string, left: string[] = []): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const inPackage = `${name}/${entry.name}`
    const isLeft = left.includes(inPackage.replace('/dist/', '/src/'))
    if (IGNORED.has(entry.name) || entry.name.includes('.test.') || isLeft) continue
    const full = path.join(folder, entry.name)
    if (entry.isDirectory()) addFolder(hash, inPackage, full, left)
    else if (entry.isFile()) hash.update(`\n${inPackage}\n`).update(fs.readFileSync(full))
  }
}
