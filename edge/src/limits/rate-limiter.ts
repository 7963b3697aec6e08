import { clientNetwork } from '@marram/server/client-network'

const MINUTE_MS = 60_000
const MOST_CLIENTS = 20_000

/** So many a minute for each client, whose network is kept no longer than that minute. */
export class RateLimit {
  private minute = 0
  private readonly used = new Map<string, number>()

  constructor(private readonly perMinute: number) {}

  allows(address: string, now = Date.now()): boolean {
    const minute = Math.floor(now / MINUTE_MS)
    if (minute !== this.minute) {
      this.minute = minute
      this.used.clear()
    }
    const client = clientNetwork(address)
    const used = (this.used.get(client) ?? 0) + 1
    if (used === 1 && this.used.size >= MOST_CLIENTS) return false
    this.used.set(client, used)
    return used <= this.perMinute
  }
}
