/** Work that is under way, by key: callers for the same key share it. Nothing is cached: once it has ended, the next call begins anew. */
export class SingleFlight<Result> {
  private readonly running = new Map<string, Promise<Result>>()

  has(key: string): boolean {
    return this.running.has(key)
  }

  share(key: string, begin: () => Promise<Result>): Promise<Result> {
    const known = this.running.get(key)
    if (known) return known
    const work = begin().finally(() => {
      if (this.running.get(key) === work) this.running.delete(key)
    })
    this.running.set(key, work)
    return work
  }

  /** Later callers share nothing that was begun before. */
  clear(): void {
    this.running.clear()
  }

  /** Resolves when all that is under way now has ended, well or not. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.running.values())
  }
}
