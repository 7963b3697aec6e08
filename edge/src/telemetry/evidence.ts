import { beacon, type Metric } from '@marram/release-contract/evidence'
import { SHELL } from '@marram/release-contract/release'
import { readSent } from '@marram/server/check-sent'
import { clientNetwork } from '@marram/server/client-network'
import type { Logger } from '@marram/server/log'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type LiveComposition, versionsOf } from '../compositions/live-composition'
import { RateLimiter } from '../limits/rate-limiter'
import type { ContentWatch } from '../pages/content-watch'
import { type PageRecord, recordOf } from '../requests/page-record'
import { EvidenceCounts, networkNumber } from './evidence-counts'
import type { RegistryClient } from './registry-client'
import { reportRegularly } from './report-regularly'

type Parts = {
  compositions: { find(id: string): LiveComposition | undefined }
  registry: Pick<RegistryClient, 'report'>
  log: Logger
  content: Pick<ContentWatch, 'away'>
  /** Called before the counts are handed over: what is still to be counted. */
  settle: () => void
}

const ROWS_AT_ONCE = 500
/** A document sends three at most. */
const BEACONS_PER_MINUTE = 240

type Failure = Extract<Metric, `edge.failures.${string}`>
/** What a visitor suffered instead of a page, and the network that asked for it. */
type Suffered = { failure: Failure; network: string }

/**
 * Counts how pages and parts fare, as this edge sees it and browsers report it, and sends the counts to the registry. Returns
 * what counts a page that hooks do not see.
 */
export function registerEvidence(
  app: FastifyInstance,
  { compositions, registry, log, content, settle }: Parts,
): (page: PageRecord, times: number) => void {
  const counts = new EvidenceCounts()
  const limit = new RateLimiter(BEACONS_PER_MINUTE)
  app.post('/releases/evidence', { bodyLimit: 4096 }, async (request, reply) => {
    if (!limit.allows(request.ip))
      return reply.code(429).header('retry-after', '60').send({ code: 429, message: 'Too many beacons.' })
    const sent = readSent(beacon, request.body)
    if (!sent) return reply.code(400).send({ code: 400, message: 'This is no evidence.' })
    const live = compositions.find(sent.composition)
    if (live) counts.addBeacon(sent, versionsOf(live), clientNetwork(request.ip))
    return reply.code(204).send()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const page = recordOf(request)
    // Those who look at a preview are no visitors.
    if (page && !page.isPreview) {
      const failure = failureOf(page, reply.statusCode)
      countPage(counts, page, { suffered: failure && { failure, network: networkOf(request) }, apiAway: content.away })
    }
    done()
  })

  const send = async () => {
    settle()
    const rows = counts.take()
    try {
      while (rows.length > 0) {
        await registry.report('evidence', { counts: rows.slice(0, ROWS_AT_ONCE) })
        rows.splice(0, ROWS_AT_ONCE)
      }
    } finally {
      // Counted again: what was not taken is sent with the next ones.
      for (const { count, ...about } of rows) counts.add(about, count)
    }
  }
  reportRegularly(app, send, { log, what: 'evidence' })
  return (page, times) => countPage(counts, page, { times, apiAway: content.away })
}

/** Of clients that have gone, the address may not be known any more: they count as one network. */
function networkOf(request: FastifyRequest): string {
  const address: string | undefined = request.ip
  return address === undefined ? 'unknown' : clientNetwork(address)
}

const failuresOfAppShells: Record<string, Failure> = { late: 'edge.failures.late', busy: 'edge.failures.busy' }

/** What its visitor suffered. An app shell on purpose is no failure, and neither is the page of a part that was stopped. */
function failureOf({ live, owner, origin }: PageRecord, status: number): Failure | undefined {
  if (origin === undefined) return 'edge.failures.busy'
  const [, why] = /^frame; (.+)$/.exec(origin) ?? []
  if (why !== undefined && why !== 'by design') return failuresOfAppShells[why] ?? 'edge.failures.render'
  if (why !== undefined || status < 500) return undefined
  if (status === 500) return 'edge.failures.render'
  return owner && live.composition.sections[owner.section]?.stopped ? undefined : 'edge.failures.error'
}

/**
 * Of the shell, and of the section that owns the page. What failed while the API could not be reached says nothing of
 * either.
 */
function countPage(
  counts: EvidenceCounts,
  { live, owner, unusable }: PageRecord,
  { times = 1, suffered, apiAway }: { times?: number; suffered?: Suffered | undefined; apiAway: boolean },
): void {
  const versions = versionsOf(live)
  for (const part of [SHELL, owner?.section]) {
    const wanted = part === undefined ? undefined : unusable[part]
    // What was shown instead speaks for itself alone.
    if (part !== undefined && wanted !== undefined) {
      const about = { composition: live.id, part, version: wanted }
      counts.add({ ...about, metric: 'edge.loads' }, times)
      // No visitor can cause that, so it counts without a network.
      counts.add({ ...about, metric: 'edge.failures.use' }, times)
    }
    const version = part === undefined ? undefined : versions[part]
    if (part === undefined || !version || (suffered && apiAway)) continue
    const about = { composition: live.id, part, version }
    counts.add({ ...about, metric: 'edge.loads' }, times)
    // Of the shell too, whichever is to blame: what a section does wrong strikes both versions of a shell.
    if (suffered) {
      const networks = [networkNumber(suffered.network, part, version)]
      counts.add({ ...about, metric: suffered.failure, networks }, times)
    }
  }
}
