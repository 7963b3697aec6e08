import fs from 'node:fs'
import path from 'node:path'
import { RELEASE_FILE } from '@marram/release-contract/release'
import { FolderProblem } from './folder-problem'

type PackageJson = {
  name?: string
  version?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

export function readPackage(folder: string): PackageJson {
  const file = path.join(folder, 'package.json')
  if (!fs.existsSync(file))
    throw new FolderProblem(`There is no package.json in ${folder}, and no ${RELEASE_FILE}. Name the folder of a part.`)
  return readJson<PackageJson>(file)
}

/** A section is called what its section.json says, the shell like its package. The folder may have any name. */
export function partNameOf(folder: string): string {
  const section = path.join(folder, 'section.json')
  const { name } = fs.existsSync(section) ? readJson<{ name?: string }>(section) : readPackage(folder)
  return String(name).replace(/^@marram\//, '')
}

/** The path in `folder` or the nearest folder above that has it, as Node looks for packages. */
export function findUpwards(folder: string, wanted: string): string | undefined {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const found = path.join(at, wanted)
    if (fs.existsSync(found)) return found
    if (path.dirname(at) === at) return undefined
  }
}

function readJson<T>(file: string): T {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as T
  } catch (error) {
    throw new FolderProblem(`${file} cannot be read: ${(error as Error).message}`)
  }
}
