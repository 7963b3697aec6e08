import fs from 'node:fs'
import path from 'node:path'
import { fingerprintOf } from '@marram/build/fingerprint'
import { filesIn, readJson } from '@marram/build/part'
import { integrityOf } from '@marram/files/digest'
import { waitForFolder } from '@marram/files/folder-lock'
import type { PackedPackage } from '@marram/release-contract/release'
import * as tar from 'tar'
import { compilePackages } from './compile'
import { type Fits, installed, type Manifest, packagedManifest, type Source } from './manifest'

type Packing = Fits & {
  /** Folder of the part whose dependencies are searched, and the names of those that are packed with all of ours that they need. */
  folder: string
  names: readonly string[]
  /** Folder that receives the archives. */
  into: string
}

/** Of this package: all versions have the same compiled files. */
const CACHE = path.join(import.meta.dirname, '../.cache')

/**
 * Makes packages for npm of packages of this workspace: ES modules, declarations and source maps, without anything that
 * only this workspace understands. The same sources give the same bytes.
 */
export async function packPackages({ folder, names, version, host, into }: Packing): Promise<PackedPackage[]> {
  const sources = withAllNeeded(folder, names)
  const stage = path.join(CACHE, 'packages')
  // Archives of an earlier build are none of this release.
  fs.rmSync(into, { recursive: true, force: true })
  fs.mkdirSync(into, { recursive: true })
  const lock = await waitForFolder(CACHE)
  try {
    await compileOnce(sources, stage)
    return sources.map((source) => {
      const { name } = source.manifest
      const manifest = packagedManifest(source, { version, host })
      const from = path.join(stage, name)
      fs.writeFileSync(path.join(from, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
      const file = `${name.replace(/^.*\//, '')}-${version}.tgz`
      const how = { prefix: 'package', gzip: { level: 9 }, portable: true, sync: true, mtime } as const
      tar.create({ ...how, file: path.join(into, file), cwd: from }, filesIn(from).sort())
      return { file, integrity: integrityOf(fs.readFileSync(path.join(into, file)), 'sha512'), manifest }
    })
  } finally {
    lock.release()
  }
}

async function compileOnce(sources: Source[], stage: string): Promise<void> {
  const within = sources.flatMap(({ folder, manifest: { bundledDependencies = [] } }) =>
    bundledDependencies
      .filter((name) => name.startsWith('@marram/'))
      .map((name) => [name, fs.realpathSync(path.join(folder, 'node_modules', name))] as const),
  )
  const folders = Object.fromEntries([...within, ...sources.map(({ folder, manifest }) => [manifest.name, folder])])
  const wanted = fingerprintOf('packages', import.meta.dirname, { ...folders, '@marram/packing': import.meta.dirname })
  const stamp = path.join(stage, 'fingerprint')
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted) return
  fs.rmSync(stage, { recursive: true, force: true })
  await compilePackages(sources, stage)
  for (const { folder, manifest } of sources) {
    const readme = path.join(folder, 'README.md')
    if (!fs.existsSync(readme)) throw new Error(`${manifest.name}: write a README.md, which its users read first`)
    fs.copyFileSync(readme, path.join(stage, manifest.name, 'README.md'))
  }
  fs.writeFileSync(stamp, wanted)
}

// The date that npm itself writes: an archive must not depend on when it was made.
const mtime = new Date('1985-10-26T08:15:00.000Z')

/** These packages and all of this workspace that they need, each once, by name. */
function withAllNeeded(folder: string, names: readonly string[]): Source[] {
  const found = new Map<string, Source>()
  const add = (name: string, from: string) => {
    if (found.has(name)) return
    const own = fs.realpathSync(path.join(from, 'node_modules', name))
    const manifest = readJson<Manifest>(path.join(own, 'package.json'))
    found.set(name, { folder: own, manifest })
    for (const [dependency, wanted] of Object.entries(installed(manifest)))
      if (wanted.startsWith('workspace:')) add(dependency, own)
  }
  for (const name of names) add(name, folder)
  return [...found.values()].sort((a, b) => (a.manifest.name < b.manifest.name ? -1 : 1))
}
