import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Rspack, rspack } from '@rsbuild/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { billOfMaterials, packagesBehind, packagesIn } from './bill-of-materials.mjs'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-bill-'))
const write = (file: string, text: string) => {
  fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  fs.writeFileSync(path.join(folder, file), text)
}
const install = (name: string, code: string, more: object = {}, at = 'node_modules') => {
  const described = { name, version: '1.0.0', type: 'module', license: 'MIT', sideEffects: false, ...more }
  write(`${at}/${name}/package.json`, JSON.stringify(described))
  write(`${at}/${name}/es/index.js`, code)
  // Many packages have such a file beside their code; it names no package.
  write(`${at}/${name}/es/package.json`, '{ "type": "module" }')
}

function build(): Promise<Rspack.Stats> {
  const compiler = rspack({
    context: folder,
    mode: 'production',
    target: 'web',
    entry: './src/main.js',
    output: { path: path.join(folder, 'dist') },
    plugins: [
      new rspack.sharing.ConsumeSharedPlugin({ consumes: { shared: { import: false, requiredVersion: '^1.0.0' } } }),
    ],
  })
  return new Promise((resolve, reject) =>
    compiler.run((error, stats) => (error || !stats ? reject(error) : resolve(stats))),
  )
}

describe('the bill of materials of a build', () => {
  let stats: Rspack.Stats
  beforeAll(async () => {
    const main = ['used', '@team/used', 'looked-at'].map(
      (name, i) => `import { a as a${i} } from '${name}/es/index.js'`,
    )
    write(
      'src/main.js',
      `${main.join('\n')}\nimport 'shared'\nconsole.log(a0, a1, import('lazy/es/index.js'), import('shared'))`,
    )
    write('src/package.json', '{}')
    install('used', "export { a } from 'inner/es/index.js'\nexport const b = 1")
    install('inner', 'export const a = Math.random()', { version: '2.0.0' }, 'node_modules/used/node_modules')
    install('inner', 'export const a = Math.random()', { version: '3.0.0' })
    install('@team/used', "import { a as b } from 'inner/es/index.js'\nexport const a = () => b + Math.random()", {
      license: 'SEE LICENSE IN COPYING',
    })
    install('looked-at', 'export const a = 1')
    install('lazy', 'export const a = Math.random()', { license: undefined })
    install('shared', 'export const a = 1', { exports: { '.': './es/index.js', './es/index.js': './es/index.js' } })
    stats = await build()
    expect(stats.toJson({ all: false, errors: true }).errors).toEqual([])
  })
  afterAll(() => fs.rmSync(folder, { recursive: true }))

  it('names exactly the packages in its chunks, even when merged or in two versions', () => {
    expect(packagesIn([stats.compilation])).toEqual([
      { name: '@team/used', version: '1.0.0', license: 'SEE LICENSE IN COPYING' },
      { name: 'inner', version: '2.0.0', license: 'MIT' },
      { name: 'inner', version: '3.0.0', license: 'MIT' },
      { name: 'lazy', version: '1.0.0' },
    ])
  })

  it('is CycloneDX, and the same for the same sources', () => {
    const bill = () => billOfMaterials({ name: 'mfe-a', version: '1.2.0' }, packagesIn([stats.compilation]))
    expect(bill()).toEqual(bill())
    expect(bill()).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      metadata: { component: { type: 'application', name: 'mfe-a', version: '1.2.0' } },
    })
    expect(Object.keys(bill())).not.toContain('serialNumber')
    expect(bill().components.slice(0, 2)).toEqual([
      {
        type: 'library',
        'bom-ref': 'pkg:npm/%40team/used@1.0.0',
        name: '@team/used',
        version: '1.0.0',
        licenses: [{ license: { name: 'SEE LICENSE IN COPYING' } }],
        purl: 'pkg:npm/%40team/used@1.0.0',
      },
      expect.objectContaining({ licenses: [{ expression: 'MIT' }], purl: 'pkg:npm/inner@2.0.0' }),
    ])
  })

  it('of a service names its imports and all their installed dependencies', () => {
    const dependencies = { inner: '^2.0.0', 'looked-at': '1', absent: '1' }
    install('used', '', { dependencies: { inner: '2' }, peerDependencies: { lazy: '1' } })
    install('lazy', '', { dependencies: { used: '1' } })
    install('@team/used', '', { dependencies })
    const of = (...names: string[]) =>
      packagesBehind(names.map((name) => path.join(folder, name))).map(({ name, version }) => `${name} ${version}`)
    expect(of('node_modules/used/es/index.js')).toEqual(['inner 2.0.0', 'lazy 1.0.0', 'used 1.0.0'])
    expect(of('node_modules/@team/used/es/index.js')).toEqual(['@team/used 1.0.0', 'inner 3.0.0', 'looked-at 1.0.0'])
    expect(of('src/main.js')).toEqual([])
  })
})
