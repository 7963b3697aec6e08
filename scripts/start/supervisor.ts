import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root, UsageError } from '../workspace'
import { killGroup, writePids } from './data-folder'
import { keepLogsSmall } from './log-files'

const STOP_WITHIN_MS = 10_000
const MAPPED_STACKS = new URL('./mapped-stacks.mjs', import.meta.url).href

type ServiceProcess = {
  /** None where the system has no room for one more process. */
  child?: ChildProcess
  /** Whether it has reported that it is ready; false once it has ended without. */
  ready: Promise<boolean>
  /** `complaint`: its last output to standard error. */
  ended: Promise<{ code: number; complaint: string }>
}

/** Runs the site's services as children, writes their output to files, and starts again what ends by itself. */
export class Supervisor {
  private readonly running = new Map<string, ServiceProcess>()
  private readonly logs: string
  private readonly leaveLogs: () => void
  private readonly stopping = new AbortController()

  constructor(private readonly data: string) {
    this.logs = path.join(data, 'logs')
    fs.mkdirSync(this.logs, { recursive: true })
    this.leaveLogs = keepLogsSmall(this.logs)
  }

  /**
   * Starts a service; resolves when it is ready, rejects with its own words when it cannot start. Once it was ready it
   * is started again for ever: what ends it may pass, and the others can go on without it meanwhile. `options` are Node's.
   */
  async start(
    name: string,
    script: string,
    environment: Record<string, string>,
    options: string[] = [],
  ): Promise<void> {
    const log = path.join(this.logs, `${name}.log`)
    const startOnce = () => this.note(name, startProcess(log, [...options, path.join(root, script)], environment))
    const first = startOnce()
    if (await first.ready) return void this.keepRunning(name, first, startOnce)
    const { code, complaint } = await first.ended
    // This is not a failure.
    if (this.stopping.signal.aborted) return new Promise(() => {})
    throw new UsageError(complaint || `${name} ended with code ${code}; see ${path.relative(process.cwd(), log)}`)
  }

  private async keepRunning(name: string, first: ServiceProcess, startOnce: () => ServiceProcess): Promise<void> {
    const { signal } = this.stopping
    const pace = new RestartPace()
    const report = (words: string) => pace.isNews(words) && process.stderr.write(`${name} ${words}\n`)
    for (let service = first; ; service = startOnce()) {
      const wasReady = await service.ready
      if (wasReady) pace.ready()
      if (wasReady && service !== first) report('is ready again')
      const { code, complaint } = await service.ended
      if (signal.aborted) return
      const waitMs = pace.ended()
      if (wasReady) report(`ended with code ${code}: starting it again`)
      else report(`cannot be started again, and is tried until it can: ${complaint || `it ended with code ${code}`}`)
      await wait(waitMs, undefined, { signal }).catch(() => 'it is being stopped')
      if (signal.aborted) return
    }
  }

  private note(name: string, service: ServiceProcess): ServiceProcess {
    const writeAll = () => {
      const pids = [...this.running].flatMap(([each, { child }]) => (child?.pid ? [[each, child.pid]] : []))
      attempt(() => writePids(this.data, Object.fromEntries(pids)))
    }
    this.running.set(name, service)
    writeAll()
    const ended = service.ended.finally(() => {
      this.running.delete(name)
      writeAll()
    })
    return { ...service, ended }
  }

  /** Stops the services in the opposite order of their start, each given time to finish. */
  async stop(): Promise<void> {
    this.stopping.abort()
    this.leaveLogs()
    for (const { child, ended } of [...this.running.values()].reverse()) {
      child?.kill('SIGTERM')
      const timer = setTimeout(() => child?.kill('SIGKILL'), STOP_WITHIN_MS)
      await ended
      clearTimeout(timer)
    }
  }
}

/** Starts a service as a child; its output goes to the end of `log`. */
function startProcess(log: string, program: string[], environment: Record<string, string>): ServiceProcess {
  const out = attempt(() => fs.openSync(log, 'a'))
  let child: ChildProcess
  try {
    child = spawn(process.execPath, ['--import', MAPPED_STACKS, ...program], {
      cwd: root,
      // Each thread of V8 would have a heap of its own in glibc, and keep what one compilation needed (decision 72).
      env: { MALLOC_ARENA_MAX: '2', ...process.env, ...environment },
      stdio: ['ignore', out ?? 'ignore', 'pipe', 'ipc'],
      // Its own process group: Ctrl-C reaches this process alone, which then stops the services in order.
      detached: process.platform !== 'win32',
    })
  } catch (error) {
    const { message: complaint } = error as Error
    return { ready: Promise.resolve(false), ended: Promise.resolve({ code: 1, complaint }) }
  } finally {
    if (out !== undefined) fs.closeSync(out)
  }
  let complaint = ''
  child.on('error', ({ message }) => {
    complaint = message
  })
  child.stderr?.on('data', (text: Buffer) => {
    complaint = (complaint + text).slice(-4000)
    attempt(() => fs.appendFileSync(log, text))
  })
  const closed = new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? 1)))
  const ended = closed.then((code) => {
    // What it has forked ends by itself too, unless it hangs.
    if (child.pid) killGroup(child.pid)
    return { code, complaint: complaint.trim() }
  })
  const ready = new Promise<boolean>((resolve) => {
    child.on('message', (message) => message === 'ready' && resolve(true))
    void ended.then(() => resolve(false))
  })
  return { child, ready, ended }
}

/** What cannot be written, such as a log on a full disk, must not end the site. */
function attempt<T>(write: () => T): T | undefined {
  try {
    return write()
  } catch {
    return undefined
  }
}

const FIRST_MS = 500
const LONGEST_MS = 10_000
/** What ended a service that was ready for so long has nothing to do with what ended it before. */
const STEADY_MS = 30_000

/** How long to wait before a service is restarted, and which messages about it are new. */
export class RestartPace {
  private waitMs = FIRST_MS
  private readyAt = Number.POSITIVE_INFINITY
  private readonly reported = new Set<string>()

  constructor(private readonly now = () => performance.now()) {}

  ready(): void {
    this.readyAt = this.now()
  }

  /** Milliseconds: longer each time, unless the service was steady. */
  ended(): number {
    if (this.now() - this.readyAt >= STEADY_MS) {
      this.waitMs = FIRST_MS
      this.reported.clear()
    }
    this.readyAt = Number.POSITIVE_INFINITY
    const { waitMs } = this
    this.waitMs = Math.min(waitMs * 2, LONGEST_MS)
    return waitMs
  }

  /** Whether this message was not reported since the service was last stable. */
  isNews(words: string): boolean {
    const isNew = !this.reported.has(words)
    this.reported.add(words)
    return isNew
  }
}
