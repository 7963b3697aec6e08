import type { Ask, OpenMessage, RenderedFor, RenderedPage, RenderReport } from '@marram/rendering/render-messages'
import { RenderProcessEnded, RenderTimeout, RenderWorker } from '@marram/rendering/render-worker'
import type { Logger } from '@marram/service/log'
import { FRAME_MS, type LinkAsk, LinkTrials } from './link-trials'
import { residentBytes } from './process-memory'
import { Quarantine } from './quarantine'

/** Every process has as many pages as it can render in time. */
export class RenderBusy extends Error {
  override readonly name = 'RenderBusy'
}

/** `folder` is where the server builds are: the only one that render processes may read. */
type Settings = {
  processes: number
  memoryMb: number
  timeoutMs: number
  folder: string
  log: Logger
  onReport: (report: RenderReport) => void
}

const OPEN_MS = 5000
const PING_MS = 1000
/** More than one: while this process itself is held up, an answer may lie here unread. */
const PINGS = 2
/** Pages of one process at a time. A page more would be late, and so would all that follow. */
const MOST_PAGES = 32
/** Too much of everything is no reason to write more. */
const SAY_AGAIN_MS = 5000
/** Between two attempts to replace a process that does not become ready. */
const RESPAWN_MS = 500
/** Who says nothing for so long may be spinning, and gets a page only where nobody else can take it. */
const SILENT_MS = 100
const MEMORY_POLL_MS = 500
/** A process has so much besides its heap: code, stacks, buffers, and what is young in three halves of 32 MB. */
const BESIDE_HEAP_MB = 192
/** Between two: where what is open takes all the room, the next process would be as full. */
const RETIRE_AGAIN_MS = 30_000
/** For what a process has begun, before it gives way to another. */
const RETIRE_MS = 5000

/** Keeps a fixed number of render processes, each with every live composition open. */
export class RenderPool {
  private readonly workers = new Set<RenderWorker>()
  /** Those that serve nobody too. */
  private readonly living = new Set<RenderWorker>()
  private readonly ready = new Set<RenderWorker>()
  /** Late with a page, and asked whether they still answer. */
  private readonly suspected = new Set<RenderWorker>()
  private readonly open = new Map<string, OpenMessage>()
  private stopped = false
  private busySaidAt = Number.NEGATIVE_INFINITY
  private retiredAt = Number.NEGATIVE_INFINITY
  private readonly trials = new LinkTrials(() => this.newWorker())
  private readonly quarantine = new Quarantine({
    newWorker: () => this.newWorker(),
    openMessage: (id) => this.open.get(id),
    onIll: (page) => this.settings.log.error(page, 'a page that ends its process is sent as frame'),
  })
  private memoryPoll: NodeJS.Timeout | undefined
  private memoryUnread = false

  constructor(private readonly settings: Settings) {}

  async start(): Promise<void> {
    this.memoryPoll = setInterval(() => void this.watchMemory(), MEMORY_POLL_MS).unref()
    await Promise.all(Array.from({ length: this.settings.processes }, () => this.spawn()))
  }

  stop(): void {
    this.stopped = true
    clearInterval(this.memoryPoll)
    for (const worker of this.workers) worker.kill()
    this.trials.stop()
    this.quarantine.stop()
  }

  get size(): number {
    return this.ready.size
  }

  /** Links a section's build in a process that serves nobody. Rejects with the reason. */
  tryLink(ask: LinkAsk): Promise<void> {
    return this.trials.section(ask)
  }

  /** The same for a shell, which must also draw its frame. */
  tryShell(open: OpenMessage): Promise<void> {
    return this.trials.shell(open)
  }

  private newWorker(onFull?: () => void): RenderWorker {
    const { memoryMb, folder, onReport } = this.settings
    const worker = new RenderWorker({ memoryMb, folder, onReport, onFull })
    this.living.add(worker)
    void worker.ended.then(() => this.living.delete(worker))
    return worker
  }

