import fs from 'node:fs'
import path from 'node:path'
import type { Rspack } from '@rsbuild/core'

type Package = { name: string; version: string; license?: string }

/**
 * A CycloneDX bill of the packages of others whose modules are in a part's builds. It has no time and no number of its
 * own: the same sources give the same bytes.
 */
export function billOfMaterials(part: { name: string; version: string }, packages: Package[]) {
  const components = packages.map(({ name, version, license }) => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
    // As an expression, one name of SPDX is valid too; words about a file are none.
    const licence = /^(SEE|UNLICENSED)\b/.test(license ?? '') ? { license: { name: license } } : { expression: license }
    const licenses = license === undefined ? {} : { licenses: [licence] }
    return { type: 'library', 'bom-ref': purl, name, version, ...licenses, purl }
  })
  const component = { type: 'application', 'bom-ref': `${part.name}@${part.version}`, ...part }
  return { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata: { component }, components }
}

/** The packages that modules of these builds are from, each once: what a chunk holds, not what is only looked at. */
export function packagesIn(compilations: Pick<Rspack.Compilation, 'chunks' | 'chunkGraph'>[]): Package[] {
  const folders = new Set<string>()
  const add = (module: Rspack.Module) => {
    const folder = packageFolder(module.nameForCondition())
    if (folder) folders.add(folder)
    if ('modules' in module) for (const inner of module.modules as Rspack.Module[]) add(inner)
  }
  for (const { chunks, chunkGraph } of compilations)
    for (const chunk of chunks) for (const module of chunkGraph.getChunkModules(chunk)) add(module)
  const packages = new Map<string, Package>()
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
    packages.set(`${name}@${version}`, { name, version, ...(typeof license === 'string' && { license }) })
  }
  return [...packages].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each)
}

/** The folder below the last `node_modules`; undefined for a module of one's own. */
const packageFolder = (file: string | undefined): string | undefined =>
  /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/@.][^\\/]*(?=[\\/])/.exec(file ?? '')?.[0]
