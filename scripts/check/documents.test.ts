import fs from 'node:fs'
import path from 'node:path'
import { describeEnvironment } from '@marram/server/environment'
import { describe, expect, it } from 'vitest'
import { apiEnvironment } from '../../api/src/settings'
import { edgeEnvironment } from '../../edge/src/settings'
import { releasesEnvironment } from '../../releases/src/settings'
import { root } from '../workspace'

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  ...fs.readdirSync(path.join(root, 'decisions')).map((file) => `decisions/${file}`),
]
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
const readme = read('README.md')

describe('the documents', () => {
  it.each([
    ['Edge', edgeEnvironment],
    ['API', apiEnvironment],
    ['Registry', releasesEnvironment],
  ])('list every variable of the %s, as its --help does', (heading, schema) => {
    const table = readme.split(`**${heading}**`)[1]?.split('\n**')[0] ?? ''
    const rows = describeEnvironment(schema).map(
      ({ name, standard, description }) => `| \`${name}\` |${standard ? ` \`${standard}\`` : ''} | ${description} |`,
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(table.replace(/ +/g, ' ')).toContain(row)
    expect(table.match(/^\| `/gm)).toHaveLength(rows.length)
  })

  it('name npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = documents.flatMap((file) =>
      [...read(file).matchAll(/npm run ([a-z][a-z:-]*)/g)].map(([, script]) => script as string),
    )
    expect(named.length).toBeGreaterThan(10)
    // A part's own are `npm run build` and `npm run publish`.
    for (const script of new Set(named)) expect([...Object.keys(scripts), 'build', 'publish']).toContain(script)
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

  it('try the swap on a title that is still there', () => {
    const title = /change the title `([^`]+)` in\s+`([^`]+)`/.exec(readme)
    expect(read(title?.[2] ?? 'missing')).toContain(title?.[1])
  })
})