  /**
   * Opens a composition in every process, and waits for those that answer: each takes what it is asked for in order,
   * so one that is busy opens it before any page of it. New processes open it before they take work.
   */
  async openComposition(message: OpenMessage): Promise<void> {
    const { id } = message.composition
    const isNew = !this.open.has(id)
    this.open.set(id, message)
    try {
      await this.openInReady(message)
    } catch (error) {
      // A new process must not stumble over it; what was open under the same id goes on.
      if (isNew) this.open.delete(id)
      throw error
    }
  }

  private async openInReady(message: OpenMessage): Promise<void> {
    const inDoubt = [...this.ready].filter((worker) => this.doubt(worker) > 0)
    const others = [...this.ready].filter((worker) => !inDoubt.includes(worker))
    const later = inDoubt.map((worker) => this.openIn(worker, message))
    // Late is no failure: it is opened when its turn comes, or in the process that follows.
    for (const each of later)
      each.catch((error) => {
        if (!(error instanceof RenderTimeout)) this.sayUnopened(message, error)
      })
    const opened = await Promise.all(others.map((worker) => this.openIn(worker, message)))
    if (!opened.includes(true)) await Promise.all(later)
  }

  /** Whether it did. */
  private async openIn(worker: RenderWorker, message: OpenMessage): Promise<boolean> {
    try {
      await worker.ask({ kind: 'open', open: message }, OPEN_MS)
      return true
    } catch (error) {
      // One that has ended meanwhile is replaced by one that opens everything before it takes work.
      if (worker.alive) throw error
      return false
    }
  }

  private sayUnopened({ composition: { id } }: OpenMessage, { message }: Error): void {
    const reason = message.split('\n', 1)[0]
    this.settings.log.error({ composition: id, reason }, 'a composition cannot be opened')
  }

  /** More is worse. */
  private doubt(worker: RenderWorker): number {
    return this.suspected.has(worker) ? 2 : Number(worker.silentMs > SILENT_MS)
  }

  closeComposition(id: string): void {
    this.open.delete(id)
    this.quarantine.forget(id)
    for (const worker of this.ready) this.closeIn(worker, id)
  }

  private closeIn(worker: RenderWorker, id: string): void {
    void worker
      .ask({ kind: 'close', composition: id }, OPEN_MS)
      .catch((error) => this.settings.log.warn(error, 'could not close a composition'))
  }

  /** `pattern` is the page's, as its section declares it. */
  render(composition: string, url: string, pattern: string, from: RenderedFor = {}): Promise<RenderedPage> {
    const ask = { kind: 'render', composition, url, pattern, ...from } as const
    const { timeoutMs } = this.settings
    return this.quarantine.holds(ask) ? this.quarantine.render(ask, timeoutMs) : this.run(ask, timeoutMs)
  }

  frame(composition: string): Promise<RenderedPage> {
    return this.run({ kind: 'frame', composition }, FRAME_MS)
  }

  private async run(ask: Ask, timeoutMs: number): Promise<RenderedPage> {
    const worker = [...this.ready].sort((a, b) => this.doubt(a) - this.doubt(b) || a.load - b.load)[0]
    if (!worker) throw new RenderProcessEnded('no render process is ready')
    if (ask.kind === 'render' && worker.load >= MOST_PAGES) throw this.refusal(worker)
    try {
      return await worker.ask<RenderedPage>(ask, timeoutMs)
    } catch (error) {
      if (error instanceof RenderTimeout) void this.replaceIfStuck(worker)
      throw error
    }
  }

  /** Where pages that are late take all the room, one section may be ill, and the frame helps visitors of the others. */
  private refusal(worker: RenderWorker): Error {
    if (worker.awaited < MOST_PAGES) return new RenderTimeout('pages that are late take all the room')
    const now = performance.now()
    if (now - this.busySaidAt > SAY_AGAIN_MS) {
      this.busySaidAt = now
      this.settings.log.warn({ processes: this.ready.size, pages: MOST_PAGES }, 'too many pages: visitors are put off')
    }
    return new RenderBusy('too many pages are being rendered')
  }

