import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Ask, FromChild, ToChild } from './render-messages'

const SCRIPT = fileURLToPath(new URL('./render-process.ts', import.meta.url))
const TSX = import.meta.resolve('tsx')

export class RenderTimeout extends Error {
  override readonly name = 'RenderTimeout'
}
export class RenderProcessEnded extends Error {
  override readonly name = 'RenderProcessEnded'
}

type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void; timer: NodeJS.Timeout }

/** One forked render process. It never comes back: after `ended` a new one takes its place. */
export class RenderWorker {
  private readonly child: ChildProcess
  private readonly waiting = new Map<number, Waiting>()
  private last = 0
  alive = true
  readonly ended: Promise<string>
  private readonly end: (why: string) => void

  constructor({
    memoryMb,
    onReport,
  }: { memoryMb: number; onReport: (report: { kind: string; message: string }) => void }) {
    this.child = fork(SCRIPT, {
      env: {},
      execArgv: ['--import', TSX, `--max-old-space-size=${memoryMb}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.child.on('message', (message: FromChild) => {
      if ('report' in message) onReport(message.report)
      else this.settle(message)
    })
    let end = (_why: string): void => {}
    this.ended = new Promise((resolve) => {
      end = (why) => {
        if (!this.alive) return
        this.alive = false
        for (const { reject, timer } of this.waiting.values()) {
          clearTimeout(timer)
          reject(new RenderProcessEnded(why))
        }
        this.waiting.clear()
        resolve(why)
      }
    })
    this.end = end
    this.child.on('exit', (code, signal) => end(`it ended with ${signal ?? code}`))
    this.child.on('error', (error) => end(error.message))
  }

  /** How many answers are awaited. */
  get load(): number {
    return this.waiting.size
  }

  ask<T>(ask: Ask, timeoutMs: number): Promise<T> {
    if (!this.alive) return Promise.reject(new RenderProcessEnded('it has ended'))
    this.last += 1
    const n = this.last
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(n)
        reject(new RenderTimeout(`${ask.kind} took more than ${timeoutMs} ms`))
      }, timeoutMs)
      this.waiting.set(n, { resolve: resolve as (value: unknown) => void, reject, timer })
      const message: ToChild = { n, ask }
      this.child.send(message, (error) => {
        if (error) this.settle({ n, error: error.message })
      })
    })
  }

  /** True when the process still answers: slow because it waits for the API, not because it spins. */
  async responds(withinMs: number): Promise<boolean> {
    return this.ask({ kind: 'ping' }, withinMs).then(
      () => true,
      () => false,
    )
  }

  /** At once: nobody may ask it for anything between the signal and its end. */
  kill(): void {
    this.child.kill('SIGKILL')
    this.end('it was ended')
  }

  private settle({ n, ok, error }: { n: number; ok?: unknown; error?: string }): void {
    const found = this.waiting.get(n)
    if (!found) return
    this.waiting.delete(n)
    clearTimeout(found.timer)
    if (error === undefined) found.resolve(ok)
    else found.reject(new Error(error))
  }
}
