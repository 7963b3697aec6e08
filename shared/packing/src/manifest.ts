import fs from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'

export type Manifest = {
  name: string
  exports?: Record<string, string | Record<string, string>>
  dependencies?: Record<string, string>
  /** They become part of the package's own modules, and are not installed with it. */
  bundledDependencies?: string[]
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, object>
  bin?: Record<string, string>
  sideEffects?: boolean | string[]
}
/** A package of this workspace. */
export type Source = { folder: string; manifest: Manifest }

/** What is written as TypeScript and compiled. */
export const compiled = /(?<!\.d)\.tsx?$/

/** Version of the shell, and of the host contract that it fulfils. */
export type Fits = { version: string; host: string }

/** The `package.json` of a released package: exact versions, compiled files, and nothing that only this workspace understands. */
export function packagedManifest({ folder, manifest }: Source, { version, host }: Fits): Record<string, unknown> {
  const catalog = catalogOf(folder)
  const exact = (wanted: Record<string, string> = {}) =>
    Object.fromEntries(
      Object.entries(wanted).map(([name, range]) => [name, range.startsWith('workspace:') ? version : catalog[name]]),
    )
  const exports = Object.entries(manifest.exports ?? {}).map(([key, target]) => [key, packagedTarget(target)])
  // The workspace starts its programs through a loader for TypeScript.
  const bin = Object.keys(manifest.bin ?? {}).map((name) => [name, `./dist/${name}.js`])
  return {
    name: manifest.name,
    version,
    type: 'module',
    marram: { host },
    engines: { node: '>=20.19' },
    ...(manifest.sideEffects !== undefined && { sideEffects: manifest.sideEffects }),
    ...(bin.length > 0 && { bin: Object.fromEntries(bin) }),
    exports: Object.fromEntries([...exports, ['./package.json', './package.json']]),
    dependencies: exact(installed(manifest)),
    ...(manifest.peerDependencies && {
      peerDependencies: exact(manifest.peerDependencies),
      peerDependenciesMeta: manifest.peerDependenciesMeta,
    }),
  }
}

/** What is installed with the package. */
export const installed = ({ dependencies = {}, bundledDependencies = [] }: Manifest): Record<string, string> =>
  Object.fromEntries(Object.entries(dependencies).filter(([name]) => !bundledDependencies.includes(name)))

/** The versions of the workspace's one catalog. */
function catalogOf(folder: string): Record<string, string> {
  const file = path.join(folder, 'pnpm-workspace.yaml')
  if (fs.existsSync(file)) return (parse(fs.readFileSync(file, 'utf8')) as { catalog: Record<string, string> }).catalog
  if (path.dirname(folder) === folder) throw new Error('there is no pnpm-workspace.yaml')
  return catalogOf(path.dirname(folder))
}

function packagedTarget(target: string | Record<string, string>): unknown {
  if (typeof target !== 'string')
    return Object.fromEntries(Object.entries(target).map(([condition, file]) => [condition, packagedTarget(file)]))
  if (!compiled.test(target)) return packagedFile(target)
  const file = packagedFile(target).replace(compiled, '')
  return { types: `${file}.d.ts`, default: `${file}.js` }
}

/** `./src/…` is in `./dist/…`; everything else stays where it is. */
export const packagedFile = (file: string) => file.replace(/^(\.\/)?src\//, '$1dist/')
