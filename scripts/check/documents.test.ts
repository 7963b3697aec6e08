import fs from 'node:fs'
import path from 'node:path'
import { keptOnServers } from '@marram/api-contract/personal-data'
import { scripts as ofTeams } from '@marram/create-section/section-files'
import { limitsOf, roles, roleTable } from '@marram/release-contract/permissions'
import { describe, expect, it } from 'vitest'
import { root } from '../workspace'
import { configurationPage, PAGE } from './configuration-page'

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...fs
    .readdirSync(path.join(root, 'docs'), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => `docs/${name}`),
  ...fs.readdirSync(path.join(root, 'decisions')).map((file) => `decisions/${file}`),
]
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
const readme = read('README.md')

type Named = { file: string; words?: string[] }

/** Files in a text, with the words in brackets after each. One without a folder is beside the file before it; `src/` is any part's. */
function filesNamedIn(text: string): Named[] {
  let folder = ''
  return [...text.matchAll(/`(?!src\/)([\w./-]+\.(?:tsx?|mjs))`(?: \(([^()]*`[^()]*)\))?/g)].map(
    ([, name = '', more = '']) => {
      const file = name.includes('/') ? name : path.posix.join(folder, name)
      folder = path.posix.dirname(file)
      return { file, words: [...more.matchAll(/`(\w+)`/g)].map(([, word]) => word as string) }
    },
  )
}

function missingOf({ file, words = [] }: Named): string[] {
  if (!fs.existsSync(path.join(root, file))) return [file]
  const code = read(file)
  return words.filter((word) => !new RegExp(`\\b${word}\\b`).test(code)).map((word) => `${word} in ${file}`)
}

describe('the documents', () => {
  it('list every variable that a service reads', () => expect(configurationPage()).toMatchFileSnapshot(PAGE))

  it('list the same roles as the registry', () => {
    const rows = roles.map((role) => `| \`${role}\` | ${limitsOf(role) || '–'} | ${roleTable[role].may} |`)
    expect(read('docs/releasing.md')).toContain(`|---|---|---|\n${rows.join('\n')}\n`)
  })

  it('list every module of @marram/ui', () => {
    const words = read('shared/ui/README.md')
    const { exports: modules } = JSON.parse(read('shared/ui/package.json')) as { exports: Record<string, string> }
    expect(Object.keys(modules).filter((each) => !words.includes(`\`${each.slice(2)}\``))).toEqual([])
  })

  it('list the same personal data as the schemas', () => {
    const rows = keptOnServers.map(({ title, until, byPerson, tables }) => {
      const names = Object.keys(tables).map((table) => `\`${table}\``)
      return `| ${title} | ${until} | ${byPerson ? 'yes' : 'names nobody'} | ${names.join(', ')} |`
    })
    expect(read('docs/operating.md')).toContain(`|---|---|---|---|\n${rows.join('\n')}\n`)
  })

  it('list at most forty variables, two for the origin of previews, two for mail, one for caches in front, one for pictures in a bucket, one for webhooks inside of the network, one for a chosen token, one for rehearsals, and three for logins at the console', () => {
    // The introduction names LOG_LEVEL, which every service reads.
    const names = ['LOG_LEVEL', ...[...configurationPage().matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name)]
    expect(new Set(names).size).toBeLessThanOrEqual(52)
  })

  it('name npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = documents.flatMap((file) =>
      [...read(file).matchAll(/npm run ([a-z][a-z:-]*)/g)].map(([, script]) => script as string),
    )
    expect(named.length).toBeGreaterThan(10)
    // Sections have those of a team; `api` and `releases` have `npm run migration`.
    const known = [...Object.keys(scripts), ...Object.keys(ofTeams), 'migration']
    for (const script of new Set(named)) expect(known).toContain(script)
  })

  it('link to files that exist', () => {
    const links = documents.flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(([, target]) =>
        path.join(path.dirname(file), target as string),
      ),
    )
    expect(links.length).toBeGreaterThan(5)
    for (const target of links) expect(fs.existsSync(path.join(root, target)), target).toBe(true)
  })

  it('name files of code that exist, with what they define', () => {
    const named = documents.filter((file) => !file.startsWith('decisions/')).flatMap((file) => filesNamedIn(read(file)))
    expect(named.length).toBeGreaterThan(80)
    expect(named.flatMap(missingOf)).toEqual([])
    const gone = [{ file: 'edge/src/gone.ts' }, { file: 'edge/src/server.ts', words: ['startEdge', 'endEdge'] }]
    expect(gone.flatMap(missingOf)).toEqual(['edge/src/gone.ts', 'endEdge in edge/src/server.ts'])
  })

  it('count the files of the two walks, without those that only decide', () => {
    for (const walk of read('ARCHITECTURE.md').split('\n## ').slice(-2)) {
      const carrying = walk.slice(walk.indexOf('\n1. ')).replaceAll(/\[[^\]]*\]/g, '')
      expect(walk).toContain(`${filesNamedIn(carrying).length} files`)
    }
  })

  it('say what to do about every alert; alerts and dashboard use metrics that a service has', () => {
    const rules = read('deploy/observability/alerts.yaml')
    const all = (text: string, expression: RegExp) => [
      ...new Set([...text.matchAll(expression)].map(([, name]) => name)),
    ]
    const alerts = all(rules, /alert: (\w+)/g)
    expect(alerts.length).toBeGreaterThan(8)
    expect(all(read('docs/operating.md'), /^\| `(\w+)` \| (?:page|warning) \|/gm)).toEqual(alerts)
    const sources = ['edge/src', 'api/src', 'releases/src', 'shared/server/src'].flatMap((folder) =>
      fs.readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    )
    const code = sources.filter((file) => /(?<!\.test)\.ts$/.test(file)).map(read)
    const made = new Set(code.flatMap((text) => all(text, /'(marram_\w+)'/g)))
    const used = all(
      rules + read('deploy/observability/dashboard.json'),
      /(marram_[a-z_]+?)(?:_count|_bucket|_sum)?\b/g,
    )
    expect(used.filter((name) => !made.has(name))).toEqual([])
  })

  it('show every page, in a picture of at most 60 KB each', () => {
    const looks = read('docs/looks.md')
    const pages = fs
      .readdirSync(root)
      .filter((name) => name.startsWith('mfe-'))
      .flatMap((name) => [...read(`${name}/src/section.ts`).matchAll(/^ {2}'(\/[^']*)': \(\) => (.*)$/gm)])
      // These only lead elsewhere.
      .filter(([, , module]) => !module?.includes('old-registration'))
      .map(([, pattern]) => pattern as string)
    expect(pages.length).toBeGreaterThan(35)
    const shown = [...looks.matchAll(/^`(\/[^`]*)`/gm)].map(([, pattern]) => pattern)
    expect(pages.filter((pattern) => !shown.includes(pattern))).toEqual([])
    const pictures = [...looks.matchAll(/\]\((looks\/[\w-]+\.webp)\)/g)].map(([, file]) => `docs/${file}`)
    expect(pictures.filter((file) => !(fs.statSync(path.join(root, file)).size <= 60 * 1024))).toEqual([])
    expect(fs.readdirSync(path.join(root, 'docs/looks')).toSorted()).toEqual(
      pictures.map((file) => path.basename(file)).toSorted(),
    )
  })

  it('use an existing title in the example of a swap', () => {
    const title = /[Cc]hange the title `([^`]+)` in\s+`([^`]+)`/.exec(readme)
    expect(read(title?.[2] ?? 'missing')).toContain(title?.[1])
  })
})
