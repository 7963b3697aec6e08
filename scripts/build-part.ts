import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { FolderInUse, lockFolder } from '@marram/service/folder-lock'
import { runProgram } from './run-program'
import { root, UsageError } from './workspace'

const LOOK_MS = 100
const IGNORED = new Set(['node_modules', 'dist', 'dist-development', '.cache'])

export type Built = { part: string; version: string; folder: string; built: boolean; ms: number }

/**
 * Builds a part in its own folder unless its sources, and the shared packages that it is made with, are as they were.
 * Its version is that of package.json with a fingerprint of those sources: the same sources, the same release.
 */
export async function buildPart(part: string, { development = false } = {}): Promise<Built> {
  const startedAt = Date.now()
  const folder = path.join(root, part)
  const dist = path.join(folder, development ? 'dist-development' : 'dist')
  const fingerprint = sourceFingerprint(folder, development)
  const version = `${(JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }).version}-${fingerprint.slice(0, 8)}`
  if (builtVersion(dist) === version) return { part, version, folder: dist, built: false, ms: 0 }
  const lock = await lockBuild(folder)
  try {
    // Another process may have built it meanwhile.
    if (builtVersion(dist) === version) return { part, version, folder: dist, built: false, ms: 0 }
    // A build that is cut short must not leave the description of an earlier one.
    fs.rmSync(path.join(dist, 'release.json'), { force: true })
    await runBuild(folder, { MARRAM_VERSION: version, NODE_ENV: development ? 'development' : 'production' })
  } finally {
    lock.release()
  }
  return { part, version, folder: dist, built: true, ms: Date.now() - startedAt }
}

/** Two builds of one part would write over each other's files: the second one waits. */
export async function lockBuild(folder: string): Promise<{ release(): void }> {
  for (;;) {
    try {
      return lockFolder(path.join(folder, '.cache'))
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  }
}

/** Runs a part's own build, as its team would. */
export async function runBuild(folder: string, environment: Record<string, string>): Promise<void> {
  const rsbuild = path.join(folder, 'node_modules/@rsbuild/core/bin/rsbuild.js')
  const { code, output } = await runProgram([rsbuild, 'build', '--log-level', 'warn'], { cwd: folder, environment })
  if (code !== 0) throw new UsageError(`${path.basename(folder)} does not build:\n${output}`)
}

function builtVersion(dist: string): string | undefined {
  try {
    return (JSON.parse(fs.readFileSync(path.join(dist, 'release.json'), 'utf8')) as { version: string }).version
  } catch {
    // Never built, or not finished: build it.
    return undefined
  }
}

function sourceFingerprint(folder: string, development: boolean): string {
  const shared = ['contracts', 'client', 'host', 'html', 'ui', 'federation'].map((name) => path.join('shared', name))
  return fingerprintOf(development ? 'development' : 'production', [path.relative(root, folder), ...shared])
}

/** Of everything in these folders of the workspace, and of what is installed. */
export function fingerprintOf(kind: string, folders: string[]): string {
  const hash = createHash('sha256').update(kind)
  for (const folder of folders) addFolder(hash, path.join(root, folder))
  hash.update(fs.readFileSync(path.join(root, 'pnpm-lock.yaml')))
  return hash.digest('hex')
}

function addFolder(hash: ReturnType<typeof createHash>, folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (IGNORED.has(entry.name) || entry.name.includes('.test.')) continue
    const full = path.join(folder, entry.name)
    if (entry.isDirectory()) addFolder(hash, full)
    else hash.update(`\n${path.relative(root, full)}\n`).update(fs.readFileSync(full))
  }
}
