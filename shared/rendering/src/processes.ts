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

const UNSHARE = '/usr/bin/unshare'
/** A network namespace that reaches nothing, not even this machine. */
const NETWORK = [UNSHARE, '--user', '--map-current-user', '--net', '--']

/** In addition, it is process 1 in its own session, sees `hidden` folders as empty, and has no rights in its namespaces. */
const everything = (hidden: string[]) => [
  ...[UNSHARE, '--user', '--map-root-user', '--net', '--mount', '--pid', '--fork', '--kill-child', '--'],
  ...['/bin/sh', '-c'],
  [
    ...hidden.map((folder) => `mount -t tmpfs -o ro,size=4k none ${folder}`),
    'exec setsid setpriv --bounding-set=-all --inh-caps=-all -- "$@"',
  ].join(' && '),
  'sh',
]

/** Where programs of the system listen at sockets that are files. A network namespace does not keep these away. */
const SOCKET_FOLDERS = ['/run', '/tmp']
/** Those that contain none of these needed files, and no link to one. */
export function hiddenFrom(needed: string[]): string[] {
  const all = needed.flatMap((file) => [file, fs.existsSync(file) ? fs.realpathSync(file) : file])
  return SOCKET_FOLDERS.filter((each) => fs.existsSync(each) && !all.some((file) => `${file}/`.startsWith(`${each}/`)))
}

type Sandbox = 'all' | 'network' | 'none'
let known: Sandbox | undefined

/** The strongest sandbox for render processes that this system allows. Only Linux has one, and some Linux systems do not allow it. */
export function sandboxLevel(): Sandbox {
  known ??= strongest()
  return known
}

function strongest(): Sandbox {
  const starts = ([program = '', ...args]: string[]) => spawnSync(program, [...args, '/bin/true']).status === 0
  if (!fs.existsSync(UNSHARE)) return 'none'
  // Otherwise the memory of a process that another one started cannot be measured.
  const isMeasured = fs.existsSync(childrenFile(process.pid))
  if (isMeasured && starts(everything(hiddenFrom([])))) return 'all'
  return starts(NETWORK) ? 'network' : 'none'
}

const REPORTS = {
  all: 'render processes and trials have no network; render processes see no other process, no socket in /run and, unless the site is there, none in /tmp',
  network:
    'render processes and trials have no network; this system does not hide other processes and their sockets from them',
  none: 'this system cannot start processes without a network: in render processes and trials only the network functions of Node are blocked',
}

/** For the log and the console of `npm start`: what the code of releases cannot reach while it is rendered and tried. */
export const sandboxReport = (which = sandboxLevel()) =>
  ({ level: which === 'all' ? 'info' : 'warn', sandbox: which, message: REPORTS[which] }) as const

/** The start of a command whose process, with those that it starts, has no network if the system allows that. */
export const withoutNetwork = (): string[] => (sandboxLevel() === 'none' ? [] : NETWORK)

type Command = { program: string; args: string[]; options: SpawnOptions }

/** How to start a render process: it reads `folder` and its own source, and starts no processes and no threads. */
export function renderCommand(folder: string, memoryMb: number): Command {
  const builds = path.resolve(folder)
  // Node would read it as a wildcard.
  if (builds.includes('*')) throw new Error(`the data folder may not have a * in its name: ${builds}`)
  const readable = [...READABLE, path.join(builds, '*')]
  const hidden = () => hiddenFrom([builds, process.execPath, ...READABLE])
  const [program = '', ...before] = [
    ...(sandboxLevel() === 'all' ? everything(hidden()) : withoutNetwork()),
    process.execPath,
  ]
  return {
    program,
    args: [
      ...before,
      isFlag('--permission') ? '--permission' : '--experimental-permission',
      ...readable.map((file) => `--allow-fs-read=${file}`),
      ...VERSION_FLAGS,
      // Some versions of Node can write a trace.
      `--trace-event-file-pattern=${os.devNull}`,
      // A page creates a few megabytes of short-lived garbage: less frequent collections save a sixth of the time.
      '--max-semi-space-size=32',
      `--max-old-space-size=${memoryMb}`,
      SCRIPT,
    ],
    options: { env: {}, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  }
}

const childrenFile = (pid: number) => `/proc/${pid}/task/${pid}/children`

function startedBy(pid: number): number[] {
  try {
    return fs.readFileSync(childrenFile(pid), 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

/** A process and those that it has started: the rendering process may be a child of the one that was started. */
export const withStarted = (pid: number): number[] => [pid, ...startedBy(pid)]

/** Ends it at once. A process that only waits for another one ends with it. */
export function endAtOnce(child: ChildProcess): void {
  const started = child.pid === undefined ? [] : startedBy(child.pid)
  if (started.length === 0) child.kill('SIGKILL')
  for (const pid of started) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has already ended.
    }
  }
}

/** Memory, in bytes, of a process and those that it has started; undefined if one has ended, or on systems other than Linux. */
export async function residentBytes(pid: number, onFailure: (error: Error) => void): Promise<number | undefined> {
  try {
    const all = withStarted(pid).map((each) => fs.promises.readFile(`/proc/${each}/status`, 'utf8'))
    const kilobytes = (await Promise.all(all)).map((status) => Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0))
    return kilobytes.reduce((sum, each) => sum + each, 0) * 1024 || undefined
  } catch (error) {
    if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) onFailure(error as Error)
    return undefined
  }
}

const RETRY_REAPER_MS = 100
const living = new Set<number>()
let reaper: Socket | undefined

/** Ends `child` when this process ends, even by kill -9. A page that spins cannot do that itself; the reaper does. */
export function endWithThisProcess(child: ChildProcess): void {
  const { pid } = child
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
    setTimeout(() => living.size > 0 && notifyReaper(), RETRY_REAPER_MS).unref()
  }
  try {
    const started = spawn(process.execPath, [REAPER, ...[...living].map(String)], {
      env: {},
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    started.on('exit', gone).on('error', gone).unref()
    // Undefined if there are too many open files.
    input = (started.stdin as Socket | null) ?? undefined
    input?.on('error', gone).unref()
  } catch {
    // No further process, for now.
    gone()
  }
  return input
}
