import fs from 'node:fs'
import path from 'node:path'
import { packageOf } from './imports'
import type { WorkspacePackage } from './packages'

/** Used without an import that can be seen, and how. */
const unseen: Record<string, Record<string, string>> = {
  section: { '@marram/sdk': 'the build reads the version of the host contract' },
  shell: { antd: 'provided to sections', dayjs: 'provided to sections', zustand: 'provided to sections' },
  'bench/naive-federation': {
    '@marram/mfe-content': 'exposed by its build',
    '@marram/mfe-events': 'exposed by its build',
    antd: 'shared by its build',
    dayjs: 'shared by its build',
    zustand: 'shared by its build',
  },
  'shared/server': { '@aws-sdk/s3-request-presigner': "flydrive's driver for buckets imports it" },
}
/** What a program is called in the scripts of package.json, where that is not the name of its package. */
const programs: Record<string, string> = {
  '@marram/build': 'marram-publish',
  '@rsbuild/core': 'rsbuild',
  typescript: 'tsc',
}

/** A dependency that nothing uses is installed, updated and audited for nobody. */
export function dependencyComplaints(each: WorkspacePackage): string[] {
  const imported = new Set(each.sources.flatMap(({ imports }) => imports.map(({ specifier }) => packageOf(specifier))))
  // Every file with JSX imports it, once compiled.
  if (each.sources.some(({ file }) => /\.[jt]sx$/.test(file))) imported.add('react')
  const { scripts = {} } = JSON.parse(fs.readFileSync(path.join(each.folder, 'package.json'), 'utf8'))
  const words = new Set(Object.values<string>(scripts).flatMap((script) => script.split(' ')))
  const styles = styleFiles(each.folder)
  const isUsed = (name: string) =>
    imported.has(name.replace('@types/', '')) ||
    words.has(programs[name] ?? name) ||
    styles.some((text) => text.includes(`"${name}/`)) ||
    Object.hasOwn(unseen[each.label.startsWith('mfe-') ? 'section' : each.label] ?? {}, name)
  return each.declared
    .filter((name) => !isUsed(name))
    .map((name) => `${each.label}/package.json: declares ${name}; nothing uses it`)
}

function styleFiles(folder: string): string[] {
  const source = path.join(folder, 'src')
  if (!fs.existsSync(source)) return []
  return fs
    .readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => fs.readFileSync(path.join(source, file), 'utf8'))
}
