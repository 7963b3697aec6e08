import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'

export type Import = { specifier: string; typeOnly: boolean; dynamic: boolean }
export type Source = { file: string; relative: string; development: boolean; imports: Import[] }
export type WorkspacePackage = {
  folder: string
  name: string
  label: string
  /** Everything that its package.json names, for whichever purpose. */
  declared: string[]
  dependencies: Set<string>
  development: Set<string>
  sources: Source[]
}

/** Installed once for the whole workspace, for tests alone. */
const TEST_TOOLS = ['vitest', 'fast-check', 'happy-dom']
const SKIPPED = new Set(['node_modules', 'dist', 'dist-development', '.cache', 'data', 'test-results'])

/** Every package of the workspace with every import that its sources make. */
export function readPackages(root: string): WorkspacePackage[] {
  const folders = [
    'shell',
    'edge',
    'api',
    'releases',
    'releases/console',
    'e2e',
    'bench',
    'bench/one-build',
    'bench/naive-federation',
    ...below(root, '', /^mfe-/),
    ...below(root, 'shared', /./),
    ...below(root, 'tools', /./),
  ]
  return folders
    .filter((folder) => fs.existsSync(path.join(root, folder, 'package.json')))
    .map((folder) => readPackage(root, folder))
}

function below(root: string, parent: string, pattern: RegExp): string[] {
  const folder = path.join(root, parent)
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder)
    .filter((name) => pattern.test(name))
    .map((name) => path.join(parent, name))
}

function readPackage(root: string, label: string): WorkspacePackage {
  const folder = path.join(root, label)
  const json = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    name: string
    dependencies?: object
    devDependencies?: object
  }
  return {
    folder,
    label,
    name: json.name,
    declared: Object.keys({ ...json.dependencies, ...json.devDependencies }),
    dependencies: new Set(Object.keys(json.dependencies ?? {})),
    development: new Set([...Object.keys(json.devDependencies ?? {}), ...TEST_TOOLS]),
    sources: sourceFiles(folder).map((file) => readSource(folder, file)),
  }
}

function sourceFiles(folder: string): string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return []
    const full = path.join(folder, entry.name)
    // A package inside a package is read by itself.
    if (entry.isDirectory()) return fs.existsSync(path.join(full, 'package.json')) ? [] : sourceFiles(full)
    return /\.[cm]?[jt]sx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [full] : []
  })
}

function readSource(folder: string, file: string): Source {
  const relative = path.relative(folder, file).split(path.sep).join('/')
  const { module, errors } = parseSync(file, fs.readFileSync(file, 'utf8'))
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`)
  const fixed = module.staticImports.map(
    (each): Import => ({
      specifier: each.moduleRequest.value,
      typeOnly: each.entries.length > 0 && each.entries.every((entry) => entry.isType),
      dynamic: false,
    }),
  )
  const reExports = module.staticExports.flatMap((each) =>
    each.entries.flatMap((entry): Import[] =>
      entry.moduleRequest ? [{ specifier: entry.moduleRequest.value, typeOnly: entry.isType, dynamic: false }] : [],
    ),
  )
  const source = fs.readFileSync(file, 'utf8')
  const dynamic = module.dynamicImports.flatMap((each): Import[] => {
    const literal = /^(['"`])([^'"`$]+)\1$/.exec(source.slice(each.moduleRequest.start, each.moduleRequest.end).trim())
    return literal ? [{ specifier: literal[2] as string, typeOnly: false, dynamic: true }] : []
  })
  return { file, relative, development: isDevelopment(relative), imports: [...fixed, ...reExports, ...dynamic] }
}

/** Tests, test set-up, tool configuration and scripts: they may use development dependencies. */
const isDevelopment = (relative: string) => /\.test\.tsx?$|(^|\/)testing\/|\.config\.ts$|^scripts\//.test(relative)
