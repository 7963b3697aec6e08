import fs from 'node:fs'
import path from 'node:path'
import { hostVersion } from '@marram/build/part'
import { readSection } from '@marram/build/section-source'
import { sectionFiles } from '@marram/create-section/section-files'
import { isReserved, overlap } from '@marram/release-contract/patterns'
import { root, sectionFolders, UsageError } from '../workspace'

const usage = `npm run new:section -- NAME

Writes the folder mfe-NAME with a section that builds, can be published and has a page at /NAME.
NAME has lower-case letters, digits and dashes: garden, tide-tables.
`

/** Folders of the site, `data` also before it is written, and what operators call. */
const reserved = [...fs.readdirSync(root), 'data', 'operator']

/** The name that is asked for, without `mfe-`. Throws a UsageError of one line where it cannot be taken. */
async function sectionName(wanted: string[], folder: string): Promise<string> {
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
  for (const section of sectionFolders(folder)) {
    const { document } = await readSection(path.join(folder, section))
    if (document.paths.some(({ pattern }) => overlap(pattern, `/${given}`)))
      throw new UsageError(`/${given} belongs to ${section} already; choose another name.`)
  }
  return given
}

/** `npm run new:section -- NAME`. Writes nothing unless the name is free. */
export async function newSection(args: string[], workspace = root): Promise<void> {
  if (args.includes('--help')) return void process.stdout.write(usage)
  const given = await sectionName(args, workspace)
  const name = `mfe-${given}`
  const versionOf = (dependency: string) => (dependency.startsWith('@marram/') ? 'workspace:*' : 'catalog:')
  const files = sectionFiles({
    ...{ name: given, packageName: `@marram/${name}`, versionOf },
    host: hostVersion(path.join(root, 'shell')),
  })
  for (const [relative, text] of Object.entries(files)) {
    const file = path.join(workspace, name, relative)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, text)
  }
  process.stdout.write(
    `${name} is written. Next:\n  npm run dev -- ${name}      see it at /${given}, with edits reloading the page\n  npm start                   builds it, publishes it and puts it on the site\n`,
  )
}
