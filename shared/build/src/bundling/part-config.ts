import fs from 'node:fs'
import path from 'node:path'
import { integrityOf } from '@marram/files/digest'
import { BILL_FILE, RELEASE_FILE, type ReleaseManifest, releaseManifest } from '@marram/release-contract/release'
import type { RsbuildConfig, RsbuildPlugin, Rspack } from '@rsbuild/core'
import * as z from 'zod/mini'
import { billOfMaterials, packagesIn } from './bill-of-materials.mjs'
import { ChunkGraph, graphOptions } from './chunk-graph'
import { distFolder, filesIn, partNameOf, partVersion, readPackage } from './part'
import { sourceRevision } from './sources'

export type PartBuild = {
  name: string
  version: string
  development: boolean
  dist: string
  /** Whether zod itself is in the browser build, as a dependency, and not only the replacement that describes responses. */
  checksInput: boolean
}

/** The input of a part's build. */
export function partBuild(folder: string): PartBuild {
  const development = process.env.NODE_ENV === 'development'
  return {
    name: partNameOf(folder),
    version: partVersion(folder),
    development,
    dist: distFolder(development),
    checksInput: 'zod' in (readPackage(folder).dependencies ?? {}),
  }
}

type PartConfig = Described & { environments: RsbuildConfig['environments'] }

/** The parts of a configuration that are the same for the shell and for sections. */
export const partConfig = (
  folder: string,
  { development, dist }: PartBuild,
  { environments, ...described }: PartConfig,
): RsbuildConfig => ({
  root: folder,
  mode: development ? 'development' : 'production',
  performance: { printFileSize: false },
  output: { cleanDistPath: true },
  plugins: [releasePlugin(path.join(folder, dist), described)],
  environments,
})

type Description = Omit<ReleaseManifest, 'format' | 'revision' | 'server' | 'files'>
type Described = {
  /** Of the browser build, which is in `dist`. */
  describe: (graph: ChunkGraph, dist: string, compilation: Rspack.Compilation) => Description | Promise<Description>
  /** Files that the bundler writes and that are never loaded. */
  unused?: RegExp
}

/** After both builds, writes `release.json` beside them: what the part is and the digest of every file. */
function releasePlugin(dist: string, { describe, unused }: Described): RsbuildPlugin {
  return {
    name: 'marram:release',
    setup(api) {
      api.onAfterBuild(async ({ stats }) => {
        if (!stats || stats.hasErrors()) return
        const browser = (stats as Rspack.MultiStats).stats.find(({ compilation }) => compilation.name === 'browser')
        if (!browser) throw new Error('the part has no browser build')
        const described = await describe(new ChunkGraph(browser.toJson(graphOptions)), dist, browser.compilation)
        for (const file of filesIn(dist)) if (unused?.test(file)) fs.rmSync(path.join(dist, file))
        const packages = packagesIn((stats as Rspack.MultiStats).stats.map(({ compilation }) => compilation))
        const bill = billOfMaterials({ name: described.name, version: described.version }, packages)
        fs.writeFileSync(path.join(dist, BILL_FILE), `${JSON.stringify(bill, null, 1)}\n`)
        const written = {
          ...described,
          format: 1,
          revision: sourceRevision(path.dirname(dist)),
          server: 'server/index.js',
          files: digests(dist),
        }
        const { name, version } = described
        const checked = releaseManifest.safeParse(written)
        if (!checked.success)
          throw new Error(`${name}: the build is not a valid release\n${z.prettifyError(checked.error)}`)
        fs.writeFileSync(path.join(dist, RELEASE_FILE), `${JSON.stringify(checked.data, null, 1)}\n`)
        api.logger.info(`${name} ${version} is in ${path.relative(process.cwd(), dist) || 'dist'}`)
      })
    },
  }
}

function digests(dist: string): ReleaseManifest['files'] {
  const described = filesIn(dist).filter((file) => file !== RELEASE_FILE && !file.endsWith('.LICENSE.txt'))
  return Object.fromEntries(
    described.map((file) => {
      const bytes = fs.readFileSync(path.join(dist, file))
      return [file, { size: bytes.length, integrity: integrityOf(bytes) }]
    }),
  )
}
