import fs from 'node:fs'
import path from 'node:path'
import { isReserved, samePattern } from '@marram/release-contract/patterns'
import type { SectionDocument } from '@marram/release-contract/section'
import { UsageError } from '../workspace'

/** Names that would be taken for a folder or an address of the site itself. */
const reserved = [
  'shell',
  'shared',
  'edge',
  'api',
  'releases',
  'scripts',
  'e2e',
  'bench',
  'decisions',
  'data',
  'console',
  'operator',
  'media',
  'healthz',
  'node_modules',
]

/** What a person wants to call a section, without `mfe-`, once nothing speaks against it. Throws a UsageError of one line. */
export function sectionName(wanted: string[], folder: string): string {
  const [given, ...more] = wanted.map((name) => name.replace(/^mfe-/, ''))
  const help = 'See npm run new:section -- --help.'
  if (!given) throw new UsageError(`The name of the section is missing. ${help}`)
  if (more.length > 0) throw new UsageError(`A section has one name, and these are ${wanted.length}. ${help}`)
  if (reserved.includes(given) || isReserved(`/${given}`))
    throw new UsageError(`${given} cannot be a section: the site itself uses this name.`)
  if (!/^[a-z][a-z0-9-]{1,30}$/.test(given))
    throw new UsageError(`${given} is not a name of 2 to 31 lower-case letters, digits and dashes. ${help}`)
  if (fs.existsSync(path.join(folder, `mfe-${given}`)))
    throw new UsageError(`mfe-${given} is there already; nothing was changed.`)
  const owner = sections(folder).find(({ paths }) => paths.some(({ pattern }) => samePattern(pattern, `/${given}`)))
  if (owner) throw new UsageError(`/${given} belongs to ${owner.name} already; choose another name.`)
  return given
}

function sections(folder: string): SectionDocument[] {
  return fs
    .readdirSync(folder)
    .map((name) => path.join(folder, name, 'section.json'))
    .filter((file) => fs.existsSync(file))
    .map((file) => JSON.parse(fs.readFileSync(file, 'utf8')) as SectionDocument)
}
