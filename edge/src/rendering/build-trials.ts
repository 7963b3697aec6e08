import type { OpenMessage } from '@marram/rendering/render-messages'
import { RenderProcessEnded, type RenderWorker } from '@marram/rendering/render-worker'

const OPEN_MS = 5000
/** Longer than the shell waits for the API: an app shell can be rendered without it. */
export const APP_SHELL_MS = 8000
/** How long a trial waits for the one before it: starting all at once would make all of them late. */
const TURN_MS = 500
const AT_ONCE = 2

/**
 * Opens server builds in processes that serve no visitor, each trial in a process of its own: what goes wrong in it has one
 * cause, and what a build changes there is met by no other. A process in which it went well is handed on.
 */
export class BuildTrials {
  private readonly running = new Set<RenderWorker>()
  /** Each is a queue. */
  private readonly turns: Promise<unknown>[] = Array(AT_ONCE).fill(Promise.resolve())
  private next = 0

  constructor(
    private readonly newWorker: () => RenderWorker,
    private readonly handOn: (worker: RenderWorker, tried: OpenMessage) => void,
  ) {}

  stop(): void {
    for (const worker of this.running) worker.kill()
  }

  /** Rejects with the reason. A shell alone must also render its app shell. */
  async take(message: OpenMessage): Promise<void> {
    const turn = this.next
    this.next = (turn + 1) % AT_ONCE
    const mine = Promise.race([this.turns[turn], pause(TURN_MS)]).then(() => this.twice(message))
    this.turns[turn] = mine.catch(() => undefined)
    await mine
  }

  /** A process may have been ended from outside, for want of memory say: only the second time is it the build. */
  private async twice(message: OpenMessage): Promise<void> {
    try {
      await this.once(message)
    } catch (error) {
      if (!(error instanceof RenderProcessEnded)) throw error
      await this.once(message)
    }
  }

  private async once(message: OpenMessage): Promise<void> {
    const worker = this.newWorker()
    this.running.add(worker)
    try {
      await worker.ask({ kind: 'open', open: message }, OPEN_MS)
      if (message.section) await worker.ask({ kind: 'ping' }, OPEN_MS)
      else await worker.ask({ kind: 'frame', composition: message.composition.id }, APP_SHELL_MS)
    } catch (error) {
      worker.kill()
      throw error
    } finally {
      this.running.delete(worker)
    }
    this.handOn(worker, message)
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
