export type NewSection = {
  /** Short name: lower-case letters, digits and dashes. Its page is at `/name`. */
  name: string
  /** The name of its package, which is that of its part without a scope. */
  packageName: string
  /** What each package is installed as. */
  versionOf: (dependency: string) => string
  /** The host contract of the shell that it is written for. */
  host: string
  /** The site that it is released to; without one it is in the site's own workspace. */
  site?: string
}

/** `tide-tables` is about Tide tables. */
export const titleOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')

/** The files of a new section, by their paths in its folder. */
export function sectionFiles({ name, packageName, versionOf, host, site }: NewSection): Record<string, string> {
  const title = titleOf(name)
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  const versions = (names: string[]) => Object.fromEntries(names.map((each) => [each, versionOf(each)]))
  const uses = ['api-contract', 'release-contract', 'sdk', 'ui'].map((each) => `@marram/${each}`)
  return {
    'package.json': json({
      name: packageName,
      version: '1.0.0',
      private: true,
      type: 'module',
      ...(site && { marram: { site } }),
      scripts: site ? scripts : { build: 'rsbuild build', publish: 'marram publish' },
      // What it is built with is no development dependency: a start of the whole site installs none of those, and builds it.
      dependencies: versions(['@marram/build', '@marram/cli', ...uses, '@rsbuild/core', 'react']),
      devDependencies: versions(['@types/react', ...(site ? ['@types/react-dom', 'vitest'] : []), 'typescript']),
    }),
    'rsbuild.config.ts':
      "import { sectionConfig } from '@marram/build/section-config'\n\nexport default sectionConfig(import.meta.dirname)\n",
    // On one line, as the formatter wants it.
    'tsconfig.json': '{\n  "extends": "@marram/build/tsconfig.json",\n  "include": ["src"]\n}\n',
    'src/styles.d.ts': '/// <reference types="@marram/build/styles" />\n',
    'src/section.ts': section(name, title, host.split('.', 1)[0] as string),
    [`src/${name}/${name}.tsx`]: page(name, title),
    [`src/${name}/${name}.module.css`]: style,
    [`src/${name}/matching.ts`]: matching,
    [`src/${name}/matching.test.ts`]: test,
    [`src/${name}/${name}.test.tsx`]: pageTest(name),
    ...(site && ownRepository(name, title, site)),
  }
}

/** What a team does with its section. */
export const scripts = Object.fromEntries(
  ['dev', 'check', 'test', 'build', 'publish', 'gate', 'preview', 'promote', 'rollback', 'upgrade'].map((command) => [
    command,
    `marram ${command}`,
  ]),
)

const section = (
  name: string,
  title: string,
  hostMajor: string,
) => `import type { SectionDeclaration } from '@marram/release-contract/section'

/** Pages by pattern, each loaded when it is asked for. */
export const pages = {
  '/${name}': () => import('./${name}/${name}'),
}

export const section = {
  title: '${title}',
  host: '^${hostMajor}.0.0',
  settings: { '/${name}': { query: ['q'] } },
  navigation: [{ slot: 'more', title: '${title.slice(0, 24).trim()}', path: '/${name}', about: 'What it is for, in a few words' }],
} satisfies SectionDeclaration<typeof pages>
`

const page = (name: string, title: string) => `import { listMainNews } from '@marram/api-contract/news'
import { paths } from '@marram/api-contract/paths'
import { get } from '@marram/sdk/api-client'
import { PageMeta } from '@marram/sdk/page-meta'
import { Link, type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { Button } from '@marram/ui/button'
import { useGetForm } from '@marram/ui/get-form'
import { Wrap } from '@marram/ui/wrap'
import { matching } from './matching'
import css from './${name}.module.css'

/** Runs on the server for the first page, and in the browser for those that follow. What it returns has to be JSON. */
export async function loader({ request: { url, signal } }: LoaderFunctionArgs) {
  const wanted = new URL(url).searchParams.get('q') ?? ''
  const news = await get(listMainNews, { query: { page: 1, page_size: 12 }, signal })
  return { wanted, news: matching(wanted, news) }
}

export function Component() {
  const { wanted, news } = useLoaderData<typeof loader>()
  const search = useGetForm('/${name}')
  return (
    <Wrap className={css.page}>
      <PageMeta title="${title}" description="What this page is for, in one sentence." />
      <h1>${title}</h1>
      <p>This section is on the site. Its page is src/${name}/${name}.tsx.</p>
      <search>
        <form className={css.search} onSubmit={search}>
          <label htmlFor="wanted">News about</label>
          <input id="wanted" name="q" type="search" defaultValue={wanted} />
          <Button type="submit">Search</Button>
        </form>
      </search>
      <ul>
        {news.map(({ slug, title }) => (
          <li key={slug}>
            <Link to={paths.newsItem(slug)}>{title}</Link>
          </li>
        ))}
      </ul>
      {news.length === 0 && <p>Nothing about “{wanted}” yet.</p>}
    </Wrap>
  )
}
`

const style = `.page {
  padding-block: 3rem var(--m-section);
}
.search {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
  align-items: center;
  margin-block: 1.5rem;
}
`