  /** Waiting for the API or for a loaded machine is no reason to end a process; not answering at all is. */
  private async replaceIfStuck(worker: RenderWorker): Promise<void> {
    if (!worker.alive || this.suspected.has(worker)) return
    this.suspected.add(worker)
    let responds = false
    for (let ping = 0; ping < PINGS && !responds; ping += 1) responds = await worker.responds(PING_MS)
    this.suspected.delete(worker)
    if (!responds) worker.kill()
  }

  /**
   * One composition that can no longer be opened, because a file was changed on disk, must not stop the others. Adds
   * to `asked` what may be open there.
   */
  private async openAll(worker: RenderWorker, asked: Set<string>): Promise<void> {
    for (const message of this.open.values()) {
      asked.add(message.composition.id)
      try {
        await worker.ask({ kind: 'open', open: message }, OPEN_MS)
      } catch (error) {
        if (!worker.alive || error instanceof RenderTimeout) throw error
        this.sayUnopened(message, error as Error)
      }
    }
  }

  /** What V8 does not count: only from outside can be seen how much a process holds, also while it spins. */
  private async watchMemory(): Promise<void> {
    const most = (this.settings.memoryMb + BESIDE_HEAP_MB) * 1024 * 1024
    for (const worker of this.living) {
      const bytes = worker.pid && (await residentBytes(worker.pid, this.sayOnce))
      if (bytes && bytes > most) worker.kill(`it held ${Math.round(bytes / 1024 / 1024)} MB`)
    }
  }

  /** Twice a second it would say so again. */
  private readonly sayOnce = ({ message: reason }: Error): void => {
    if (!this.memoryUnread) this.settings.log.error({ reason }, 'the memory of render processes cannot be read')
    this.memoryUnread = true
  }

  /** Another takes its place before its memory ends: what is being rendered in it is finished. */
  private async retire(worker: RenderWorker): Promise<void> {
    const now = performance.now()
    if (!this.ready.has(worker) || now - this.retiredAt < RETIRE_AGAIN_MS) return
    this.retiredAt = now
    this.settings.log.warn({ memoryMb: this.settings.memoryMb }, 'a render process has little memory left')
    await this.spawn()
    if (this.workers.size <= this.settings.processes) return
    this.ready.delete(worker)
    for (const until = performance.now() + RETIRE_MS; worker.load > 0 && performance.now() < until; )
      await new Promise((resolve) => setTimeout(resolve, 50).unref())
    worker.kill('it had little memory left')
  }

  private async spawn(): Promise<void> {
    const { log, processes } = this.settings
    let worker: RenderWorker
    try {
      worker = this.newWorker(() => void this.retire(worker))
    } catch (error) {
      // A folder that no process may be given is no better in a moment.
      if (!(error instanceof RenderProcessEnded)) throw error
      log.error(error, 'a render process could not be started')
      return this.spawnLater()
    }
    this.workers.add(worker)
    void worker.ended.then(({ why, unfinished }) => {
      this.workers.delete(worker)
      const wasReady = this.ready.delete(worker)
      if (this.stopped) return
      log.error({ why }, 'a render process is replaced')
      this.quarantine.suspect(unfinished)
      if (this.workers.size >= processes) return
      if (wasReady) void this.spawn()
      else this.spawnLater()
    })
    try {
      const asked = new Set<string>()
      await this.openAll(worker, asked)
      await worker.ask({ kind: 'ping' }, OPEN_MS)
      // A composition may have been opened meanwhile.
      await this.openAll(worker, asked)
      this.ready.add(worker)
      // Or closed, which only those that are ready are told.
      for (const id of asked) if (!this.open.has(id)) this.closeIn(worker, id)
    } catch (error) {
      if (this.stopped) return
      log.error(error, 'a render process could not be made ready')
      worker.kill()
    }
  }
  private spawnLater(): void {
    const spawn = () => {
      if (!this.stopped && this.workers.size < this.settings.processes) void this.spawn()
    }
    setTimeout(spawn, RESPAWN_MS).unref()
  }
}
