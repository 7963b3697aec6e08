import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { killGroup, writePids } from './earlier-services'
import { keepLogsSmall } from './log-files'
import { root, UsageError } from './workspace'

const STOP_WITHIN_MS = 10_000
const RESTART_AFTER_MS = 500
/** A service that ends this often within a minute is not started again. */
const MOST_RESTARTS = 5

type Service = { name: string; child: ChildProcess; ended: Promise<number> }

/** Runs the site's services as children, writes what they say to files, and starts again what ends by itself. */
export class Supervisor {
  private readonly services = new Map<string, Service>()
  private readonly restarts = new Map<string, number[]>()
  private readonly logs: string
  private readonly leaveLogs: () => void
  private stopping = false

  constructor(
    private readonly data: string,
    private readonly onFailure: (message: string) => void,
  ) {
    this.logs = path.join(data, 'logs')
    fs.mkdirSync(this.logs, { recursive: true })
    this.leaveLogs = keepLogsSmall(this.logs)
  }

  /** Starts a service; resolves when it says that it is ready, rejects with its own words when it cannot start. */
  start(name: string, script: string, environment: Record<string, string>): Promise<void> {
    const log = path.join(this.logs, `${name}.log`)
    const out = fs.openSync(log, 'a')
    // Its own process group: Ctrl-C reaches this process alone, which then stops the services in order.
    const child = spawn(process.execPath, ['--import', 'tsx', path.join(root, script)], {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['ignore', out, 'pipe', 'ipc'],
      detached: process.platform !== 'win32',
    })
    fs.closeSync(out)
    let complaint = ''
    child.stderr?.on('data', (text: Buffer) => {
      complaint = (complaint + text).slice(-4000)
      fs.appendFileSync(log, text)
    })
    const ended = new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? 1)))
    this.services.set(name, { name, child, ended })
    this.notePids()
    return new Promise((resolve, reject) => {
      let ready = false
      child.on('message', (message) => {
        if (message !== 'ready') return
        ready = true
        resolve()
      })
      void ended.then((code) => {
        // What it has forked ends by itself too, unless it hangs.
        if (child.pid) killGroup(child.pid)
        this.services.delete(name)
        this.notePids()
        if (this.stopping) return
        if (ready) this.restart(name, script, environment, code)
        else
          reject(
            new UsageError(
              complaint.trim() || `${name} ended with code ${code}; see ${path.relative(process.cwd(), log)}`,
            ),
          )
      })
    })
  }

  private restart(name: string, script: string, environment: Record<string, string>, code: number): void {
    const recent = (this.restarts.get(name) ?? []).filter((at) => at > Date.now() - 60_000)
    if (recent.length >= MOST_RESTARTS) {
      this.onFailure(`${name} keeps ending (code ${code}); see ${path.join(this.logs, `${name}.log`)}`)
      return
    }
    this.restarts.set(name, [...recent, Date.now()])
    process.stderr.write(`${name} ended with code ${code}: starting it again\n`)
    setTimeout(() => {
      if (!this.stopping)
        this.start(name, script, environment).catch((error: Error) =>
          this.onFailure(`${name} cannot be started again: ${error.message}`),
        )
    }, RESTART_AFTER_MS)
  }

  private notePids(): void {
    const pids = [...this.services].flatMap(([name, { child }]) => (child.pid ? [[name, child.pid]] : []))
    writePids(this.data, Object.fromEntries(pids))
  }

  /** Stops the services in the opposite order of their start, each given time to finish. */
  async stop(): Promise<void> {
    this.stopping = true
    this.leaveLogs()
    for (const { child, ended } of [...this.services.values()].reverse()) {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
      await ended
      clearTimeout(timer)
    }
  }
}
