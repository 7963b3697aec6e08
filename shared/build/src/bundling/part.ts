import fs from 'node:fs'
import path from 'node:path'
import { RELEASE_FILE } from '@marram/release-contract/release'
import { versionPattern } from '@marram/release-contract/version'

/** A folder cannot be built or published; the message explains what to do. */
export class FolderProblem extends Error {
  override readonly name = 'FolderProblem'
}

type PackageJson = {
  name?: string
  version?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

export function readJson<T>(file: string): T {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as T
  } catch (error) {
    throw new FolderProblem(`${file} cannot be read: ${(error as Error).message}`)
  }
}

export function readPackage(folder: string): PackageJson {
  const file = path.join(folder, 'package.json')
  if (!fs.existsSync(file))
    throw new FolderProblem(`There is no package.json in ${folder}, and no ${RELEASE_FILE}. Name the folder of a part.`)
  return readJson<PackageJson>(file)
}

/** A part has the name of its package. The folder may have any name. */
export const partNameOf = (folder: string): string => String(readPackage(folder).name).replace(/^.*\//, '')

/** The first of these paths in `folder` or the nearest folder above that has one, as Node looks for packages. */
export function findUpwards(folder: string, ...wanted: string[]): string | undefined {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const found = wanted.map((each) => path.join(at, each)).find((file) => fs.existsSync(file))
    if (found !== undefined || path.dirname(at) === at) return found
  }
}

/** The output folder, relative to the part's folder; the two modes never mix. */
export const distFolder = (development: boolean) => (development ? 'dist-development' : 'dist')

/** The version to build: MARRAM_VERSION if a pipeline sets it, else package.json's. */
export function partVersion(folder: string): string {
  const version = process.env.MARRAM_VERSION ?? readPackage(folder).version ?? ''
  if (!versionPattern.test(version)) throw new Error(`${folder}: "${version}" is not a version such as 1.4.0`)
  return version
}

/** The host contract that this set-up was written for: the installed `@marram/sdk` names it, or has its version here. */
export function hostVersion(folder: string): string {
  const file = findUpwards(folder, 'node_modules/@marram/sdk/package.json')
  if (!file) throw new FolderProblem(`${folder}: @marram/sdk is not installed`)
  const { version, marram } = readJson<{ version: string; marram?: { host: string } }>(file)
  return marram?.host ?? version
}

/** Writes a generated source file only when it changes, so that watching builds settle. */
export function writeGenerated(folder: string, name: string, source: string): string {
  const file = path.join(folder, '.cache', name)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== source) fs.writeFileSync(file, source)
  return file
}

/** All files in a folder and below, relative to it, with slashes. */
export const filesIn = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)).split(path.sep).join('/'))
