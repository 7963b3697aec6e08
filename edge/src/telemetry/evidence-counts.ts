import { createHash } from 'node:crypto'
import { type Beacon, type Counted, MOST_NETWORKS, NETWORK_NUMBERS } from '@marram/release-contract/evidence'
import { SHELL } from '@marram/release-contract/release'
import { RateLimiter } from '../limits/rate-limiter'

/** Up to the first it is good, up to the second fair: the limits that browsers' makers agreed on. */
const LIMITS = { lcp: [2500, 4000], inp: [200, 500], cls: [0.1, 0.25] } as const
/** More different things than these are not counted at a time. */
const MOST = 5000

/** Of one kind, version and network in a minute: a visitor who makes things up weighs no more than a few page loads. */
const SHARE = 10
/** More networks and versions than these are not counted in one minute. */
const MOST_SHARES = 50_000

/** Counts loads and failures by composition and part until somebody takes them. */
export class EvidenceCounts {
  private readonly counts = new Map<string, Counted>()
  private readonly shares = new RateLimiter(SHARE, MOST_SHARES)

  add(about: Omit<Counted, 'count'>, count = 1): void {
    if (count < 1) return
    // None of them has a space in it.
    const key = `${about.composition} ${about.part} ${about.version} ${about.metric}`
    const known = this.counts.get(key)
    const networks = about.networks && [...new Set([...(known?.networks ?? []), ...about.networks])]
    if (known) known.count += count
    else if (this.counts.size < MOST) this.counts.set(key, { ...about, count })
    const entry = this.counts.get(key)
    if (entry && networks) entry.networks = networks.slice(0, MOST_NETWORKS)
  }

  /**
   * What a document of this network reports. Any client can send anything: parts and versions that the composition does not
   * have are left out, and of one network no more than a few loads count.
   */
  addBeacon({ composition, parts, vitals }: Beacon, versions: Record<string, string>, network: string): void {
    for (const [part, { version, loads, load = 0, boundary = 0 }] of Object.entries(parts)) {
      if (versions[part] !== version) continue
      const about = { composition, part, version }
      const share = (what: string, wanted: number) => this.shares.take(`${network} ${part} ${version} ${what}`, wanted)
      const networks = [networkNumber(network, part, version)]
      this.add({ ...about, metric: 'browser.loads' }, share('loads', loads))
      this.add({ ...about, metric: 'browser.failures.load', networks }, share('failures', load))
      this.add({ ...about, metric: 'browser.failures.boundary', networks }, share('failures', boundary))
    }
    if (vitals === undefined || this.shares.take(`${network} vitals`, 1) === 0) return
    // Measures are of a page as a whole: they count for every part that it was made of.
    const measured = [SHELL, ...Object.keys(parts)].filter((part, i, all) => all.indexOf(part) === i)
    for (const name of ['lcp', 'inp', 'cls'] as const) {
      const value = vitals[name]
      if (value === undefined) continue
      const [good, fair] = LIMITS[name]
      const grade = value <= good ? 'good' : value <= fair ? 'fair' : 'poor'
      for (const part of measured) {
        const version = versions[part]
        if (version !== undefined) this.add({ composition, part, version, metric: `${name}.${grade}` })
      }
    }
  }

  take(): Counted[] {
    const taken = [...this.counts.values()]
    this.counts.clear()
    return taken
  }
}

/**
 * The number of a network, by which its failures of a version differ from others', the same at every edge and always.
 * Thousands of networks share one, others for every version. Of IPv6 the site counts (/48), whose networks all may be one subscriber's.
 */
export function networkNumber(network: string, part: string, version: string): number {
  const site = network.includes(':') ? network.split(':', 3).join(':') : network
  const digest = createHash('sha256').update(`${part} ${version} ${site}`).digest()
  return digest.readUInt16BE() % NETWORK_NUMBERS
}
