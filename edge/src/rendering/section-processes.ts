import type { Ask, OpenMessage, RenderedPage } from '@marram/rendering/render-messages'
import { RenderBusy, RenderProcessEnded, RenderTimeout, type RenderWorker } from '@marram/rendering/render-worker'
import type { Logger } from '@marram/server/log'
import { atMostEvery } from '../limits/timing'
import { Quarantine } from './trials'

export type PageAsk = Extract<Ask, { kind: 'render' | 'frame' }>

type Settings = {
  processes: number
  log: Logger
  /** Throws RenderProcessEnded if no process can be started, RenderBusy if there are too many others. */
  newWorker: () => RenderWorker
  /** Whether there is room for one more process than this section's minimum. */
  hasRoom: () => boolean
  /** The message that opens the composition in a process; undefined if it is not open. */
  messageOf: (composition: string) => OpenMessage | undefined
}

const OPEN_MS = 5000
const PING_MS = 1000
/** More than one: while the edge itself is blocked, a response of the process may be unread. */
const PINGS = 2
/** Pages of one process at a time. With one more, it and all later ones would be late. */
const MOST_PAGES = 32
/** With so many concurrent pages, another process is worth its start. */
const GROW_AT = 4
const BUSY_LOG_MS = 5000
/** How long until a failed open or start is tried again. */
const RETRY_MS = 500
/** A process without messages for so long may be spinning: it gets a page only if no other can take it. */
const SILENT_MS = 100
const DOUBTFUL = 2
/** Minimum time between replacements: if open compositions fill a process, its replacement is as full. */
const REPLACE_AGAIN_MS = 30_000
const DRAIN_MS = 2000
const IDLE_BEFORE_SHRINK_MS = 60_000

/** The processes for the pages of one section's build with one shell's build. They run no other section's code. */
export class SectionProcesses {
  /** With what each has opened, by composition. */
  private readonly workers = new Map<RenderWorker, Map<string, Opening>>()
  /** Processes with a late page that are being checked for a response. */
  private readonly suspected = new Set<RenderWorker>()
  private readonly quarantine: Quarantine
  private failure: { error: Error; at: number } | undefined
  private readonly mayLogBusy = atMostEvery(BUSY_LOG_MS)
  private replacedAt = Number.NEGATIVE_INFINITY
  private grownAt = Number.NEGATIVE_INFINITY
  private usedAt = performance.now()
  private lastUsed: string | undefined
  private stopped = false

  constructor(private readonly settings: Settings) {
    this.quarantine = new Quarantine({
      newWorker: settings.newWorker,
      openMessage: settings.messageOf,
      onHeldBack: (page) => settings.log.error(page, 'a page that ends its process is sent as the app shell'),
    })
  }

  get size(): number {
    return this.workers.size
  }

  get isBusy(): boolean {
    return [...this.workers.keys()].some(({ load }) => load > 0)
  }

  get idleMs(): number {
    return performance.now() - this.usedAt
  }

  /** `usefulMs`: for how long a late page is of use. */
  async render(ask: PageAsk, timeoutMs: number, usefulMs = 0): Promise<RenderedPage> {
    this.usedAt = performance.now()
    if (ask.kind === 'render' && this.quarantine.holds(ask)) return this.quarantine.render(ask, timeoutMs)
    this.lastUsed = ask.composition
    const worker = this.take(ask.composition)
    // Synchronous, so that the next request sees the load of this process.
    if (!this.hasOpened(worker, ask.composition)) await this.open(worker, ask.composition)
    if (ask.kind === 'render' && worker.load >= MOST_PAGES) throw this.refusal(worker)
    try {
      return await worker.ask<RenderedPage>(ask, timeoutMs, usefulMs)
    } catch (error) {
      if (error instanceof RenderTimeout) void this.endIfStuck(worker)
      throw error
    }
  }

  async warm(composition: string): Promise<void> {
    this.lastUsed = composition
    await this.open(this.take(composition), composition)
  }

  close(composition: string): void {
    this.quarantine.forget(composition)
    for (const [worker, openings] of this.workers) {
      if (!openings.delete(composition)) continue
      worker.ask({ kind: 'close', composition }, OPEN_MS).catch((error: Error) => {
        if (worker.alive) this.settings.log.warn(error, 'could not close a composition')
      })
    }
  }

  stop(): void {
    this.stopped = true
    for (const worker of this.workers.keys()) worker.kill()
    this.quarantine.stop()
  }

  async drain(): Promise<void> {
    this.stopped = true
    this.quarantine.stop()
    await Promise.all([...this.workers.keys()].map(drained))
    this.stop()
  }

  shrink(): void {
    if (performance.now() - this.grownAt < IDLE_BEFORE_SHRINK_MS || this.isBusy) return
    for (const worker of [...this.workers.keys()].slice(1)) this.release(worker)
  }

  /** More is worse. */
  private doubt(worker: RenderWorker, composition: string): number {
    if (this.suspected.has(worker)) return DOUBTFUL + 1
    if (worker.silentMs > SILENT_MS) return DOUBTFUL
    // It may still be starting.
    return this.hasOpened(worker, composition) ? 0 : 1
  }

  private hasOpened(worker: RenderWorker, composition: string): boolean {
    return this.workers.get(worker)?.get(composition)?.isDone === true
  }

