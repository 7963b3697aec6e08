// Writes what each service needs to run, for the Containerfile: node deploy/image.mjs FOLDER
import fs from 'node:fs'
import path from 'node:path'
import { installIfNeeded } from '../scripts/install.mjs'

/** The programs of each, and what they read beside their sources. The API's has its command line too. */
const services = {
  edge: { programs: ['main'], files: [] },
  api: { programs: ['main', 'cli'], files: ['pnpm-lock.yaml'] },
  releases: { programs: ['main'], files: [] },
}
const MAPPED_STACKS = 'scripts/start/mapped-stacks.mjs'

const root = path.resolve(import.meta.dirname, '..')
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: node deploy/image.mjs FOLDER')

await installIfNeeded()
const { register } = await import('tsx/esm/api')
register()
const { buildProgram, bundled } = await import('../scripts/start/build-program.mjs')
const { foldersBehind } = await import('@marram/build/bill-of-materials')
await (await import('../scripts/release/build-part.ts')).buildConsole()

/** What no program reads: tests, caches, and the types and maps of packages. */
const LEFT_OUT = /\/\.cache$|\.test\.tsx?$|\/node_modules\/.*(\.d\.[cm]?ts|\.map)$/
for (const [service, { programs, files }] of Object.entries(services)) {
  const needed = new Set([MAPPED_STACKS, ...files])
  for (const program of programs) {
    const source = `${service}/src/${program}.ts`
    const { file } = await buildProgram(source)
    const { inputs, files: ofPackages } = await bundled(source, path.join(root, file))
    // Of our own packages everything: migrations, content, and programs that are started by their paths.
    for (const input of inputs) needed.add(/^.*?(?=\/src\/)/.exec(input)?.[0] ?? input)
    // Each folder in `.pnpm` has one package, with links to those that it depends on.
    for (const each of foldersBehind(ofPackages))
      needed.add(/^node_modules\/\.pnpm\/[^/]+/.exec(path.relative(root, each))[0])
  }
  for (const each of needed)
    fs.cpSync(path.join(root, each), path.join(folder, service, each), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (name) => !LEFT_OUT.test(name),
    })
}
// For the account of the images, where it is not mounted over.
fs.mkdirSync(path.join(folder, 'data'))
