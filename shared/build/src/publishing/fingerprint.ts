import { execFileSync } from 'node:child_process'
import { createHash, type Hash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { findUpwards, readPackage } from '../bundling/part'

const IGNORED = new Set(['node_modules', 'dist', 'dist-development', '.cache', '.git'])
const LOCK_FILES = ['pnpm-lock.yaml', 'package-lock.json', 'yarn.lock']
const OURS = '@marram/'
/** The command line, the dev server and what publishes do not affect the output of a build. */
const TOOLS = ['@marram/cli', '@marram/build/src/publishing', '@marram/build/src/dev']
/** With it a part releases packages, those tools too. */
const PACKING = '@marram/packing'

/** The fingerprint of a part's sources, our packages that it is built with, and installed packages. */
export function sourceFingerprint(folder: string, kind: string): string {
  return fingerprintOf(kind, folder, { '': folder, ...ownPackages(folder) })
}

/**
 * When the sources of a part were last committed, so that all builds of them have the same version. Undefined outside a
 * checkout, and if something has changed since.
 */
export function committedAt(folder: string): Date | undefined {
  const paths = [folder, ...Object.values(ownPackages(folder)), findUpwards(folder, ...LOCK_FILES) ?? folder]
  const git = (...args: string[]) =>
    execFileSync('git', ['--no-optional-locks', ...args, '--', ...paths], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim()
  try {
    const time = Number(git('log', '-1', '--format=%ct'))
    return time > 0 && git('status', '--porcelain') === '' ? new Date(time * 1000) : undefined
  } catch {
    return undefined
  }
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

/** The install folders of our packages, including their own dependencies, by name. */
function ownPackages(folder: string, found: Record<string, string> = {}): Record<string, string> {
  const { dependencies, devDependencies } = readPackage(folder)
  // Development dependencies of a package are not installed with it.
  const named = Object.keys({ ...dependencies, ...(Object.keys(found).length === 0 && devDependencies) })
  const isLeft = (name: string) => TOOLS.includes(name) && !named.includes(PACKING) && found[PACKING] === undefined
  for (const name of named.filter((each) => each.startsWith(OURS))) {
    if (found[name] !== undefined || isLeft(name)) continue
    const at = findUpwards(folder, path.join('node_modules', name))
    if (at === undefined) continue
    found[name] = fs.realpathSync(at)
    ownPackages(found[name], found)
  }
  return found
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
