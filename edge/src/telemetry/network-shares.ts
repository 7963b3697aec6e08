import { createHash } from 'node:crypto'
import { NETWORK_NUMBERS } from '@marram/release-contract/evidence'

const MINUTE_MS = 60_000
/** Of one kind, version and network; what is beyond is somebody who sends, and nobody who reads. */
const FEW = 10
/** More networks and versions than these are not counted in one minute. */
const MOST = 50_000

/** What each network may add in a minute, so that a visitor who makes things up weighs no more than a few page loads. */
export class NetworkShares {
  private minute = 0
  private readonly used = new Map<string, number>()

  /** How many of `wanted` may be counted. */
  take(what: string, wanted: number, now = Date.now()): number {
    const minute = Math.floor(now / MINUTE_MS)
    if (minute !== this.minute) {
      this.minute = minute
      this.used.clear()
    }
    const used = this.used.get(what) ?? (this.used.size < MOST ? 0 : FEW)
    const taken = Math.max(0, Math.min(wanted, FEW - used))
    if (taken > 0) this.used.set(what, used + taken)
    return taken
  }
}

/**
 * Tells failures of one network from those of others, the same at every edge and always: a number that thousands of
 * networks share, others for every version. Of IPv6 the site counts (/48), whose networks all may be one subscriber's.
 */
export function networkNumber(network: string, part: string, version: string): number {
  const site = network.includes(':') ? network.split(':', 3).join(':') : network
  const digest = createHash('sha256').update(`${part} ${version} ${site}`).digest()
  return digest.readUInt16BE() % NETWORK_NUMBERS
}
