import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { versionPattern } from '@marram/release-contract/version'

type PackageJson = { version: string; name: string; dependencies?: Record<string, string> }

export const readJson = <T>(file: string): T => JSON.parse(fs.readFileSync(file, 'utf8')) as T

/** Where builds are written, relative to the part's folder; the two modes never mix. */
export const distFolder = (development: boolean) => (development ? 'dist-development' : 'dist')

/** The version to build: MARRAM_VERSION where a pipeline gives one, else package.json's. */
export function partVersion(folder: string): string {
  const version = process.env.MARRAM_VERSION ?? readJson<PackageJson>(path.join(folder, 'package.json')).version
  if (!versionPattern.test(version)) throw new Error(`${folder}: "${version}" is not a version such as 1.4.0`)
  return version
}

/** A part whose browser build checks input by a schema names zod among its dependencies. */
export const checksInput = (folder: string): boolean =>
  'zod' in (readJson<PackageJson>(path.join(folder, 'package.json')).dependencies ?? {})

/** The host contract that this set-up was written for; its version is that of `@marram/sdk`. */
export function hostVersion(folder: string): string {
  let at = folder
  for (;;) {
    const file = path.join(at, 'node_modules/@marram/sdk/package.json')
    if (fs.existsSync(file)) return readJson<PackageJson>(file).version
    if (path.dirname(at) === at) throw new Error(`${folder}: @marram/sdk is not installed`)
    at = path.dirname(at)
  }
}

/** Git's revision of the folder, or null outside a checkout. */
export function sourceRevision(folder: string): string | null {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  } catch {
    return null
  }
}

/** Writes a generated source file only when it changes, so that watching builds settle. */
export function writeGenerated(folder: string, name: string, source: string): string {
  const file = path.join(folder, '.cache', name)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== source) fs.writeFileSync(file, source)
  return file
}
