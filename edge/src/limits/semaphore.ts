/** Without `waitMs` there is no end to the wait. */
type Limits = { atOnce: number; waiting: number; waitMs?: number }

/** Lets a bounded number through at a time; a bounded number waits. */
export class Semaphore {
  private taken = 0
  private readonly waiting = new Set<() => void>()

  constructor(private readonly limits: Limits) {}

  get idle(): boolean {
    return this.taken === 0
  }

  /**
   * Resolves with the function that releases the place; with undefined where none is free in time, or `gone` says that
   * the wait is over.
   */
  async acquire(gone?: AbortSignal): Promise<(() => void) | undefined> {
    if (this.taken < this.limits.atOnce) this.taken += 1
    else if (this.waiting.size >= this.limits.waiting || !(await this.passedOn(gone))) return undefined
    let released = false
    return () => {
      if (!released) this.release()
      released = true
    }
  }

  /** Runs `work` in a place of its own. Throws the error of `refusal` where none is free in time. */
  async run<Result>(work: () => Promise<Result>, refusal: () => Error): Promise<Result> {
    const release = await this.acquire()
    if (!release) throw refusal()
    try {
      return await work()
    } finally {
      release()
    }
  }

  private passedOn(gone: AbortSignal | undefined): Promise<boolean> {
    const { waitMs } = this.limits
    return new Promise((resolve) => {
      const end = (got: boolean) => {
        clearTimeout(timer)
        gone?.removeEventListener('abort', giveUp)
        this.waiting.delete(next)
        resolve(got)
      }
      const next = () => end(true)
      const giveUp = () => end(false)
      const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
      gone?.addEventListener('abort', giveUp)
      this.waiting.add(next)
    })
  }

  private release(): void {
    const [next] = this.waiting
    if (next) next()
    else this.taken -= 1
  }
}
