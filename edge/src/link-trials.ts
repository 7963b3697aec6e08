import type { Ask, OpenMessage } from '@marram/rendering/render-messages'
import { RenderProcessEnded, type RenderWorker } from '@marram/rendering/render-worker'

export type LinkAsk = Extract<Ask, { kind: 'link' }>

const LINK_MS = 5000
/** Longer than the shell waits for the API: a frame can be made without it. */
export const FRAME_MS = 8000
/** How long a trial waits for the one before it, so that a few share one process and none waits for one that hangs. */
const TURN_MS = 500
const TRIALS_PER_PROCESS = 40

type Linker = { worker: RenderWorker; trials: number }

/**
 * Links server builds in processes that serve nobody, so that a build that throws, spins or ends its process is known
 * before any visitor meets it. A process holds one trial at a time: what goes wrong in it has one cause.
 */
export class LinkTrials {
  /** Kept warm, so that a promoted release need not wait for a process to start. */
  private idle: Linker | undefined
  private readonly busy = new Set<Linker>()
  private turn: Promise<unknown> = Promise.resolve()

  constructor(private readonly newWorker: () => RenderWorker) {}

  stop(): void {
    for (const { worker } of [...this.busy, ...(this.idle ? [this.idle] : [])]) worker.kill()
  }

  /** Rejects with the reason. */
  async section(ask: LinkAsk): Promise<void> {
    await this.inTurn((worker) => worker.ask(ask, LINK_MS))
  }

  /** A shell must also draw its frame, with no section in it. */
  async shell(open: OpenMessage): Promise<void> {
    await this.inTurn(async (worker) => {
      await worker.ask({ kind: 'open', open }, LINK_MS)
      await worker.ask({ kind: 'frame', composition: open.composition.id }, FRAME_MS)
    })
  }

  private async inTurn(trial: (worker: RenderWorker) => Promise<unknown>): Promise<void> {
    const before = this.turn
    const mine = Promise.race([before, pause(TURN_MS)]).then(() => this.twice(trial))
    this.turn = mine.catch(() => undefined)
    await mine
  }

  /** A process may have been ended by somebody else, for want of memory say: only the second time is it the build. */
  private async twice(trial: (worker: RenderWorker) => Promise<unknown>): Promise<void> {
    try {
      await this.once(trial)
    } catch (error) {
      if (!(error instanceof RenderProcessEnded)) throw error
      await this.once(trial)
    }
  }

  private async once(trial: (worker: RenderWorker) => Promise<unknown>): Promise<void> {
    const linker = this.take()
    try {
      await trial(linker.worker)
    } catch (error) {
      linker.worker.kill()
      throw error
    } finally {
      this.giveBack(linker)
    }
  }

  private take(): Linker {
    const { idle } = this
    this.idle = undefined
    const linker = idle?.worker.alive ? idle : { worker: this.newWorker(), trials: 0 }
    this.busy.add(linker)
    return linker
  }

  private giveBack(linker: Linker): void {
    this.busy.delete(linker)
    linker.trials += 1
    if (linker.worker.alive && !this.idle && linker.trials < TRIALS_PER_PROCESS) this.idle = linker
    else linker.worker.kill()
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
