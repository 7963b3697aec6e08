type Limits = { atOnce: number; waiting: number; waitMs: number }

/** A bounded number at a time, and a bounded number that waits for a turn. */
export class Turns {
  private taken = 0
  private readonly waiting = new Set<() => void>()

  constructor(private readonly limits: Limits) {}

  get idle(): boolean {
    return this.taken === 0
  }

  /** Answers how to give the turn back; undefined where none comes in time, or `gone` says that nobody waits for it. */
  async take(gone?: AbortSignal): Promise<(() => void) | undefined> {
    if (this.taken < this.limits.atOnce) this.taken += 1
    else if (this.waiting.size >= this.limits.waiting || !(await this.passedOn(gone))) return undefined
    let given = false
    return () => {
      if (!given) this.give()
      given = true
    }
  }

  private passedOn(gone: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (got: boolean) => {
        clearTimeout(timer)
        gone?.removeEventListener('abort', giveUp)
        this.waiting.delete(next)
        resolve(got)
      }
      const next = () => end(true)
      const giveUp = () => end(false)
      const timer = setTimeout(giveUp, this.limits.waitMs)
      gone?.addEventListener('abort', giveUp)
      this.waiting.add(next)
    })
  }

  private give(): void {
    const [next] = this.waiting
    if (next) next()
    else this.taken -= 1
  }
}
