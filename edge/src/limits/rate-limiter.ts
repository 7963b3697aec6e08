import { clientNetwork } from '@marram/server/client-network'

const MINUTE_MS = 60_000
const MOST_KEYS = 20_000

/** A limit per minute for each key. Keys are forgotten after their minute; those beyond `mostKeys` are refused. */
export class RateLimiter {
  private minute = 0
  private readonly used = new Map<string, number>()

  constructor(
    private readonly perMinute: number,
    private readonly mostKeys = MOST_KEYS,
  ) {}

  /** How much of `wanted` is left for the key. */
  take(key: string, wanted = 1): number {
    const minute = Math.floor(Date.now() / MINUTE_MS)
    if (minute !== this.minute) {
      this.minute = minute
      this.used.clear()
    }
    const used = this.used.get(key) ?? (this.used.size < this.mostKeys ? 0 : this.perMinute)
    const taken = Math.max(0, Math.min(wanted, this.perMinute - used))
    if (taken > 0) this.used.set(key, used + taken)
    return taken
  }

  /** Whether one more request of a client is allowed; all addresses of its network count together. */
  allows(address: string): boolean {
    return this.take(clientNetwork(address)) > 0
  }
}

const REPORTS_OF_CLIENT = 60
export const REPORTS_PER_MINUTE = 120

/** Whether another report from this address is logged: bounded for one client, and for all together. */
export function reportLimiter(): (address: string) => boolean {
  const clients = new RateLimiter(REPORTS_OF_CLIENT)
  const all = new RateLimiter(REPORTS_PER_MINUTE)
  return (address) => clients.allows(address) && all.take('') > 0
}
