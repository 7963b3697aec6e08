import fs from 'node:fs'
import path from 'node:path'

export type Manifest = {
  name: string
  exports?: Record<string, string | Record<string, string>>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, object>
  bin?: Record<string, string>
  sideEffects?: boolean | string[]
}
/** A package of this workspace. */
export type Source = { folder: string; manifest: Manifest }

/** What is written as TypeScript and compiled. */
export const compiled = /(?<!\.d)\.tsx?$/

/** The `package.json` of a released package: exact versions, compiled files, and nothing that only this workspace understands. */
export function packagedManifest({ folder, manifest }: Source, version: string): Record<string, unknown> {
  const exact = (wanted: Record<string, string> = {}) =>
    Object.fromEntries(
      Object.entries(wanted).map(([name, range]) => [
        name,
        range.startsWith('workspace:') ? version : installedVersion(folder, name),
      ]),
    )
  const exports = Object.entries(manifest.exports ?? {}).map(([key, target]) => [key, packagedTarget(target)])
  // The workspace starts its programs through a loader for TypeScript.
  const bin = Object.keys(manifest.bin ?? {}).map((name) => [name, `./dist/${name}.js`])
  return {
    name: manifest.name,
    version,
    type: 'module',
    engines: { node: '>=20.19' },
    ...(manifest.sideEffects !== undefined && { sideEffects: manifest.sideEffects }),
    ...(bin.length > 0 && { bin: Object.fromEntries(bin) }),
    exports: Object.fromEntries([...exports, ['./package.json', './package.json']]),
    dependencies: exact(manifest.dependencies),
    ...(manifest.peerDependencies && {
      peerDependencies: exact(manifest.peerDependencies),
      peerDependenciesMeta: manifest.peerDependenciesMeta,
    }),
  }
}

/** Catalogs are exact, so that what is installed is what they say. Optional ones are installed for the workspace. */
function installedVersion(folder: string, name: string): string {
  for (let at = folder; ; at = path.dirname(at)) {
    const file = path.join(at, 'node_modules', name, 'package.json')
    if (fs.existsSync(file)) return readJson<{ version: string }>(file).version
    if (path.dirname(at) === at) throw new Error(`${name} is not installed in ${folder}`)
  }
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

export const readJson = <T>(file: string): T => JSON.parse(fs.readFileSync(file, 'utf8')) as T
