import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { eager, lazy } from '../../shared/build/src/bundling/shared-modules'

/** What sections may rely on: every export of the SDK, and every module that the shell provides. */
export type HostContract = { version: string; names: string[] }

type PackageJson = { name: string; version: string; exports: Record<string, string> }

const file = (root: string) => path.join(root, 'shared/sdk/contract.txt')
const readJson = <T>(from: string): T => JSON.parse(fs.readFileSync(from, 'utf8')) as T

export function recordedContract(root: string): HostContract {
  const [version = '', ...names] = fs.readFileSync(file(root), 'utf8').trimEnd().split('\n')
  return { version, names }
}

/** One name a line, so that a change of the contract reads well. */
export const recordContract = (root: string, { version, names }: HostContract) =>
  fs.writeFileSync(file(root), `${[version, ...names].join('\n')}\n`)

/** The contract as the sources have it now, at the version that `shared/sdk/package.json` says. */
export function presentContract(root: string): HostContract {
  const { version } = readJson<PackageJson>(path.join(root, 'shared/sdk/package.json'))
  const provided = [...eager, ...lazy].map((name) => `provided ${name}`)
  return { version, names: [...exportsOf(path.join(root, 'shared/sdk')), ...provided].sort() }
}

function exportsOf(folder: string): string[] {
  const { name, exports } = readJson<PackageJson>(path.join(folder, 'package.json'))
  return Object.entries(exports).flatMap(([key, target]) =>
    sourcesOf(folder, target).flatMap((source) => {
      const module = name + key.slice(1).replace('*', path.parse(source).name)
      return [module, ...namesOf(source).map((each) => `${module}: ${each}`)]
    }),
  )
}

/** The files that one line of a package's `exports` stands for. */
function sourcesOf(folder: string, target: string): string[] {
  const { dir, name, ext } = path.parse(path.join(folder, target))
  if (!/^\.tsx?$/.test(ext)) return []
  if (name !== '*') return [path.join(dir, name + ext)]
  const all = fs.readdirSync(dir).filter((each) => each.endsWith(ext) && !each.includes('.test.'))
  return all.map((each) => path.join(dir, each))
}

/** Values and types: taking a type away breaks a section's next build. */
function namesOf(source: string): string[] {
  const { module } = parseSync(source, fs.readFileSync(source, 'utf8'))
  const entries = module.staticExports.flatMap(({ entries: each }) => each)
  const unnamed = entries.find(({ exportName }) => exportName.name == null)
  if (unnamed) throw new Error(`${source}: name what is exported, so that the contract can be seen`)
  return entries.map(({ exportName, isType }) => `${isType ? 'type ' : ''}${exportName.name}`).sort()
}
