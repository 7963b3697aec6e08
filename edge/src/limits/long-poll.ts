/** A response that was held and comes sooner without news was not held: the server has no place, or is ending. */
const HELD_FOR_MS = 500
/** The longest pause after failures, which double it: a server that is in trouble is not asked more and more. */
const LONGEST_MS = 3000

type Settings = {
  /** How long the server may hold a request without news. */
  waitMs: number
  /** Pause between two requests that are not held. */
  pollMs: number
}

/** When to ask a server again that may hold a request until there is news (RFC 7240), or that is polled. */
export class LongPoll {
  private isHeld = false
  private isPaused = true
  /** Since the last response. */
  private failures = 0

  constructor(private readonly settings: Settings) {}

  /** Headers that ask for it. */
  get headers(): Record<string, string> {
    return { prefer: `wait=${this.settings.waitMs / 1000}` }
  }

  /** For how long nothing is heard although nothing is wrong. */
  get silenceMs(): number {
    return this.isHeld ? this.settings.waitMs : 0
  }

  /** Before the next request. Many edges must not send theirs at the same moment. */
  get pauseMs(): number {
    if (!this.isPaused) return 0
    const { pollMs } = this.settings
    const pause = Math.min(pollMs * 2 ** Math.max(0, this.failures - 1), Math.max(pollMs, LONGEST_MS))
    return pause * (0.75 + Math.random() / 2)
  }

  /** `applied`: the header `Preference-Applied`, by which a server says that it holds requests. */
  responded(applied: string | string[] | null | undefined, { tookMs, isNews }: { tookMs: number; isNews: boolean }) {
    this.failures = 0
    this.isHeld = /\bwait\b/.test(String(applied ?? ''))
    this.isPaused = !this.isHeld || (!isNews && tookMs < HELD_FOR_MS)
  }

  failed(): void {
    this.failures += 1
    this.isPaused = true
  }
}
