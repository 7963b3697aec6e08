import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { containerName } from '@marram/release-contract/release'
import type { RsbuildConfig } from '@rsbuild/core'
import type { ChunkGraph } from './chunk-graph'
import { unversionedChunks } from './chunk-list'
import { browserEnvironment, federationPlugin, serverEnvironment } from './environments'
import { hostVersion, writeGenerated } from './part'
import { type PartBuild, partBuild, partConfig } from './part-config'
import { readSection, type SectionSource } from './section-source'
import { isProvided, rangesOf } from './shared-modules'
import { usedNames } from './shared-names'
import { refuseStrayStyles } from './stray-styles'

const here = path.dirname(fileURLToPath(import.meta.url))
const EXPOSED = './.cache/exposed.ts'
/** What the shell loads. The build adds `forget` (see forget.ts beside this file) to what the section exports. */
const exposedSource = `export { forget } from '@marram/build/forget'\nexport { pages } from '../src/section'\nexport const version: string = __PART_VERSION__\ndeclare const __PART_VERSION__: string\n`

/** The whole build of a section: browser, server, and `release.json`. Names no other part and no address. */
export const sectionConfig = (folder: string) => async (): Promise<RsbuildConfig> => {
  const section = await readSection(folder)
  const part = partBuild(folder)
  const host = hostVersion(folder)
  writeGenerated(folder, 'exposed.ts', exposedSource)
  return partConfig(folder, part, {
    describe(graph, dist, compilation) {
      refuseStrayStyles(part.name, dist)
      return { ...describe(graph, part, section, host), uses: usedNames(compilation) }
    },
    // The bundler wants an entry of its own; a section is entered through its container.
    unused: /^browser\/(static\/js\/index\.|mf-stats\.json$|.*\.css\.map$)/,
    environments: {
      browser: browserEnvironment(part, {
        entry: path.join(here, 'empty'),
        plugins: [federationPlugin(part, { exposed: EXPOSED, host }), unversionedChunks(part)],
        splitChunks: false,
      }),
      server: serverEnvironment(part, { entry: EXPOSED, shared: 'external' }),
    },
  })
}

function describe(graph: ChunkGraph, part: PartBuild, { document, modules }: SectionSource, host: string) {
  const { paths, ...declared } = document
  const requires = graph.consumed()
  const browser = (file: string) => `browser/${file}`
  return {
    ...declared,
    kind: 'section' as const,
    version: part.version,
    container: containerName(part),
    entry: browser('remoteEntry.js'),
    runtime: 'none' as const,
    expose: graph.filesOf(EXPOSED).map(browser),
    pages: paths.map((page) => {
      const module = modules[page.pattern] as string
      const files = graph.filesOf(module)
      if (files.length === 0) throw new Error(`${part.name}: no chunk was found for ${module} (${page.pattern})`)
      return { ...page, files: files.map(browser), needs: graph.consumed(module).filter(isProvided) }
    }),
    manifest: browser('mf-manifest.json'),
    requires,
    ranges: rangesOf(requires.filter(isProvided), host),
  }
}
