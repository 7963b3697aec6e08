import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { pageModules, readSection } from './section-source'

const right = {
  name: 'mfe-dunes',
  title: 'Dunes',
  host: '^1.0.0',
  paths: [{ pattern: '/dunes' }, { pattern: '/dunes/:slug' }],
}
const source = `export const pages = {
  '/dunes': () => import('./dunes/dunes'),
  "/dunes/:slug": () => import("./dunes/dune"),
}`
const folders: string[] = []

function section({
  document = right as object,
  code = source,
  name = '@marram/mfe-dunes',
}: {
  document?: object | string
  code?: string
  name?: string
} = {}): string {
  const folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'marram-section-')), 'mfe-dunes')
  folders.push(folder)
  fs.mkdirSync(path.join(folder, 'src'), { recursive: true })
  fs.writeFileSync(
    path.join(folder, 'section.json'),
    typeof document === 'string' ? document : JSON.stringify(document),
  )
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0' }))
  fs.writeFileSync(path.join(folder, 'src/section.ts'), code)
  return folder
}
function modules(given: Parameters<typeof section>[0]) {
  const folder = section(given)
  return pageModules(folder, readSection(folder))
}

afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(path.dirname(folder), { recursive: true })
})

describe('a section that is built', () => {
  it('loads for each pattern the module that section.ts names', async () => {
    expect(await modules({})).toEqual({ '/dunes': './src/dunes/dunes', '/dunes/:slug': './src/dunes/dune' })
  })

  it('finds the module also where something is done before it is loaded', async () => {
    const code = source.replace("() => import('./dunes/dunes')", "() => afterAll(() => import('./dunes/dunes'))")
    expect(code).not.toBe(source)
    expect((await modules({ code: `import { afterAll } from './after-all'\n${code}` }))['/dunes']).toBe(
      './src/dunes/dunes',
    )
  })

  it('finds the module however the table is written', async () => {
    const code = `type Load = () => Promise<unknown>
const dunes: Load = () => import('./dunes/dunes')
const slug = '/dunes/:slug'
export const pages: Record<string, Load> = { '/dunes': dunes, [slug]: async () => await import('./dunes/dune') }`
    expect(await modules({ code })).toEqual({ '/dunes': './src/dunes/dunes', '/dunes/:slug': './src/dunes/dune' })
  })

  it.each([
    ['has no title', { ...right, title: '' }, /mfe-dunes\/section\.json: [\s\S]*title/],
    [
      'claims an address of the edge',
      { ...right, paths: [{ pattern: '/api/dunes' }] },
      /belongs to the edge[\s\S]*paths\[0\]\.pattern/,
    ],
    ['asks for any host', { ...right, host: '*' }, /a caret range such as \^1\.0\.0/],
    [
      'is named otherwise in its package.json',
      { ...right, name: 'mfe-shore' },
      /section\.json is named mfe-shore, package\.json mfe-dunes/,
    ],
  ])('is told what to mend when it %s', (_, document, words) => {
    expect(() => readSection(section({ document }))).toThrow(words)
  })

  it('is told which pages section.ts lacks', async () => {
    const code = "export const pages = { '/dunes': () => import('./dunes/dunes') }"
    await expect(modules({ code })).rejects.toThrow(
      'Not in src/section.ts as `pattern: () => import(…)`: /dunes/:slug.',
    )
  })

  it('is told which pages section.json lacks', async () => {
    const document = { ...right, paths: [{ pattern: '/dunes' }] }
    await expect(modules({ document })).rejects.toThrow(
      'mfe-dunes: src/section.ts and section.json differ. Not in section.json: /dunes/:slug.',
    )
  })

  it('is told when a page is not lazy', async () => {
    const code =
      "import * as dunes from './dunes/dunes'\nexport const pages = { '/dunes': dunes, '/dunes/:slug': () => import('./dunes/dune') }"
    await expect(modules({ code })).rejects.toThrow('Not in src/section.ts as `pattern: () => import(…)`: /dunes.')
  })
})
