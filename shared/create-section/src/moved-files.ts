import fs from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { Refused } from './refused'
import { ownRepository, scripts, titleOf } from './section-files'

type Package = Record<'scripts' | 'dependencies' | 'devDependencies', Record<string, string> | undefined>
type Moving = { name: string; site: string; versionOf: (name: string) => string | undefined }

/** What checks and tests need, and its workspace has for all sections. */
const TOOLS = ['@types/node', '@types/react', '@types/react-dom', 'fast-check', 'happy-dom', 'typescript', 'vitest']

/** What builds and dependencies leave behind. */
const MADE = ['node_modules', 'dist', 'dist-development', '.cache']

/** The files of a section of the site's workspace, in a repository of its own. Its sources stay as they are. */
export function movedFiles(from: string, { name, site, versionOf }: Moving): Record<string, string | Buffer> {
  if (!fs.existsSync(path.join(from, 'src/section.ts'))) throw new Refused(`${from} has no src/section.ts.`)
  const own = JSON.parse(fs.readFileSync(path.join(from, 'package.json'), 'utf8')) as Package
  const catalog = catalogOf(from)
  const exact = (wanted: Record<string, string> = {}) =>
    Object.fromEntries(
      Object.entries(wanted).map(([each, range]) => [
        each,
        range.startsWith('workspace:') || range === 'catalog:' ? (versionOf(each) ?? catalog[each] ?? range) : range,
      ]),
    )
  const tools = TOOLS.flatMap((each) => (catalog[each] ? [[each, catalog[each]]] : []))
  const devDependencies = { ...Object.fromEntries(tools), ...exact(own.devDependencies) }
  const manifest = { ...own, marram: { site }, scripts, dependencies: exact(own.dependencies), devDependencies }
  const kept = fs
    .readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(from, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.split(path.sep).some((folder) => MADE.includes(folder)))
    .map((file) => [file, fs.readFileSync(path.join(from, file))] as const)
  return {
    ...ownRepository(name, titleOf(name), site),
    ...Object.fromEntries(kept),
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
  }
}

/** The versions of the workspace that the section has been in. */
function catalogOf(folder: string): Record<string, string> {
  const file = path.join(folder, 'pnpm-workspace.yaml')
  if (fs.existsSync(file))
    return (parse(fs.readFileSync(file, 'utf8')) as { catalog?: Record<string, string> }).catalog ?? {}
  return path.dirname(folder) === folder ? {} : catalogOf(path.dirname(folder))
}
