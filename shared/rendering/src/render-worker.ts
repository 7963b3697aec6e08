import { type ChildProcess, spawn } from 'node:child_process'
import { Duplex } from 'node:stream'
import { type CallApi, MAX_PAGE_BYTES, type PageBudget } from './api-calls'
import { readLines, toLine } from './json-lines.mjs'
import { endAtOnce, endWithThisProcess, renderCommand } from './processes'
import { type Ask, fromChild, type RenderedPage, type RenderReport, type ToChild } from './render-messages'

export class RenderTimeout extends Error {
  override readonly name = 'RenderTimeout'

  /** `later` is the page, on which the process still works: nobody waits for it, but others may want it. */
  constructor(
    message: string,
    readonly later?: Promise<RenderedPage>,
  ) {
    super(message)
  }
}
export class RenderProcessEnded extends Error {
  override readonly name = 'RenderProcessEnded'
}
/** Every process that may render the page is at its maximum of concurrent pages. */
export class RenderBusy extends Error {}

/** Late pages that a process goes on with. More would leave too little room for pages that are not late. */
const MOST_OF_USE = 8
/** How long a process is taken to be at work on a late page. */
const LATE_MS = 5000

const MOST_CALLS_OF_PAGE = 50

type Waiting = {
  ask: Ask
  resolve: (value: unknown) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout
  /** Ends its calls when it is given up. */
  ending: AbortController
  calls: number
  budget: PageBudget
}
/** Why it ended, and which pages it had not finished. */
type Ended = { why: string; unfinished: Ask[] }

export type WorkerSettings = {
  memoryMb: number
  /** Where the server builds are: the process may read no other file. */
  folder: string
  callApi: CallApi
  onReport: (report: RenderReport) => void
}

/** One render process. After `ended` a new one takes its place. */
export class RenderWorker {
  private readonly child: ChildProcess
  private readonly channel: Duplex
  private readonly waiting = new Map<number, Waiting>()
  private readonly late = new Map<number, Waiting>()
  private last = 0
  private heardAt = performance.now()
  alive = true
  /** Called when it has little memory left. */
  onFull: (() => void) | undefined
  private noteEnd = (_ended: Ended) => {}
  readonly ended = new Promise<Ended>((resolve) => {
    this.noteEnd = resolve
  })

  constructor(private readonly settings: WorkerSettings) {
    const { program, args, options } = renderCommand(settings.folder, settings.memoryMb)
    try {
      this.child = spawn(program, args, options)
    } catch (cause) {
      // Where the system cannot start one more process, Node throws at once, or emits 'error' later: no build is to blame.
      throw new RenderProcessEnded((cause as Error).message, { cause })
    }
    endWithThisProcess(this.child)
    this.child.on('exit', (code, signal) => this.end(`it ended with ${signal ?? code}`))
    this.child.on('error', (error) => this.end(error.message))
    // Undefined if there are too many open files to start a process; 'error' is emitted too.
    this.channel = (this.child.stdio?.[3] ?? new Duplex().destroy()) as Duplex
    // Every ask is rejected when the process has ended.
    this.channel.on('error', () => {})
    readLines(
      this.channel,
      (value, bytes) => this.take(value, bytes),
      (reason) => this.kill(reason),
    )
  }

  /** How many requests it has not responded to. */
  get load(): number {
    return this.waiting.size + this.late.size
  }

  get awaited(): number {
    return this.waiting.size
  }

  /** Milliseconds since its last message, while it has requests. */
  get silentMs(): number {
    return this.load > 0 ? performance.now() - this.heardAt : 0
  }

  get pid(): number | undefined {
    return this.child.pid
  }

  /** A page that is late is of use for `usefulMs` more: its calls go on, and the error has what comes. */
  ask<T>(ask: Ask, timeoutMs: number, usefulMs = 0): Promise<T> {
    if (!this.alive) return Promise.reject(new RenderProcessEnded('it has ended'))
    if (this.load === 0) this.heardAt = performance.now()
    this.last += 1
    const n = this.last
    return new Promise<T>((resolve, reject) => {
      const beLate = () => {
        const message = `${ask.kind} took more than ${timeoutMs} ms`
        reject(new RenderTimeout(message, this.beLate(n, this.late.size < MOST_OF_USE ? usefulMs : 0)))
      }
      const timer = setTimeout(beLate, timeoutMs)
      const promise = { resolve: resolve as (value: unknown) => void, reject }
      const budget = { bytesLeft: MAX_PAGE_BYTES }
      this.waiting.set(n, { ask, ...promise, timer, ending: new AbortController(), calls: 0, budget })
      // A section must not know who the visitor is.
      this.send({ n, ask: 'client' in ask ? { ...ask, client: undefined } : ask }, (error) => {
        if (error) this.done(n)?.reject(new RenderProcessEnded(error.message))
      })
    })
  }

