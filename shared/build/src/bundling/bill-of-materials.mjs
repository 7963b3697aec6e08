// Plain JavaScript: programs are built before anything can load TypeScript.
import fs from 'node:fs'
import path from 'node:path'

/** @typedef {{ name: string, version: string, license?: string }} Package */

/**
 * A CycloneDX bill of the third-party packages in a part or a program. It has no time and no serial number: the same
 * sources give the same bytes.
 * @param {{ name: string, version: string }} whole
 * @param {Package[]} packages
 */
export function billOfMaterials(whole, packages) {
  const components = packages.map(({ name, version, license }) => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
    // A single SPDX name is a valid expression too; a text about a file is not.
    const licence = /^(SEE|UNLICENSED)\b/.test(license ?? '') ? { license: { name: license } } : { expression: license }
    const licenses = license === undefined ? {} : { licenses: [licence] }
    return { type: 'library', 'bom-ref': purl, name, version, ...licenses, purl }
  })
  const component = { type: 'application', 'bom-ref': `${whole.name}@${whole.version}`, ...whole }
  return { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata: { component }, components }
}

/** @typedef {import('@rsbuild/core').Rspack.Module} Module */

/**
 * The packages of the modules in these builds, each once.
 * @param {Pick<import('@rsbuild/core').Rspack.Compilation, 'chunks' | 'chunkGraph'>[]} compilations
 */
export const packagesIn = (compilations) =>
  described(
    new Set(compilations.flatMap(modulesIn).flatMap((module) => packageFolder(module.nameForCondition()) ?? [])),
  )

/**
 * Modules in chunks, not those that were only analysed; and those that were merged into one.
 * @param {Pick<import('@rsbuild/core').Rspack.Compilation, 'chunks' | 'chunkGraph'>} compilation
 */
export function modulesIn({ chunks, chunkGraph }) {
  /** @type {(module: Module) => Module[]} */
  const withMerged = (module) => [module, ...('modules' in module ? module.modules.flatMap(withMerged) : [])]
  return [...new Set([...chunks].flatMap((chunk) => [...chunkGraph.getChunkModules(chunk)].flatMap(withMerged)))]
}

/**
 * The packages of these files, and all their installed dependencies.
 * @param {Iterable<string>} files
 */
export const packagesBehind = (files) => described(foldersBehind(files))

/** Where these are installed. @param {Iterable<string>} files */
export function foldersBehind(files) {
  /** @type {Set<string>} */
  const folders = new Set()
  /** @param {string | undefined} folder */
  const add = (folder) => {
    if (folder === undefined || folders.has(folder)) return
    folders.add(folder)
    const { dependencies, optionalDependencies, peerDependencies } = readPackage(folder)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      add(installed(name, folder))
  }
  for (const file of files) add(packageFolder(file))
  return folders
}

/** Undefined if it is optional and not installed. @param {string} name @param {string} from @returns {string | undefined} */
function installed(name, from) {
  const folder = path.join(from, 'node_modules', name)
  if (fs.existsSync(folder)) return fs.realpathSync(folder)
  const above = path.dirname(from)
  return above === from ? undefined : installed(name, above)
}

/** @param {string} folder */
const readPackage = (folder) => JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))

/** Sorted, each version once. @param {Iterable<string>} folders @returns {Package[]} */
function described(folders) {
  /** @type {Map<string, Package>} */
  const packages = new Map()
  for (const folder of folders) {
    const { name, version, license } = readPackage(folder)
    packages.set(`${name}@${version}`, { name, version, ...(typeof license === 'string' && { license }) })
  }
  return [...packages].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each)
}

/** The folder below the last `node_modules`; undefined for a module of one's own. @param {string | undefined} file */
const packageFolder = (file) =>
  /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/@.][^\\/]*(?=[\\/])/.exec(file ?? '')?.[0]
