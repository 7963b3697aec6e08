import fs from 'node:fs'
import path from 'node:path'
import { waitForFolder } from '@marram/files/folder-lock'
import { RELEASE_FILE } from '@marram/release-contract/release'
import { sourcesOf, sourceVersionOf } from '@marram/release-contract/version'
import { distFolder, FolderProblem, findUpwards, partNameOf, readPackage } from '../bundling/part'
import { readSection } from '../bundling/section-source'
import { checkoutOf } from '../bundling/sources'
import { sourceFingerprint } from './fingerprint'
import { namesCommit } from './publish-folder'
import { runProgram } from './run-program'

export type Built = { part: string; version: string; folder: string; built: boolean; ms: number }

type BuildOptions = {
  development?: boolean
  /** Else that of package.json with a time and a fingerprint of the sources: the same sources, the same release. */
  version?: string | undefined
}

/** The version of a part's sources: that of package.json, the time of their commit (else now), and their fingerprint. */
export function sourceVersion(folder: string, { development = false } = {}): string {
  const fingerprint = sourceFingerprint(folder, development ? 'development' : 'production')
  return sourceVersionOf(
    readPackage(folder).version ?? '',
    checkoutOf(folder)?.committedAt ?? new Date(),
    fingerprint.slice(0, 8),
  )
}

/** Builds a part in its own folder, unless it was already built from the same sources. */
export async function buildPart(
  folder: string,
  { development = false, version: given }: BuildOptions = {},
): Promise<Built> {
  const startedAt = performance.now()
  const dist = path.join(folder, distFolder(development))
  const version = given ?? sourceVersion(folder, { development })
  const built = await buildOnce(folder, {
    // A given version may have a build of other sources.
    isBuilt: () => given === undefined && isBuildOf(readBuilt(dist), { version, folder }),
    build: () => {
      // An interrupted build must not leave the description of an earlier one.
      fs.rmSync(path.join(dist, RELEASE_FILE), { force: true })
      return runBuild(folder, { MARRAM_VERSION: version, NODE_ENV: development ? 'development' : 'production' })
    },
  })
  const ms = built ? Math.round(performance.now() - startedAt) : 0
  return { part: partNameOf(folder), version: readBuilt(dist)?.version ?? version, folder: dist, built, ms }
}

type Manifest = { version: string; revision: string | null }

/** A build from before its sources were committed names no commit: once they are, they are built again. */
export const isBuildOf = (built: Manifest | undefined, { version, folder }: { version: string; folder: string }) =>
  built !== undefined &&
  sourcesOf(built.version) === sourcesOf(version) &&
  (namesCommit(built.revision) || !checkoutOf(folder)?.committedAt)

/** Of two processes that build in one folder concurrently, one waits and finds it built. Returns whether this one built. */
export async function buildOnce(
  folder: string,
  { isBuilt, build }: { isBuilt: () => boolean; build: () => Promise<void> },
): Promise<boolean> {
  if (isBuilt()) return false
  const lock = await waitForFolder(path.join(folder, '.cache'))
  try {
    if (isBuilt()) return false
    await build()
    return true
  } finally {
    lock.release()
  }
}

/** A build runs what packages bring with them, which is to get no secret of whoever publishes. */
const WITHOUT_SECRETS = {
  MARRAM_SIGNING_KEY: undefined,
  MARRAM_TOKEN: undefined,
  MARRAM_ID_TOKEN: undefined,
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: undefined,
}

/** Runs a part's own build, as its team would. */
export async function runBuild(folder: string, environment: Record<string, string>): Promise<void> {
  const rsbuild = findUpwards(folder, 'node_modules/@rsbuild/core/bin/rsbuild.js')
  if (!rsbuild) throw new FolderProblem(`@rsbuild/core is not installed in ${folder}. Install its packages first.`)
  // Checked first, for a readable message: a failed build would bury it in a stack trace.
  if (fs.existsSync(path.join(folder, 'src/section.ts'))) await readSection(folder)
  const { code, output } = await runProgram([rsbuild, 'build', '--log-level', 'warn'], {
    cwd: folder,
    environment: { ...environment, ...WITHOUT_SECRETS },
  })
  if (code !== 0) throw new FolderProblem(`${path.basename(folder)} does not build:\n${withoutForeignFrames(output)}`)
}

/** Of a stack, what is in installed packages helps nobody who mends a section; its own files do. */
const withoutForeignFrames = (output: string) =>
  output
    .split('\n')
    .filter((line) => !/^\s+at .*(?:[\\/]node_modules[\\/]|node:)/.test(line))
    .join('\n')

function readBuilt(dist: string): Manifest | undefined {
  try {
    return JSON.parse(fs.readFileSync(path.join(dist, RELEASE_FILE), 'utf8')) as Manifest
  } catch {
    // Never built, or not finished: build it.
    return undefined
  }
}
