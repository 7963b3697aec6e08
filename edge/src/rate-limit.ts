const MINUTE_MS = 60_000
const MOST_KEYS = 20_000

/** So many a minute for each key, such as a client's address, which is kept no longer than that minute. */
export class RateLimit {
  private minute = 0
  private readonly used = new Map<string, number>()

  constructor(private readonly perMinute: number) {}

  allows(key: string, now = Date.now()): boolean {
    const minute = Math.floor(now / MINUTE_MS)
    if (minute !== this.minute) {
      this.minute = minute
      this.used.clear()
    }
    const used = (this.used.get(key) ?? 0) + 1
    if (used === 1 && this.used.size >= MOST_KEYS) return false
    this.used.set(key, used)
    return used <= this.perMinute
  }
}
