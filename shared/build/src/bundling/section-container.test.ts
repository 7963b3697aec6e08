import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { containerName } from '@marram/release-contract/release'
import { rspack } from '@rsbuild/core'
import { afterAll, expect, it } from 'vitest'
import { federationPlugin } from './environments'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-container-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

const part = { name: 'mfe-dunes', version: '1.4.0', development: false, dist: 'dist', checksInput: false }
const container = containerName(part)

async function build(): Promise<(file: string) => string> {
  fs.writeFileSync(path.join(folder, 'section.js'), "import { version } from 'react'\nexport const shown = version\n")
  fs.writeFileSync(path.join(folder, 'empty.js'), '')
  const compiler = rspack({
    mode: 'production',
    context: folder,
    entry: './empty.js',
    // In one file, so that no browser is needed to load the others.
    output: { path: path.join(folder, 'dist'), publicPath: '/', asyncChunks: false },
    plugins: [federationPlugin(part, { exposed: './section.js', host: '1.0.0' })],
  })
  await new Promise<void>((resolve, reject) => compiler.run((error) => (error ? reject(error) : resolve())))
  return (file) => fs.readFileSync(path.join(folder, 'dist', file), 'utf8')
}

it("a section is a container that needs no run time of federation, described by federation's manifest", async () => {
  const read = await build()
  const page: Record<string, { init(scope: object): unknown; get(name: string): Promise<() => unknown> }> = {}
  runInNewContext(read('remoteEntry.js'), page)
  const scope = { react: { '19.3.1': { from: 'shell', get: () => () => ({ version: 'of the shell' }) } } }
  await page[container]?.init(scope)
  const section = await page[container]?.get('./section')
  expect(section?.()).toMatchObject({ shown: 'of the shell' })
  expect(Object.keys(page)).toEqual([container])

  const { metaData, exposes } = JSON.parse(read('mf-manifest.json'))
  expect([metaData.globalName, exposes.map(({ name }: { name: string }) => name)]).toEqual([container, ['section']])
})
