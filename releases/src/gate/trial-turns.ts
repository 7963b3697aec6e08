type Waiting = { begin: () => void; isAwaited: () => boolean }

/** One trial at a time, so that they do not fill two cores. Those that a call waits for go first. */
export class TrialTurns {
  private readonly waiting: Waiting[] = []
  private isTaken = false

  /** `isAwaited` is asked whenever it could be its turn: somebody may begin to wait for what has long been queued. */
  async take<Result>(work: () => Promise<Result>, isAwaited: () => boolean): Promise<Result> {
    if (this.isTaken) await new Promise<void>((begin) => this.waiting.push({ begin, isAwaited }))
    this.isTaken = true
    try {
      return await work()
    } finally {
      this.next()
    }
  }

  private next(): void {
    const awaited = this.waiting.findIndex(({ isAwaited }) => isAwaited())
    const [next] = this.waiting.splice(Math.max(0, awaited), 1)
    // Still taken, by the next one.
    if (next) next.begin()
    else this.isTaken = false
  }
}
