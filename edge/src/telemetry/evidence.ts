import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import {
  type Beacon,
  beacon,
  type Counted,
  type Metric,
  MOST_NETWORKS,
  NETWORK_NUMBERS,
} from '@marram/release-contract/evidence'
import { SHELL } from '@marram/release-contract/release-files'
import { readSent } from '@marram/server/check-sent'
import { clientNetwork } from '@marram/server/client-network'
import type { Logger } from '@marram/server/log'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RateLimiter } from '../limits/rate-limiter'
import { refuseWith } from '../requests/error-pages'
import { type PageRecord, recordOf } from '../requests/page-response'
import { type RegistryClient, reportRegularly } from './registry-client'

type Versions = Readonly<Record<string, string>>
type Parts = {
  versionsIn: (composition: string) => Versions | undefined
  /** Whether a request came to the address of previews. */
  isOfPreviews: (request: IncomingMessage) => boolean
  registry: Pick<RegistryClient, 'report'>
  log: Logger
  /** `away`: the API cannot be reached. */
  content: { readonly away: boolean }
  /** Called before the counts are sent, to add pending ones. */
  settle: () => void
}

const ROWS_AT_ONCE = 500
/** A document sends three at most. */
const BEACONS_PER_MINUTE = 240
/** Up to the first it is good, up to the second fair: the limits that browsers' makers agreed on. */
const VITALS = { lcp: [2500, 4000], inp: [200, 500], cls: [0.1, 0.25] } as const
const MOST_COUNTS = 5000
/** Limit for one kind, version and network per minute: a client that invents counts weighs no more than a few page loads. */
const SHARE = 10
const MOST_SHARES = 50_000

type Failure = Extract<Metric, `edge.failures.${string}`>

/** Counts loads and failures for the registry. Returns what counts pages of the fast path. */
export function registerEvidence(
  app: FastifyInstance,
  { versionsIn, isOfPreviews, registry, log, content, settle }: Parts,
): (page: PageRecord, times: number) => void {
  const counts = new EvidenceCounts()
  const limit = new RateLimiter(BEACONS_PER_MINUTE)
  app.post('/releases/evidence', { bodyLimit: 4096 }, async (request, reply) => {
    // Releases without approval run there, and could report other parts as failing.
    if (isOfPreviews(request.raw)) return reply.code(204).send()
    if (!limit.allows(request.ip)) return refuseWith(reply, 429, 'Too many beacons.', 60)
    const sent = readSent(beacon, request.body)
    if (!sent) return refuseWith(reply, 400, 'This is no evidence.')
    const versions = versionsIn(sent.composition)
    if (versions) counts.addBeacon(sent, versions, clientNetwork(request.ip))
    return reply.code(204).send()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const page = recordOf(request)
    // Previews are not shown to visitors.
    if (page && !page.isPreview) {
      const failure = failureOf(page, reply.statusCode)
      // The address of a disconnected client may be unknown: such clients count as one network.
      const network = (request as Partial<FastifyRequest>).ip === undefined ? 'unknown' : clientNetwork(request.ip)
      if (failure) counts.addFailed(page, failure, network, content.away)
      else counts.addPage(page)
    }
    done()
  })
  const send = async () => {
    settle()
    const rows = counts.take()
    try {
      while (rows.length > 0) {
        await registry.report('addEvidence', { counts: rows.slice(0, ROWS_AT_ONCE) })
        rows.splice(0, ROWS_AT_ONCE)
      }
    } finally {
      // Counts that were not accepted are added again and sent with the next ones.
      for (const { count, ...about } of rows) counts.add(about, count)
    }
  }
  reportRegularly(app, send, { log, what: 'evidence' })
  return (page, times) => counts.addPage(page, times)
}

/** What a visitor got instead of a page. An intended app shell is not a failure, nor is the page of a stopped part. */
function failureOf({ owner, isStopped, origin }: PageRecord, status: number): Failure | undefined {
  if (origin === undefined) return 'edge.failures.busy'
  const [, why] = /^frame; (.+)$/.exec(origin) ?? []
  if (why === 'late' || why === 'busy') return `edge.failures.${why}`
  if (why !== undefined) return why === 'by design' ? undefined : 'edge.failures.render'
  if (status === 500) return 'edge.failures.render'
  return status < 500 || (owner && isStopped) ? undefined : 'edge.failures.error'
}

