import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { PackedPackage } from '@marram/release-contract/release'
import * as tar from 'tar'
import { compilePackages, filesIn } from './compile'
import { installed, type Manifest, packagedManifest, readJson, type Source } from './manifest'

type Packing = {
  /** Folder of the part whose dependencies are searched, and the names of those that are packed with all of ours that they need. */
  folder: string
  names: readonly string[]
  version: string
  /** Folder that receives the archives. */
  into: string
}

/**
 * Makes packages for npm of packages of this workspace: ES modules, declarations and source maps, without anything that
 * only this workspace understands. The same sources give the same bytes.
 */
export async function packPackages({ folder, names, version, into }: Packing): Promise<PackedPackage[]> {
  const sources = withAllNeeded(folder, names)
  const stage = path.join(folder, '.cache/packages')
  fs.rmSync(stage, { recursive: true, force: true })
  fs.mkdirSync(into, { recursive: true })
  await compilePackages(sources, stage)
  return sources.map((source) => {
    const { name } = source.manifest
    const manifest = packagedManifest(source, version)
    const from = path.join(stage, name)
    const readme = path.join(source.folder, 'README.md')
    if (!fs.existsSync(readme)) throw new Error(`${name}: write a README.md, which its users read first`)
    fs.copyFileSync(readme, path.join(from, 'README.md'))
    fs.writeFileSync(path.join(from, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    const file = `${name.replace(/^.*\//, '')}-${version}.tgz`
    tar.create(
      // The date that npm itself writes: an archive must not depend on when it was made.
      {
        file: path.join(into, file),
        cwd: from,
        prefix: 'package',
        gzip: { level: 9 },
        portable: true,
        sync: true,
        mtime,
      },
      filesIn(from).sort(),
    )
    const integrity = `sha512-${createHash('sha512')
      .update(fs.readFileSync(path.join(into, file)))
      .digest('base64')}`
    return { file, integrity, manifest }
  })
}

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
