import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readSection } from './section-source'

const pages = `export const pages = {
  '/dunes': () => import('./dunes/dunes'),
  "/dunes/:slug": () => import("./dunes/dune"),
}`
const right = { title: 'Dunes', host: '^1.0.0' }
const declared = (section: object) => `export const section = ${JSON.stringify(section)}`
const folders: string[] = []

function read(code: string) {
  const folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'marram-section-')), 'dunes')
  folders.push(folder)
  fs.mkdirSync(path.join(folder, 'src'), { recursive: true })
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: '@marram/mfe-dunes', version: '1.0.0' }))
  fs.writeFileSync(path.join(folder, 'src/section.ts'), code)
  return readSection(folder)
}

afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(path.dirname(folder), { recursive: true })
})

describe('the build of a section', () => {
  it('follows the declaration of its module, under the name of its package', async () => {
    const section = { ...right, settings: { '/dunes': { query: ['page'] } } }
    expect(await read(`${pages}\n${declared(section)} satisfies Declaration<typeof pages>`)).toEqual({
      document: {
        ...right,
        name: 'mfe-dunes',
        paths: [{ pattern: '/dunes', query: ['page'] }, { pattern: '/dunes/:slug' }],
      },
      modules: { '/dunes': './src/dunes/dunes', '/dunes/:slug': './src/dunes/dune' },
    })
  })

  it.each([
    [
      'something is done before a page is loaded',
      `import { afterAll } from './after-all'
export const pages = { '/dunes': () => afterAll(() => import('./dunes/dunes')) }`,
    ],
    [
      'the table is written otherwise',
      `type Load = () => Promise<unknown>
const dunes: Load = async () => await import('./dunes/dunes')
const pattern = '/dunes'
export const pages: Record<string, Load> = { [pattern]: dunes }`,
    ],
  ])('finds its modules even when %s', async (_, code) => {
    expect((await read(`${code}\n${declared(right)}`)).modules).toEqual({ '/dunes': './src/dunes/dunes' })
  })

  it.each<[string, string, RegExp]>([
    ['has no declaration', pages, /^dunes\/src\/section\.ts: [\s\S]*title/],
    ['has no title', `${pages}\n${declared({ ...right, title: '' })}`, /^dunes\/src\/section\.ts: [\s\S]*title/],
    ['asks for any host', `${pages}\n${declared({ ...right, host: '*' })}`, /a caret range such as \^1\.0\.0/],
    ['has no pages', declared(right), /paths/],
    [
      'claims an address of the edge',
      `${pages.replace('/dunes/:slug', '/api/dunes')}\n${declared(right)}`,
      /belongs to the edge \(the page \/api\/dunes, pattern\)$/,
    ],
    [
      'has settings for a page that is not there',
      `${pages}\n${declared({ ...right, settings: { '/shore': { private: true } } })}`,
      /there are settings for pages that it does not have: \/shore$/,
    ],
    ...[
      ['/shore', /a page of the search is not among the paths/] as const,
      ['/dunes/:slug', /a page without parameters/] as const,
    ].map(([path, message]): [string, string, RegExp] => [
      `has words by which the search finds ${path}`,
      `${pages}\n${declared({ ...right, searchPages: [{ path, title: 'Shore', about: 'Shells' }] })}`,
      message,
    ]),
    [
      'has a page that is not lazy',
      `import * as dunes from './dunes/dunes'\nexport const pages = { '/dunes': dunes }\n${declared(right)}`,
      /write each page as `pattern: \(\) => import\(…\)`: \/dunes$/,
    ],
  ])('reports what to fix when it %s', async (_, code, message) => {
    await expect(read(code)).rejects.toThrow(message)
  })
})
