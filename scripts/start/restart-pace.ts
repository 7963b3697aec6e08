const FIRST_MS = 500
const LONGEST_MS = 10_000
/** A service that was ready for so long has nothing to do with what ended it before. */
const STEADY_MS = 30_000

/** How long a service that has ended is waited with before it is started again, and which words about it are news. */
export class RestartPace {
  private waitMs = FIRST_MS
  private readyAt: number | undefined
  private readonly told = new Set<string>()

  constructor(private readonly now = () => performance.now()) {}

  ready(): void {
    this.readyAt = this.now()
  }

  /** Longer each time, unless it has been steady. */
  ended(): number {
    const wasSteady = this.readyAt !== undefined && this.now() - this.readyAt >= STEADY_MS
    this.readyAt = undefined
    if (wasSteady) {
      this.waitMs = FIRST_MS
      this.told.clear()
    }
    const waitMs = this.waitMs
    this.waitMs = Math.min(waitMs * 2, LONGEST_MS)
    return waitMs
  }

  /** Whether nobody was told this since the service was last steady. */
  isNews(words: string): boolean {
    const isNew = !this.told.has(words)
    this.told.add(words)
    return isNew
  }
}
