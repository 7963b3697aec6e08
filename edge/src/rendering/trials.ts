import type { Ask, OpenMessage, RenderedPage } from '@marram/rendering/render-messages'
import { RenderProcessEnded, RenderTimeout, type RenderWorker } from '@marram/rendering/render-worker'
import { Semaphore } from '@marram/server/semaphore'

const OPEN_MS = 5000
/** Longer than the shell waits for the API: an app shell can be rendered without it. */
export const APP_SHELL_MS = 8000
/**
 * If all started at once, all would be late. The wait is bounded, since going live must not wait for a trial that hangs.
 * How many can hang at once is bounded where they begin, as with previews (compositions.ts).
 */
const TRIALS = { atOnce: 2, waitMs: 500 }

/** Opens server builds, each in a separate process that serves no visitor, and passes on those that work. */
export class BuildTrials {
  private readonly semaphore = new Semaphore(TRIALS)

  constructor(
    private readonly newWorker: (tried: OpenMessage) => RenderWorker,
    private readonly handOn: (worker: RenderWorker, tried: OpenMessage) => void,
  ) {}

  /** Rejects with the reason. A shell alone must also render its app shell. */
  async take(message: OpenMessage): Promise<void> {
    const release = await this.semaphore.acquire()
    try {
      await this.once(message)
    } catch (error) {
      // A process may have been ended from outside, for example for lack of memory: only a second end is the build's fault.
      if (!(error instanceof RenderProcessEnded)) throw error
      await this.once(message)
    } finally {
      release?.()
    }
  }

  private async once(message: OpenMessage): Promise<void> {
    const worker = this.newWorker(message)
    try {
      await worker.ask({ kind: 'open', open: message }, OPEN_MS)
      if (message.section) await worker.ask({ kind: 'ping' }, OPEN_MS)
      else await worker.ask({ kind: 'frame', composition: message.composition.id }, APP_SHELL_MS)
    } catch (error) {
      worker.kill()
      throw error
    }
    this.handOn(worker, message)
  }
}

export type RenderAsk = Extract<Ask, { kind: 'render' }>

type QuarantineSettings = {
  newWorker: () => RenderWorker
  openMessage: (composition: string) => OpenMessage | undefined
  onHeldBack: (page: { composition: string; pattern: string; why: string }) => void
}

const HELD_BACK_MS = 30_000
const PING_MS = 1000

const nameOf = ({ composition, pattern }: RenderAsk) => `${composition} ${pattern}`

/** Pages that were being rendered when their process ended. Each is tried again in a separate process, one at a time. */
export class Quarantine {
  private readonly suspects = new Map<string, number>()
  private worker: RenderWorker | undefined
  private busy = false

  constructor(private readonly settings: QuarantineSettings) {}

  stop(): void {
    this.worker?.kill()
  }

  suspect(asks: Ask[]): void {
    for (const ask of asks) {
      if (ask.kind === 'render' && !this.suspects.has(nameOf(ask))) this.suspects.set(nameOf(ask), performance.now())
    }
  }

  holds(ask: RenderAsk): boolean {
    return this.suspects.has(nameOf(ask))
  }

  forget(composition: string): void {
    for (const name of this.suspects.keys()) if (name.startsWith(`${composition} `)) this.release(name)
  }

  /** Rejects at once if the page has to wait for its trial: the app shell is better than waiting. */
  async render(ask: RenderAsk, timeoutMs: number): Promise<RenderedPage> {
    const name = nameOf(ask)
    if (this.busy || (this.suspects.get(name) ?? 0) > performance.now())
      throw new RenderTimeout('the page may be why a process ended, and waits for its trial')
    this.busy = true
    try {
      const page = await this.tryPage(ask, timeoutMs)
      this.release(name)
      return page
    } catch (error) {
      if (await this.isHarmless(error)) this.release(name)
      else this.holdBack(ask, error as Error)
      throw error
    } finally {
      this.busy = false
    }
  }

  private async tryPage(ask: RenderAsk, timeoutMs: number): Promise<RenderedPage> {
    const open = this.settings.openMessage(ask.composition)
    if (!open) throw new Error(`composition ${ask.composition} is not open`)
    if (!this.worker?.alive) this.worker = this.settings.newWorker()
    await this.worker.ask({ kind: 'open', open }, OPEN_MS)
    return this.worker.ask(ask, timeoutMs)
  }

  /** A page may fail, and wait for the API; it may not keep its process from responding. */
  private async isHarmless(error: unknown): Promise<boolean> {
    if (error instanceof RenderProcessEnded) return false
    return !(error instanceof RenderTimeout) || (await this.worker?.responds(PING_MS)) === true
  }

  private holdBack(ask: RenderAsk, { message }: Error): void {
    this.worker?.kill()
    this.suspects.set(nameOf(ask), performance.now() + HELD_BACK_MS)
    this.settings.onHeldBack({ composition: ask.composition, pattern: ask.pattern, why: message })
  }

  private release(name: string): void {
    this.suspects.delete(name)
    if (this.suspects.size === 0) this.worker?.kill()
  }
}