class EvidenceCounts {
  private readonly counts = new Map<string, Counted>()
  private readonly shares = new RateLimiter(SHARE, MOST_SHARES)

  add(about: Omit<Counted, 'count'>, count = 1): void {
    if (count < 1) return
    // None of them has a space in it.
    const key = `${about.composition} ${about.part} ${about.version} ${about.metric}`
    const known = this.counts.get(key)
    const networks = about.networks && [...new Set([...(known?.networks ?? []), ...about.networks])]
    if (known) known.count += count
    else if (this.counts.size < MOST_COUNTS) this.counts.set(key, { ...about, count })
    const entry = this.counts.get(key)
    if (entry && networks) entry.networks = networks.slice(0, MOST_NETWORKS)
  }

  addPage(page: PageRecord, times = 1): void {
    this.addUnusable(page, times)
    for (const about of partsOf(page, page.versions)) this.add({ ...about, metric: 'edge.loads' }, times)
  }

  /** Counts for the shell too, whichever part caused it: a candidate is compared together with the same versions of other parts. */
  addFailed(page: PageRecord, metric: Failure, network: string, isApiAway: boolean): void {
    this.addUnusable(page, 1)
    // Without the API, a failure is evidence against neither.
    if (isApiAway) return
    for (const about of partsOf(page, page.versions)) {
      this.add({ ...about, metric: 'edge.loads' })
      const isElsewhere = page.thrownBy !== undefined && page.thrownBy !== about.part
      const networks = [networkNumber(network, about.part, about.version)]
      this.add({ ...about, metric: isElsewhere ? 'edge.failures.elsewhere' : metric, networks })
    }
  }

  /** The version that was shown instead is counted itself. No visitor can cause this, so it counts without a network. */
  private addUnusable(page: PageRecord, times: number): void {
    for (const about of partsOf(page, page.unusable)) {
      this.add({ ...about, metric: 'edge.loads' }, times)
      this.add({ ...about, metric: 'edge.failures.use' }, times)
    }
  }

  /** Any client can send anything, so only a few loads of a network count, for parts and versions of the composition. */
  addBeacon({ composition, parts, vitals }: Beacon, versions: Versions, network: string): void {
    for (const [part, { version, loads, ...failures }] of Object.entries(parts)) {
      if (versions[part] !== version) continue
      const about = { composition, part, version }
      const share = (what: string, wanted: number) => this.shares.take(`${network} ${part} ${version} ${what}`, wanted)
      const networks = [networkNumber(network, part, version)]
      this.add({ ...about, metric: 'browser.loads' }, share('loads', loads))
      for (const [kind, times = 0] of Object.entries(failures) as [keyof typeof failures, number?][])
        this.add({ ...about, metric: `browser.failures.${kind}`, networks }, share('failures', times))
    }
    if (vitals === undefined || this.shares.take(`${network} vitals`, 1) === 0) return
    for (const name of ['lcp', 'inp', 'cls'] as const) {
      const value = vitals[name]
      if (value === undefined) continue
      const [good, fair] = VITALS[name]
      const grade = value <= good ? 'good' : value <= fair ? 'fair' : 'poor'
      // Measures are of a whole page: they count for every part of it.
      for (const part of new Set([SHELL, ...Object.keys(parts)])) {
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

const partsOf = ({ composition, owner }: PageRecord, versions: Versions) =>
  [SHELL, owner?.section].flatMap((part) => {
    const version = part && versions[part]
    return version ? [{ composition, part, version }] : []
  })

/** The number of a network for a version, the same at every edge. Of IPv6 the /48: one subscriber may have all of it. */
function networkNumber(network: string, part: string, version: string): number {
  const site = network.includes(':') ? network.split(':', 3).join(':') : network
  const digest = createHash('sha256').update(`${part} ${version} ${site}`).digest()
  return digest.readUInt16BE() % NETWORK_NUMBERS
}
