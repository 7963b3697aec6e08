import fs from 'node:fs'
import path from 'node:path'
import { readSection } from '@marram/build/section-source'
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

/** The files of a new section, which has its page at `/short`. */
function sectionFiles(short: string): Record<string, string> {
  const title = short.charAt(0).toUpperCase() + short.slice(1).replaceAll('-', ' ')
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  const shared = (names: string[]) =>
    Object.fromEntries(names.map((each) => [each, each.startsWith('@marram/') ? 'workspace:*' : 'catalog:']))
  return {
    'package.json': json({
      name: `@marram/mfe-${short}`,
      version: '1.0.0',
      private: true,
      type: 'module',
      files: ['src', 'rsbuild.config.ts', 'tsconfig.json'],
      scripts: { build: 'rsbuild build', publish: 'marram-publish', types: 'tsc -p .' },
      // What it is built with is no development dependency: `npm start` installs none of those, and builds it.
      dependencies: shared(['@marram/build', '@marram/release-contract', '@marram/sdk', '@rsbuild/core', 'react']),
      devDependencies: shared(['@types/react', 'typescript']),
    }),
    'rsbuild.config.ts':
      "import { sectionConfig } from '@marram/build/section-config'\n\nexport default sectionConfig(import.meta.dirname)\n",
    // On one line, as the formatter wants it.
    'tsconfig.json': '{\n  "extends": "@marram/build/tsconfig.json",\n  "include": ["src"]\n}\n',
    'src/styles.d.ts': '/// <reference types="@marram/build/styles" />\n',
    'src/section.ts': `import type { SectionDeclaration } from '@marram/release-contract/section'

/** Pages by pattern, each loaded when it is asked for. */
export const pages = {
  '/${short}': () => import('./${short}/${short}'),
}

export const section = {
  title: '${title}',
  host: '^1.0.0',
  navigation: [{ slot: 'more', title: '${title.slice(0, 24).trim()}', path: '/${short}' }],
} satisfies SectionDeclaration<typeof pages>
`,
    [`src/${short}/${short}.tsx`]: `import { PageMeta } from '@marram/sdk/page-meta'
import { useLoaderData } from '@marram/sdk/router'
import styles from './${short}.module.css'

export async function loader() {
  return { title: '${title}' }
}

export function Component() {
  const { title } = useLoaderData<typeof loader>()
  return (
    <div className={styles.page}>
      <PageMeta title={title} />
      <h1>{title}</h1>
      <p>This section is on the site. Its page is src/${short}/${short}.tsx.</p>
    </div>
  )
}
`,
    [`src/${short}/${short}.module.css`]:
      '.page {\n  max-width: 39em;\n  margin-inline: auto;\n  padding: var(--m-section) var(--m-gutter);\n}\n',
  }
}

/** `npm run new:section -- NAME`. Writes nothing unless the name is free. */
export async function newSection(args: string[], workspace = root): Promise<void> {
  if (args.includes('--help')) return void process.stdout.write(usage)
  const given = await sectionName(args, workspace)
  const name = `mfe-${given}`
  for (const [relative, text] of Object.entries(sectionFiles(given))) {
    const file = path.join(workspace, name, relative)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, text)
  }
  process.stdout.write(
    `${name} is written. Next:\n  npm run dev -- ${name}      see it at /${given}, with edits reloading the page\n  npm start                   builds it, publishes it and puts it on the site\n`,
  )
}
