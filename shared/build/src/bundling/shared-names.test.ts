import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Rspack, rspack } from '@rsbuild/core'
import { afterAll, expect, it } from 'vitest'
import { exportedNames, usedNames } from './shared-names'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) fs.rmSync(folder, { recursive: true })
})

/** A real production build, because the names come from the bundler's graph. With `import: false` the modules are not in it. */
async function build(sources: Record<string, string>, consumed: string[], options: { import?: false } = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-names-'))
  folders.push(folder)
  for (const [file, text] of Object.entries(sources)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    fs.writeFileSync(path.join(folder, file), text)
  }
  const consumes = Object.fromEntries(consumed.map((name) => [name, { requiredVersion: false as const, ...options }]))
  const compiler = rspack({
    mode: 'production',
    context: folder,
    entry: './src/index.js',
    resolve: { extensions: ['.ts', '.js'] },
    module: {
      rules: [
        { test: /\.ts$/, loader: 'builtin:swc-loader', options: { jsc: { parser: { syntax: 'typescript' } } } },
        { test: /\.js$/, sideEffects: false },
      ],
    },
    output: { path: path.join(folder, 'dist'), library: { type: 'commonjs2' } },
    plugins: [new rspack.sharing.ConsumeSharedPlugin({ consumes })],
  })
  const stats = await new Promise<Rspack.Stats | undefined>((resolve, reject) =>
    compiler.run((error, result) => (error ? reject(error) : resolve(result))),
  )
  expect(stats?.toJson({ all: false, errors: true }).errors).toEqual([])
  return (stats as Rspack.Stats).compilation
}

/** What a section uses that has these files, and is entered by one that loads `page`. */
async function usedBy(files: Record<string, string>, ...consumed: string[]) {
  const entry = { 'src/index.js': "export const open = () => import('./page')" }
  return usedNames(await build({ ...entry, ...files }, consumed, { import: false }))
}

it('names what a section imports, under the names of the shell, once and in order', async () => {
  const page =
    "import { b as x, a } from 'lib'\nimport Fallback from 'lib/own'\nexport const page = [x, a, x.of, Fallback]"
  expect(await usedBy({ 'src/page.js': page }, 'lib', 'lib/own')).toEqual({ lib: ['a', 'b'], 'lib/own': ['default'] })
})

it('names what all files of a page import or pass on, and are merged into one', async () => {
  const files = {
    'src/page.js':
      "import { a } from 'lib'\nimport { passed, own } from './part'\nexport const page = [a, passed, own]",
    'src/part.js': "import { b } from 'lib'\nexport { c as passed } from 'lib'\nexport const own = () => b",
  }
  expect(await usedBy(files, 'lib')).toEqual({ lib: ['a', 'b', 'c'] })
})

it.each([
  ['import * as all', "import * as all from 'lib'\nexport const page = [all.a, 'b' in all && all.b, all]"],
  ['import one, * as all', "import one, * as all from 'lib'\nexport const page = [one, all.a]"],
  ['import()', "export const page = async () => (await import('lib')).a"],
  ['require()', "const { a } = require('lib')\nexport const page = a"],
  ['export *', "export * from 'lib'"],
  ["import 'lib'", "import 'lib'\nexport const page = 1"],
])('names the module alone for %s', async (_, page) => {
  expect(await usedBy({ 'src/page.js': page }, 'lib')).toEqual({ lib: [] })
})

it('names what one file imports although another one imports the whole module', async () => {
  const files = {
    'src/page.js': "import { a } from 'lib'\nimport { b } from './part'\nexport const page = [a, b]",
    'src/part.js': "import{c}from'other';import*as all from'lib';export const b=()=>[c,all.b]",
  }
  expect(await usedBy(files, 'lib', 'other')).toEqual({ lib: ['a'], other: ['c'] })
})

it('names neither types nor what the bundler drops', async () => {
  const files = {
    'src/page.ts': [
      "import { a, type B, D } from 'lib'",
      "import type { C } from 'lib'",
      "import type { E } from 'types'",
      "import { used } from './part'",
      'export const page = (b: B, c: C, d: D, e: E) => [a, b, c, d, e, used]',
    ].join('\n'),
    'src/part.js':
      "import { dropped } from 'lib'\nexport { f } from './unused'\nexport const used = 1\nexport const unused = () => dropped()",
    'src/unused.js': "import { g } from 'lib'\nexport const f = () => g()",
  }
  expect(await usedBy(files, 'lib', 'types')).toEqual({ lib: ['a'] })
})

it('names what the modules of one file export, also by other files and from CommonJS, but not where nobody can know', async () => {
  const sources = {
    'src/index.js': "import { all } from './provide'\nimport './other'\nglobalThis.all = all",
    'src/provide.js':
      "import * as esm from 'esm'\nexport const all = [esm, () => import('common'), () => import('passed-on'), () => import('unknown')]",
    'src/other.js': "import('hidden')",
    'node_modules/hidden/index.js': 'export const a = 1',
    'node_modules/esm/index.js':
      "export { a, b as c } from './own'\nexport * from './more'\nexport default function d() {}",
    'node_modules/esm/own.js': 'export const a = 1\nexport const b = 2',
    'node_modules/esm/more.js': 'export class E {}',
    'node_modules/common/index.js': 'exports.a = () => {}\nexports.b = 2',
    'node_modules/passed-on/index.js': "module.exports = require('../common')",
    'node_modules/unknown/index.js': "module.exports = JSON.parse('{}')",
  }
  expect(exportedNames(await build(sources, []), 'src/provide.js')).toEqual({
    common: ['a', 'b', 'default'],
    esm: ['E', 'a', 'c', 'default'],
    'passed-on': ['a', 'b', 'default'],
  })
})
