import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import type { Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { toLine } from './json-lines.mjs'

const source = (file: string) => fs.realpathSync(fileURLToPath(new URL(file, import.meta.url)))
const SCRIPT = source('./render-process.mjs')
const REAPER = fileURLToPath(new URL('./reaper-process.mjs', import.meta.url))
const READABLE = [SCRIPT, source('./json-lines.mjs'), source('./state-text.mjs')]

const isFlag = (flag: string) => process.allowedNodeEnvironmentFlags.has(flag)
/** Newer versions of Node have a database that writes files past the permission model. */
const VERSION_FLAGS = ['--no-experimental-sqlite'].filter(isFlag)

/** Starts a program in a network namespace of its own, in which there is nothing to reach, without any privilege. */
const UNSHARE = '/usr/bin/unshare'
const UNSHARE_ARGS = ['--user', '--map-current-user', '--net', '--']
let networkNamespace: boolean | undefined

/** Whether this system starts render processes without a network. Few but Linux can, and some of these do not allow it. */
export function hasNetworkNamespaces(): boolean {
  networkNamespace ??= fs.existsSync(UNSHARE) && spawnSync(UNSHARE, [...UNSHARE_ARGS, '/bin/true']).status === 0
  return networkNamespace
}

/** For the log and for who starts a site: whether the code of releases has a network while it is rendered and tried. */
export const networkReport = (isWithout = hasNetworkNamespaces()) =>
  isWithout
    ? ({ level: 'info', words: 'render processes and trials have no network' } as const)
    : ({
        level: 'warn',
        words:
          'this system starts no process without a network: render processes and trials lack only what makes connections',
      } as const)

/** What a command begins with, so that its process and those that it starts have no network where the system allows it. */
export const withoutNetwork = (): string[] => (hasNetworkNamespaces() ? [UNSHARE, ...UNSHARE_ARGS] : [])

type Command = { program: string; args: string[]; options: SpawnOptions }

/**
 * How to start a render process: it reads its own source and `folder`, writes nothing, reaches no network where the system
 * allows that, and starts no processes and no threads, which the permission model does not bind.
 */
export function renderCommand(folder: string, memoryMb: number): Command {
  const builds = path.resolve(folder)
  // Node would take it for "whatever begins so".
  if (builds.includes('*')) throw new Error(`the data folder may not have a * in its name: ${builds}`)
  const readable = [...READABLE, path.join(builds, '*')]
  const [program = '', ...before] = [...withoutNetwork(), process.execPath]
  return {
    program,
    args: [
      ...before,
      isFlag('--permission') ? '--permission' : '--experimental-permission',
      ...readable.map((file) => `--allow-fs-read=${file}`),
      ...VERSION_FLAGS,
      // Some versions let a trace be written.
      `--trace-event-file-pattern=${os.devNull}`,
      // A page makes a few megabytes that are garbage a moment later: collected less often, a sixth of the time is saved.
      '--max-semi-space-size=32',
      `--max-old-space-size=${memoryMb}`,
      SCRIPT,
    ],
    options: { env: {}, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  }
}

/** Bytes of memory that a process holds; undefined where it has ended, or the system has no figure (only Linux has). */
export async function residentBytes(pid: number, onFailure: (error: Error) => void): Promise<number | undefined> {
  try {
    const status = await fs.promises.readFile(`/proc/${pid}/status`, 'utf8')
    const kilobytes = /^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  } catch (error) {
    if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) onFailure(error as Error)
    return undefined
  }
}

/** Where no reaper can be started, another attempt would fail at once. */
const RETRY_MS = 100
const living = new Set<number>()
let reaper: Socket | undefined

/** Ends `child` when this process ends, even by kill -9. A page that spins cannot do that itself; the reaper does. */
export function endWithThisProcess(child: ChildProcess): void {
  const { pid } = child
  // It could not be started.
  if (pid === undefined) return
  living.add(pid)
  notifyReaper()
  child.once('exit', () => {
    living.delete(pid)
    notifyReaper()
  })
}

function notifyReaper(): void {
  if (living.size === 0) {
    // Its input has ended: it ends too.
    reaper?.end()
    reaper = undefined
    return
  }
  reaper ??= startReaper()
  reaper?.write(toLine([...living]))
}

/** One that ended, or could not be started, is replaced. The list is sent again: it may be lost with the first. */
function startReaper(): Socket | undefined {
  let input: Socket | undefined
  const gone = () => {
    if (reaper !== input) return
    reaper = undefined
    setTimeout(() => living.size > 0 && notifyReaper(), RETRY_MS).unref()
  }
  try {
    const started = spawn(process.execPath, [REAPER, ...[...living].map(String)], {
      env: {},
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    started.on('exit', gone).on('error', gone).unref()
    // Nothing, where there are too many open files.
    input = (started.stdin as Socket | null) ?? undefined
    input?.on('error', gone).unref()
  } catch {
    // No process more, for now.
    gone()
  }
  return input
}
