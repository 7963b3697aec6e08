import type { Logger } from '@marram/service/log'
import { FRAME_MS, type LinkAsk, LinkTrials } from './link-trials'
import type { Ask, OpenMessage, RenderedPage } from './render-messages'
import { RenderProcessEnded, RenderTimeout, RenderWorker } from './render-worker'

/** `folder` is where the server builds are: the only one that render processes may read. */
type Settings = { processes: number; memoryMb: number; timeoutMs: number; folder: string; log: Logger }

const OPEN_MS = 5000
const PING_MS = 1000
/** More than one: while this process itself is held up, an answer may lie here unread. */
const PINGS = 2
/** Pages of one process at a time. A page more would be late, and so would all that follow. */
const MOST_PAGES = 32
/** Between two attempts to replace a process that does not become ready. */
const RESPAWN_MS = 500

/** Keeps a fixed number of render processes, each with every live composition open. */
export class RenderPool {
  private readonly workers = new Set<RenderWorker>()
  private readonly ready = new Set<RenderWorker>()
  /** Late with a page, and asked whether they still answer. */
  private readonly suspected = new Set<RenderWorker>()
  private readonly open = new Map<string, OpenMessage>()
  private stopped = false
  private readonly trials = new LinkTrials(() => this.newWorker())

  constructor(private readonly settings: Settings) {}

  async start(): Promise<void> {
    await Promise.all(Array.from({ length: this.settings.processes }, () => this.spawn()))
  }

  stop(): void {
    this.stopped = true
    for (const worker of this.workers) worker.kill()
    this.trials.stop()
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

  private newWorker(): RenderWorker {
    const { memoryMb, folder, log } = this.settings
    return new RenderWorker({ memoryMb, folder, onReport: (report) => log.warn(report, 'render process') })
  }

  /** Opens a composition in every process; new processes open it before they take work. */
  async openComposition(message: OpenMessage): Promise<void> {
    const { id } = message.composition
    const isNew = !this.open.has(id)
    this.open.set(id, message)
    try {
      await Promise.all([...this.ready].map((worker) => this.openIn(worker, message)))
    } catch (error) {
      // A new process must not stumble over it; what was open under the same id goes on.
      if (isNew) this.open.delete(id)
      throw error
    }
  }

  private async openIn(worker: RenderWorker, message: OpenMessage): Promise<void> {
    try {
      await worker.ask({ kind: 'open', open: message }, OPEN_MS)
    } catch (error) {
      // One that has ended meanwhile is replaced by one that opens everything before it takes work.
      if (worker.alive) throw error
    }
  }

  closeComposition(id: string): void {
    this.open.delete(id)
    for (const worker of this.ready)
      void worker
        .ask({ kind: 'close', composition: id }, OPEN_MS)
        .catch((error) => this.settings.log.warn(error, 'could not close a composition'))
  }

  render(composition: string, url: string): Promise<RenderedPage> {
    return this.run({ kind: 'render', composition, url }, this.settings.timeoutMs)
  }

  frame(composition: string): Promise<RenderedPage> {
    return this.run({ kind: 'frame', composition }, FRAME_MS)
  }

  private async run(ask: Ask, timeoutMs: number): Promise<RenderedPage> {
    const doubt = (worker: RenderWorker) => Number(this.suspected.has(worker))
    const worker = [...this.ready].sort((a, b) => doubt(a) - doubt(b) || a.load - b.load)[0]
    if (!worker) throw new RenderProcessEnded('no render process is ready')
    if (ask.kind === 'render' && worker.load >= MOST_PAGES) throw new RenderTimeout('too many pages are being rendered')
    try {
      return await worker.ask<RenderedPage>(ask, timeoutMs)
    } catch (error) {
      if (error instanceof RenderTimeout) void this.replaceIfStuck(worker)
      throw error
    }
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

  /** One composition that can no longer be opened, because a file was changed on disk, must not stop the others. */
  private async openAll(worker: RenderWorker): Promise<void> {
    for (const message of this.open.values()) {
      try {
        await worker.ask({ kind: 'open', open: message }, OPEN_MS)
      } catch (error) {
        if (!worker.alive || error instanceof RenderTimeout) throw error
        const reason = String((error as Error).message).split('\n')[0]
        this.settings.log.error({ composition: message.composition.id, reason }, 'a composition cannot be opened')
      }
    }
  }

  private async spawn(): Promise<void> {
    const { log } = this.settings
    const worker = this.newWorker()
    this.workers.add(worker)
    void worker.ended.then((why) => {
      this.workers.delete(worker)
      const wasReady = this.ready.delete(worker)
      if (this.stopped) return
      log.error({ why }, 'a render process is replaced')
      if (wasReady) void this.spawn()
      else setTimeout(() => void this.spawn(), RESPAWN_MS).unref()
    })
    try {
      await this.openAll(worker)
      await worker.ask({ kind: 'ping' }, OPEN_MS)
      // A composition may have been opened meanwhile.
      await this.openAll(worker)
      this.ready.add(worker)
    } catch (error) {
      if (this.stopped) return
      log.error(error, 'a render process could not be made ready')
      worker.kill()
    }
  }
}
