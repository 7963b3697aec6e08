import type { Ask, OpenMessage, RenderedPage } from '@marram/rendering/render-messages'
import { RenderProcessEnded, RenderTimeout, type RenderWorker } from '@marram/rendering/render-worker'

export type RenderAsk = Extract<Ask, { kind: 'render' }>

type Settings = {
  newWorker: () => RenderWorker
  openMessage: (composition: string) => OpenMessage | undefined
  /** Called when a page is held back. */
  onHeldBack: (page: { composition: string; pattern: string; why: string }) => void
  now?: () => number
}

/** Until a page that took its process along is tried again. */
const HELD_BACK_MS = 30_000
const OPEN_MS = 5000
const PING_MS = 1000

const nameOf = ({ composition, pattern }: RenderAsk) => `${composition} ${pattern}`

/**
 * Pages that were being rendered when their process had to be ended. One of them may be why, so each is tried again in a
 * process that serves no other page, one at a time: one page cannot take the others' processes again and again.
 */
export class Quarantine {
  /** When a page may be tried again. */
  private readonly suspects = new Map<string, number>()
  private worker: RenderWorker | undefined
  private busy = false
  private readonly now: () => number

  constructor(private readonly settings: Settings) {
    this.now = settings.now ?? (() => performance.now())
  }

  stop(): void {
    this.worker?.kill()
  }

  suspect(asks: Ask[]): void {
    for (const ask of asks) {
      if (ask.kind === 'render' && !this.suspects.has(nameOf(ask))) this.suspects.set(nameOf(ask), this.now())
    }
  }

  holds(ask: RenderAsk): boolean {
    return this.suspects.has(nameOf(ask))
  }

  /** Forgets the pages of a composition that is no longer open. */
  forget(composition: string): void {
    for (const name of this.suspects.keys()) if (name.startsWith(`${composition} `)) this.release(name)
  }

  /** Rejects at once where the page has to wait for its trial: the app shell is better than waiting. */
  async render(ask: RenderAsk, timeoutMs: number): Promise<RenderedPage> {
    const name = nameOf(ask)
    if (this.busy || (this.suspects.get(name) ?? 0) > this.now())
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
    this.suspects.set(nameOf(ask), this.now() + HELD_BACK_MS)
    this.settings.onHeldBack({ composition: ask.composition, pattern: ask.pattern, why: message })
  }

  private release(name: string): void {
    this.suspects.delete(name)
    if (this.suspects.size === 0) this.worker?.kill()
  }
}