  /** The page, if it comes within that time. Undefined if it is given up. */
  private beLate(n: number, usefulMs: number): Promise<RenderedPage> | undefined {
    const waiting = this.waiting.get(n) as Waiting
    this.waiting.delete(n)
    if (usefulMs === 0) waiting.ending.abort()
    const later = new Promise<RenderedPage>((resolve, reject) => {
      const timer = setTimeout(() => this.late.delete(n), LATE_MS).unref()
      this.late.set(n, { ...waiting, resolve: resolve as (value: unknown) => void, reject, timer })
      const giveUp = () => {
        waiting.ending.abort()
        reject(new RenderTimeout(`${waiting.ask.kind} took ${usefulMs} ms more than it may`))
      }
      setTimeout(giveUp, usefulMs).unref()
    })
    // Whether anybody has a use for it is not known here.
    later.catch(() => {})
    return usefulMs > 0 ? later : undefined
  }

  /** True for a process that is slow because it waits for the API, and not because it spins. */
  async responds(withinMs: number): Promise<boolean> {
    return this.ask({ kind: 'ping' }, withinMs).then(
      () => true,
      () => false,
    )
  }

  /** Ends it at once: it accepts no requests between the signal and its end. */
  kill(why = 'it was ended'): void {
    endAtOnce(this.child)
    this.end(why)
  }

  private end(why: string): void {
    if (!this.alive) return
    this.alive = false
    // A process that was not bound to its parent yet is ended here.
    this.channel.destroy()
    const unfinished = [...this.late.values(), ...this.waiting.values()].map(({ ask }) => ask)
    for (const n of [...this.late.keys(), ...this.waiting.keys()]) this.done(n)?.reject(new RenderProcessEnded(why))
    this.noteEnd({ why, unfinished })
  }

  private send(message: ToChild, onWritten?: (error: Error | null | undefined) => void): void {
    this.channel.write(toLine(message), onWritten)
  }

  /** A build could write to this stream too: no message may crash the edge. */
  private take(value: unknown, bytes: Buffer): void {
    this.heardAt = performance.now()
    const { success, data } = fromChild.safeParse(value)
    if (!success) this.kill('it sent an invalid message')
    else if ('report' in data) this.settings.onReport(data.report)
    else if ('call' in data) void this.callApi(data.call, data.n, data.url)
    else if ('full' in data) this.onFull?.()
    else if (data.error !== undefined) this.done(data.n)?.reject(new Error(data.error))
    else this.done(data.n)?.resolve(data.bytes ? withTexts(data.ok, data.bytes, bytes) : data.ok)
  }

  /** Only for a page that is being rendered, on behalf of the visitor who requested it, whatever the process sends. */
  private async callApi(call: number, n: number, url: string): Promise<void> {
    const page = this.waiting.get(n) ?? this.late.get(n)
    try {
      if (page?.ask.kind !== 'render' && page?.ask.kind !== 'frame') throw new Error('no page is being rendered')
      page.calls += 1
      if (page.calls > MOST_CALLS_OF_PAGE) throw new Error(`a page may make ${MOST_CALLS_OF_PAGE} calls`)
      const from = page.ask.kind === 'render' ? page.ask : {}
      const { body, ...response } = await this.settings.callApi(url, from, page.ending.signal, page.budget)
      this.send({ response: call, ...response, bytes: [body.length] })
      this.channel.write(body)
    } catch (error) {
      this.send({ response: call, error: (error as Error).message })
    }
  }

  private done(n: number): Waiting | undefined {
    const found = this.waiting.get(n) ?? this.late.get(n)
    this.waiting.delete(n)
    this.late.delete(n)
    clearTimeout(found?.timer)
    found?.ending.abort()
    return found
  }
}

function withTexts(page: unknown, [html, styles]: [number, number, number], bytes: Buffer): RenderedPage {
  return {
    ...(page as RenderedPage),
    html: bytes.subarray(0, html),
    styles: bytes.subarray(html, html + styles),
    state: bytes.subarray(html + styles),
  }
}
