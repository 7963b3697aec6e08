import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../workspace'
import { bundled } from './build-program.mjs'

it.each([
  ['edge', 'shared/rendering/src/render-process.mjs', ['@jridgewell/trace-mapping', 'fastify']],
  ['releases', 'releases/src/gate/browser-page.mjs', ['drizzle-orm', 'playwright-core']],
])('the packages of %s include those of the programs that it starts', async (service, started, names) => {
  const to = path.join(root, service, 'dist/main.mjs')
  const { inputs, packages, outputFiles } = await bundled(`${service}/src/main.ts`, to)
  expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  // They are inputs of the build, and not part of its output.
  expect(inputs).toContain(started)
  expect(outputFiles.map((file) => path.basename(file.path)).sort()).toEqual(['main.mjs', 'main.mjs.map'])
})