  /** The process for a page; starts one more if there is too much work. */
  private take(composition: string): RenderWorker {
    const doubt = (worker: RenderWorker) => this.doubt(worker, composition)
    const [best] = [...this.workers.keys()].sort((a, b) => doubt(a) - doubt(b) || a.load - b.load)
    if (!best) return this.start()
    const isSilent = doubt(best) >= DOUBTFUL
    if (!isSilent && best.load < GROW_AT) return best
    if (this.workers.size >= this.settings.processes || !this.settings.hasRoom()) return best
    this.grownAt = performance.now()
    if (isSilent) return this.start()
    void this.startAhead()
    return best
  }

  /** Prepares a process for later pages. A failure is logged, and the next page tries again. */
  private async startAhead(): Promise<void> {
    const composition = this.lastUsed
    if (this.stopped || composition === undefined || !this.settings.messageOf(composition)) return
    try {
      await this.open(this.start(), composition)
    } catch (error) {
      const [reason] = (error as Error).message.split('\n', 1)
      this.settings.log.warn({ reason }, 'a render process was not prepared')
    }
  }

  private start(): RenderWorker {
    if (this.stopped) throw new RenderProcessEnded('its release is no longer served')
    const { failure } = this
    if (failure && performance.now() - failure.at < RETRY_MS) throw failure.error
    let worker: RenderWorker
    try {
      worker = this.settings.newWorker()
    } catch (error) {
      if (!(error instanceof RenderProcessEnded)) throw error
      this.failure = { error, at: performance.now() }
      this.settings.log.error(error, 'a render process could not be started')
      throw error
    }
    const openings = new Map<string, Opening>()
    this.workers.set(worker, openings)
    worker.onFull = () => void this.replaceFull(worker)
    void worker.ended.then(({ why, unfinished }) => {
      const wasOpen = [...openings.values()].some(({ isDone }) => isDone)
      const wasOurs = this.workers.delete(worker)
      if (this.stopped || !wasOurs) return
      this.settings.log.error({ why }, 'a render process is replaced')
      this.quarantine.suspect(unfinished)
      if (wasOpen && this.workers.size === 0) void this.startAhead()
    })
    return worker
  }

  private open(worker: RenderWorker, composition: string): Promise<unknown> {
    const message = this.settings.messageOf(composition)
    if (!message) return Promise.reject(new Error(`composition ${composition} is not open here`))
    const openings = this.workers.get(worker) as Map<string, Opening>
    const known = openings.get(composition)
    if (known) return known.promise
    const opening: Opening = { isDone: false, promise: worker.ask({ kind: 'open', open: message }, OPEN_MS) }
    openings.set(composition, opening)
    opening.promise.then(
      () => {
        opening.isDone = true
      },
      (error: Error) => this.notOpened(worker, composition, error),
    )
    return opening.promise
  }

  private notOpened(worker: RenderWorker, composition: string, error: Error): void {
    this.workers.get(worker)?.delete(composition)
    if (error instanceof RenderTimeout) return void this.endIfStuck(worker)
    this.failure = { error, at: performance.now() }
    if (error instanceof RenderProcessEnded) return
    const reason = error.message.split('\n', 1)[0]
    this.settings.log.error({ composition, reason }, 'a composition cannot be opened')
    // A half-open composition may do anything, so the next attempt uses a new process.
    this.release(worker)
  }

  /** If late pages take all places, the section may be broken: then the app shell is better than a refusal. */
  private refusal(worker: RenderWorker): Error {
    if (worker.awaited < MOST_PAGES) return new RenderTimeout('pages that are late take all the room')
    const busy = { processes: this.workers.size, pages: MOST_PAGES }
    if (this.mayLogBusy()) this.settings.log.warn(busy, 'too many pages: visitors get 503')
    return new RenderBusy('too many pages are being rendered')
  }

  /** Waiting for the API or for a busy computer is no reason to end a process; not responding at all is. */
  private async endIfStuck(worker: RenderWorker): Promise<void> {
    if (!worker.alive || this.suspected.has(worker)) return
    this.suspected.add(worker)
    let responds = false
    for (let ping = 0; ping < PINGS && !responds; ping += 1) responds = await worker.responds(PING_MS)
    this.suspected.delete(worker)
    if (!responds) worker.kill()
  }

  /** Replaces a process before it runs out of memory. Its current pages are finished. */
  private async replaceFull(worker: RenderWorker): Promise<void> {
    const now = performance.now()
    if (!this.workers.has(worker) || now - this.replacedAt < REPLACE_AGAIN_MS) return
    this.replacedAt = now
    this.settings.log.warn('a render process has little memory left')
    await this.startAhead()
    if (this.workers.size === 1 || !this.workers.delete(worker)) return
    await drained(worker)
    worker.kill()
    this.settings.log.info('a render process that had little memory left was replaced')
  }

  private release(worker: RenderWorker): void {
    this.workers.delete(worker)
    worker.kill()
  }
}

type Opening = { promise: Promise<unknown>; isDone: boolean }

async function drained(worker: RenderWorker): Promise<void> {
  for (const until = performance.now() + DRAIN_MS; worker.load > 0 && worker.alive && performance.now() < until; )
    await new Promise((resolve) => setTimeout(resolve, 25).unref())
}
