/** Without `waiting`, any number may wait; without `waitMs`, for any time. */
type Limits = { atOnce: number; waiting?: number; waitMs?: number }
type Waiting = {
  /** Aborts the wait. */
  gone?: AbortSignal | undefined
  /** Whether it goes first. Checked whenever a place is free: it may become urgent while it waits. */
  isUrgent?: () => boolean
}

/** Lets a bounded number through at a time; a bounded number waits. */
export class Semaphore {
  private taken = 0
  private readonly queue = new Map<() => void, Waiting>()

  constructor(private readonly limits: Limits) {}

  get idle(): boolean {
    return this.taken === 0
  }

  /** Resolves with the function that releases the place, or with undefined if none is free in time or the wait was aborted. */
  async acquire(waiting: Waiting = {}): Promise<(() => void) | undefined> {
    const { atOnce, waiting: mostWaiting = Number.POSITIVE_INFINITY } = this.limits
    if (this.taken < atOnce) this.taken += 1
    else if (this.queue.size >= mostWaiting || !(await this.passedOn(waiting))) return undefined
    let released = false
    return () => {
      if (!released) this.release()
      released = true
    }
  }

  /** Runs `work` in its own place. Throws the error of `refusal` if none is free in time. */
  async run<Result>(
    work: () => Promise<Result>,
    refusal = () => new Error('there are too many at a time'),
    waiting?: Waiting,
  ): Promise<Result> {
    const release = await this.acquire(waiting)
    if (!release) throw refusal()
    try {
      return await work()
    } finally {
      release()
    }
  }

  private passedOn(waiting: Waiting): Promise<boolean> {
    const { waitMs } = this.limits
    return new Promise((resolve) => {
      const end = (got: boolean) => {
        clearTimeout(timer)
        waiting.gone?.removeEventListener('abort', giveUp)
        this.queue.delete(next)
        resolve(got)
      }
      const next = () => end(true)
      const giveUp = () => end(false)
      const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
      waiting.gone?.addEventListener('abort', giveUp)
      this.queue.set(next, waiting)
    })
  }

  private release(): void {
    let [next] = this.queue.keys()
    for (const [waiting, { isUrgent }] of this.queue) {
      if (!isUrgent?.()) continue
      next = waiting
      break
    }
    if (next) next()
    else this.taken -= 1
  }
}
