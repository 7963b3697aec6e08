import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { packagesBehind } from '@marram/build/bill-of-materials'
import { expect, it } from 'vitest'
import { root } from '../workspace'
import { bundled } from './build-program.mjs'

it.each([
  ['edge', 'shared/rendering/src/render-process.mjs', ['@jridgewell/trace-mapping', 'fastify']],
  ['releases', 'releases/src/gate/browser-page.mjs', ['drizzle-orm', 'playwright-core']],
])('the packages of %s include those of the programs that it starts', async (service, started, names) => {
  const to = path.join(root, service, 'dist/main.mjs')
  const { inputs, files, outputFiles } = await bundled(`${service}/src/main.ts`, to)
  expect(packagesBehind(files).map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  // They are inputs of the build, and not part of its output.
  expect(inputs).toContain(started)
  expect(outputFiles.map((file) => path.basename(file.path)).sort()).toEqual(['main.mjs', 'main.mjs.map'])
})

it('the edge loads no database', async () => {
  const { files } = await bundled('edge/src/main.ts', path.join(root, 'edge/dist/main.mjs'))
  const names = packagesBehind(files).map(({ name }) => name)
  expect(names).toContain('fastify')
  expect(names.filter((name) => /pglite|drizzle|^pg$/.test(name))).toEqual([])
})

it('no program is missed, in whichever way a source of the bundle starts it', async () => {
  const { inputs } = await bundled('edge/src/main.ts', path.join(root, 'edge/dist/main.mjs'))
  const packages = new Set(inputs.flatMap((name) => name.split('/src/').slice(0, -1)))
  const plain = execFileSync('git', ['ls-files', '*.mjs'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  const own = plain.filter((name) => packages.has(name.split('/src/')[0] ?? '') && name.includes('/src/'))
  expect(own.length).toBeGreaterThan(4)
  expect(own.filter((name) => !inputs.includes(name))).toEqual([])
})
