import type { SpawnOptions } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const source = (file: string) => fs.realpathSync(fileURLToPath(new URL(file, import.meta.url)))
const SCRIPT = source('./render-process.mjs')
const READABLE = [SCRIPT, source('./json-lines.mjs'), source('./state-text.mjs')]

const known = (flag: string) => process.allowedNodeEnvironmentFlags.has(flag)
/** Newer versions of Node withhold the network too, and have a database that writes files past the permission model. */
const VERSION_FLAGS = ['--allow-net', '--no-experimental-sqlite'].filter(known)

/**
 * Starts a render process: it reads its own source and `folder`, writes nothing, and starts neither processes nor
 * threads. Threads are not held by the permission model, so that one would read everything.
 */
export function renderCommand(folder: string, memoryMb: number): { args: string[]; options: SpawnOptions } {
  const builds = path.resolve(folder)
  // Node would take it for "whatever begins so".
  if (builds.includes('*')) throw new Error(`the data folder may not have a * in its name: ${builds}`)
  const readable = [...READABLE, path.join(builds, '*')]
  return {
    args: [
      known('--permission') ? '--permission' : '--experimental-permission',
      ...readable.map((file) => `--allow-fs-read=${file}`),
      ...VERSION_FLAGS,
      // Some versions let a trace be written.
      `--trace-event-file-pattern=${os.devNull}`,
      // A page makes a few megabytes that nobody needs a moment later: less often looked at, a sixth of the time is saved.
      '--max-semi-space-size=32',
      `--max-old-space-size=${memoryMb}`,
      SCRIPT,
    ],
    options: { env: {}, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  }
}
