import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { RELEASE_FILE, type ReleaseManifest, releaseManifest } from '@marram/release-contract/release'
import type { RsbuildConfig, RsbuildPlugin, Rspack } from '@rsbuild/core'
import * as z from 'zod/mini'
import { ChunkGraph, graphOptions } from './chunk-graph'
import { checksInput, distFolder, partVersion, sourceRevision } from './part'

export type PartBuild = {
  name: string
  version: string
  development: boolean
  dist: string
  /** Whether zod itself is in the browser build, and not only what describes responses. */
  checksInput: boolean
}

/** What is built from a part's folder; `name` is the part's. */
export function partBuild(folder: string, name: string): PartBuild {
  const development = process.env.NODE_ENV === 'development'
  return {
    name,
    version: partVersion(folder),
    development,
    dist: distFolder(development),
    checksInput: checksInput(folder),
  }
}

/** The parts of a configuration that are the same for the shell and for sections. */
export const partConfig = (
  folder: string,
  { development, dist }: PartBuild,
  { release, environments }: { release: Omit<ReleaseOptions, 'dist'>; environments: RsbuildConfig['environments'] },
): RsbuildConfig => ({
  root: folder,
  mode: development ? 'development' : 'production',
  performance: { printFileSize: false },
  output: { cleanDistPath: true },
  plugins: [releasePlugin({ dist: path.join(folder, dist), ...release })],
  environments,
})

type Described = Omit<ReleaseManifest, 'format' | 'revision' | 'server' | 'files'>

type ReleaseOptions = {
  /** Absolute path of the folder that the builds write to. */
  dist: string
  describe: (graph: ChunkGraph, dist: string) => Described
  /** Files that the bundler writes and that are never loaded. */
  unused?: RegExp
}

/** After both builds, writes `release.json` beside them: what the part is and the digest of every file. */
function releasePlugin({ dist, describe, unused }: ReleaseOptions): RsbuildPlugin {
  return {
    name: 'marram:release',
    setup(api) {
      api.onAfterBuild(({ stats }) => {
        if (!stats || stats.hasErrors()) return
        const all = 'stats' in stats ? stats.stats : [stats as Rspack.Stats]
        const browser = all.find((each) => each.compilation.name === 'browser')
        if (!browser) throw new Error('the part has no browser build')
        const described = describe(new ChunkGraph(browser.toJson(graphOptions)), dist)
        if (unused) removeUnused(dist, unused)
        const written = {
          ...described,
          format: 1,
          revision: sourceRevision(path.dirname(dist)),
          server: 'server/index.js',
          files: digests(dist),
        }
        const checked = releaseManifest.safeParse(written)
        if (!checked.success)
          throw new Error(`${written.name}: the build is not a valid release\n${z.prettifyError(checked.error)}`)
        fs.writeFileSync(path.join(dist, RELEASE_FILE), `${JSON.stringify(checked.data, null, 1)}\n`)
        api.logger.info(
          `${checked.data.name} ${checked.data.version} is in ${path.relative(process.cwd(), dist) || 'dist'}`,
        )
      })
    },
  }
}

function removeUnused(dist: string, unused: RegExp): void {
  for (const file of fs.readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (unused.test(file.split(path.sep).join('/'))) fs.rmSync(path.join(dist, file), { recursive: true, force: true })
  }
}

function digests(dist: string): ReleaseManifest['files'] {
  const files: ReleaseManifest['files'] = {}
  for (const entry of fs.readdirSync(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === RELEASE_FILE || entry.name.endsWith('.LICENSE.txt')) continue
    const full = path.join(entry.parentPath, entry.name)
    const bytes = fs.readFileSync(full)
    files[path.relative(dist, full).split(path.sep).join('/')] = {
      size: bytes.length,
      integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}`,
    }
  }
  return files
}
