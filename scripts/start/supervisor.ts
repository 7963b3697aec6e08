import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { UsageError } from '../workspace'
import { writePids } from './earlier-services'
import { keepLogsSmall } from './log-files'
import { RestartPace } from './restart-pace'
import { attempt, type ServiceProcess, startProcess } from './service-process'

const STOP_WITHIN_MS = 10_000

type Running = Pick<ServiceProcess, 'ready' | 'ended'>

/** Runs the site's services as children, writes what they say to files, and starts again what ends by itself. */
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
   * Starts a service; resolves when it says that it is ready, rejects with its own words when it cannot start. Once it
   * was ready it is started again for ever: what ends it may pass, and the others can go on without it meanwhile.
   */
  async start(name: string, script: string, environment: Record<string, string>): Promise<void> {
    const log = path.join(this.logs, `${name}.log`)
    const startOnce = () => this.note(name, startProcess(log, script, environment))
    const first = startOnce()
    if (await first.ready) return void this.keepRunning(name, first, startOnce)
    const { code, complaint } = await first.ended
    // That is no failure.
    if (this.stopping.signal.aborted) return new Promise(() => {})
    throw new UsageError(complaint || `${name} ended with code ${code}; see ${path.relative(process.cwd(), log)}`)
  }

  private async keepRunning(name: string, first: ServiceProcess, startOnce: () => ServiceProcess): Promise<void> {
    const { signal } = this.stopping
    const pace = new RestartPace()
    const tell = (words: string) => pace.isNews(words) && process.stderr.write(`${name} ${words}\n`)
    const again = (): Running => {
      try {
        return startOnce()
      } catch (error) {
        // A system without room for one more process says so at once, where it does not say so later.
        const { message: complaint } = error as Error
        return { ready: Promise.resolve(false), ended: Promise.resolve({ code: 1, complaint }) }
      }
    }
    for (let service: Running = first; ; service = again()) {
      const wasReady = await service.ready
      if (wasReady) pace.ready()
      if (wasReady && service !== first) tell('is ready again')
      const { code, complaint } = await service.ended
      if (signal.aborted) return
      const waitMs = pace.ended()
      if (wasReady) tell(`ended with code ${code}: starting it again`)
      else tell(`cannot be started again, and is tried until it can: ${complaint || `it ended with code ${code}`}`)
      await wait(waitMs, undefined, { signal }).catch(() => 'it is being stopped')
      if (signal.aborted) return
    }
  }

  private note(name: string, service: ServiceProcess): ServiceProcess {
    this.running.set(name, service)
    this.notePids()
    const ended = service.ended.then((end) => {
      this.running.delete(name)
      this.notePids()
      return end
    })
    return { ...service, ended }
  }

  private notePids(): void {
    const pids = [...this.running].flatMap(([name, { child }]) => (child.pid ? [[name, child.pid]] : []))
    attempt(() => writePids(this.data, Object.fromEntries(pids)))
  }

  /** Stops the services in the opposite order of their start, each given time to finish. */
  async stop(): Promise<void> {
    this.stopping.abort()
    this.leaveLogs()
    for (const { child, ended } of [...this.running.values()].reverse()) {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
      await ended
      clearTimeout(timer)
    }
  }
}
