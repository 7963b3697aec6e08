import fs from 'node:fs'
import path from 'node:path'
import { root } from '../workspace'
import { sectionName } from './new-section-name'

const usage = `npm run new:section -- NAME

Makes the folder mfe-NAME with a section that builds, can be published and answers at /NAME.
NAME has lower-case letters, digits and dashes: garden, tide-tables.
`

/** The files of a new section. `name` is what its folder, its package and its part are called. */
function sectionFiles(name: string): Record<string, string> {
  const short = name.replace(/^mfe-/, '')
  const title = short.charAt(0).toUpperCase() + short.slice(1).replaceAll('-', ' ')
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  const shared = (names: string[]) =>
    Object.fromEntries(names.map((each) => [each, each.startsWith('@marram/') ? 'workspace:*' : 'catalog:']))
  return {
    'package.json': json({
      name: `@marram/${name}`,
      version: '1.0.0',
      private: true,
      type: 'module',
      files: ['src', 'section.json', 'rsbuild.config.ts', 'tsconfig.json'],
      scripts: { build: 'rsbuild build', publish: 'marram-publish', types: 'tsc -p .' },
      // What it is built with is no development dependency: `npm start` installs none of those, and builds it.
      dependencies: shared(['@marram/build', '@marram/sdk', '@rsbuild/core', 'react']),
      devDependencies: shared(['@types/react', 'typescript']),
    }),
    'section.json': json({ name, title, host: '^1.0.0', paths: [{ pattern: `/${short}` }] }),
    'rsbuild.config.ts':
      "import { sectionConfig } from '@marram/build/section-config'\n\nexport default sectionConfig(import.meta.dirname)\n",
    // On one line, as the formatter wants it.
    'tsconfig.json': '{\n  "extends": "@marram/build/tsconfig.json",\n  "include": ["src"]\n}\n',
    'src/styles.d.ts': '/// <reference types="@marram/build/styles" />\n',
    'src/section.ts': `/** Pages by pattern, each loaded when it is asked for. The patterns are those of section.json. */\nexport const pages = {\n  '/${short}': () => import('./${short}/${short}'),\n}\n`,
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
      '.page {\n  max-width: 39em;\n  margin-inline: auto;\n  padding: clamp(64px, 8.5vw, 120px) clamp(20px, 5vw, 72px);\n}\n',
  }
}

/** `npm run new:section -- NAME`. Writes nothing unless the name is free. */
export async function newSection(args: string[], workspace = root): Promise<void> {
  if (args.includes('--help')) return void process.stdout.write(usage)
  const given = sectionName(args, workspace)
  const name = `mfe-${given}`
  const folder = path.join(workspace, name)
  for (const [file, text] of Object.entries(sectionFiles(name))) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    fs.writeFileSync(path.join(folder, file), text)
  }
  process.stdout.write(
    `${name} is made. Next:\n  npm run dev -- ${name}      see it at /${given}, with edits reloading the page\n  npm start                   builds it, publishes it and puts it on the site\n`,
  )
}