const matching = `/** The items whose title has all these words, whatever their case. */
export function matching<Item extends { title: string }>(wanted: string, items: Item[]): Item[] {
  const words = wanted.toLowerCase().split(/\\s+/)
  return items.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
}
`

const test = `import { expect, it } from 'vitest'
import { matching } from './matching'

const items = [{ title: 'The tide is high' }, { title: 'A high wind' }]

it.each([
  ['HIGH', items],
  ['high tide', [items[0]]],
  ['', items],
  ['snow', []],
])('finds what has all the words of %j', (wanted, found) => {
  expect(matching(wanted, items)).toEqual(found)
})
`

const pageTest = (name: string) => `import { listMainNews } from '@marram/api-contract/news'
import { renderPage } from '@marram/build/render-page'
import { expect, it } from 'vitest'
import * as section from '../section'

const news = [
  { slug: 'spring-tide', title: 'The tide is high', image: '', description: '', date: '2027-03-21' },
  { slug: 'gale', title: 'A high wind', image: '', description: '', date: '2027-03-20' },
]
const shown = (address: string) => renderPage(section, address, { [listMainNews.path]: news })

it('lists the news, and links to them', async () => {
  const html = await shown('/${name}')
  for (const { title, slug } of news) {
    expect(html).toContain(title)
    expect(html).toContain(\`/news/details/\${slug}\`)
  }
})

it('finds what the form asks for, and says so where there is nothing', async () => {
  expect(await shown('/${name}?q=tide')).not.toContain('A high wind')
  expect(await shown('/${name}?q=snow')).toContain('Nothing about “snow” yet.')
})
`

/** What a section in a repository of its own has beside that. */
export const ownRepository = (name: string, title: string, site: string): Record<string, string> => ({
  '.npmrc': `@marram:registry=${site}/releases/npm/\n`,
  '.yarnrc.yml': yarn(site),
  '.gitignore': 'node_modules/\ndist/\n.cache/\n*.tgz\n',
  'vitest.config.ts': vitestConfig,
  '.vscode/settings.json': `${JSON.stringify(
    { 'typescript.tsdk': 'node_modules/typescript/lib', 'editor.formatOnSave': true },
    null,
    2,
  )}\n`,
  '.github/workflows/release.yml': pipeline,
  'README.md': readme(name, title, site),
})

/**
 * From version 2 on Yarn reads no `.npmrc`, and asks before it uses a registry without https. It also refuses versions of
 * today, which those of a site may be.
 */
const yarn = (site: string) => {
  const { hostname, protocol } = new URL(site)
  const open = protocol === 'http:' ? `unsafeHttpWhitelist: [${hostname}]\n` : ''
  return `nodeLinker: node-modules\nnpmPreapprovedPackages: ['@marram/*']\nnpmScopes:\n  marram:\n    npmRegistryServer: ${site}/releases/npm\n${open}`
}

/** Node cannot import what components of the site import. */
const vitestConfig = `import { defineConfig } from 'vitest/config'

// Components of the site import styles and pictures, which Node alone cannot.
export default defineConfig({ test: { server: { deps: { inline: [/@marram/] } } } })
`

const pipeline = `# Every commit is checked and tried; what is on the main branch is published, and waits for somebody to promote it.
on: push
jobs:
  release:
    runs-on: ubuntu-latest
    permissions:
      contents: read
      # Shown to the site, which exchanges it for a token if it knows this repository.
      id-token: write
    steps:
      - uses: actions/checkout@v5
        with:
          # The time of the commit is part of the version.
          fetch-depth: 0
      - uses: actions/setup-node@v5
        with:
          node-version: 24
          cache: npm
      - run: npm ci
      - run: npm run check
      - run: npm test
      - run: npm run publish
        if: github.ref == 'refs/heads/main'
        env:
          # Only if the site does not know this repository as an identity.
          MARRAM_TOKEN: \${{ secrets.MARRAM_TOKEN }}
          MARRAM_SIGNING_KEY: \${{ secrets.MARRAM_SIGNING_KEY }}
`

const readme = (name: string, title: string, site: string) => `# ${title}

A section of [${new URL(site).host}](${site}), at \`/${name}\`. It is built and released from this repository alone.

| | |
|---|---|
| \`npm run dev\` | Opens the live site with this section from this machine; an edit is seen at once. |
| \`npm run check\` | Whether it builds, and its types and addresses fit what is live. |
| \`npm test\` | The tests. |
| \`npm run publish\` | Builds a version and uploads it. Nobody sees it yet. |
| \`npm run preview\` | A link that shows the published version inside the live site. |
| \`npm run gate\` | Whether it can go live, and why not. |
| \`npm run promote\` | Makes it live for everybody. |
| \`npm run rollback\` | Goes back to the version before. |
| \`npm run upgrade\` | Moves this section to what the live shell provides. |

Set \`MARRAM_TOKEN\` to your team's token; the first \`npm run publish\` makes the key that signs what you publish. \`npx marram --help\` lists everything else.
`
