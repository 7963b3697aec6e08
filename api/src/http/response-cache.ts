import { createHash } from 'node:crypto'
import { createMetrics } from '@marram/server/metrics'
import { SingleFlight } from '@marram/server/single-flight'
import { LRUCache } from 'lru-cache'
import { Counter, Gauge } from 'prom-client'

/** Size of an entry without its key and body. */
const ENTRY_BYTES = 300

/** `head`: alternating names and values of its headers, once the fast path has sent it. */
export type CachedResponse = { body: Buffer; etag: string; head?: string[] }

/** The state of the content that public responses belong to. */
export type ContentRevision = {
  /** Revision, day (it decides which events are past) and version of the code, as `17.2027-04-17.ab12cd34`. */
  current(): Promise<string>
  /** Like `current`, if the database was asked recently. */
  fresh(): string | undefined
  /** Like `current`, but without asking the database: undefined if its last response is too old. */
  lastKnown(): string | undefined
  /** The content may have changed: it is read again before `current` resolves. */
  expire(): void
  /** Called after this process itself has changed the content. */
  forget(): void
}

/** Share of the memory for responses to queries. Their number has no limit, so they evict only each other. */
const SHARE_OF_MANY = 1 / 8

/** Cached responses of one content revision at a time. Requests for a response that is being created wait for it. */
export function createResponseCache(mostBytes: number, metrics = createMetrics()) {
  const registers = [metrics]
  const asked = new Counter({
    name: 'marram_response_cache_total',
    help: 'Cached-call lookups: cached (hit), being created for another request (joined), or not cached (miss).',
    labelNames: ['outcome'] as const,
    registers,
    collect() {
      this.inc({ outcome: 'hit' }, hits)
      hits = 0
    },
  })
  /** Since the metrics were read: to count there takes longer than to find a response. */
  let hits = 0
  const held = new Gauge({ name: 'marram_response_cache_bytes', help: 'Memory of cached responses.', registers })
  let revision = ''
  const single = shelf(mostBytes * (1 - SHARE_OF_MANY))
  const ofMany = shelf(mostBytes * SHARE_OF_MANY)
  const bytes = () => single.calculatedSize + ofMany.calculatedSize
  const creating = new SingleFlight<CachedResponse>()

  const find = (key: string) => {
    const found = single.get(key) ?? ofMany.get(key)
    if (found) hits += 1
    return found
  }

  return {
    cached: (current: string, key: string) => (current === revision ? find(key) : undefined),

    /** Whether it is cached, without counting it as used. */
    has: (current: string, key: string) => current === revision && (single.has(key) || ofMany.has(key)),

    /** Errors of `make` are not cached. `oneOfMany`: clients can invent any number of keys like this one. */
    async get(
      current: string,
      key: string,
      make: () => Promise<string | Buffer>,
      oneOfMany = false,
    ): Promise<CachedResponse> {
      if (current !== revision) {
        revision = current
        for (const each of [single, ofMany, creating]) each.clear()
        held.set(0)
      }
      const found = find(key)
      if (found) return found
      asked.inc({ outcome: creating.has(key) ? 'joined' : 'miss' })
      return creating.share(key, async () => {
        const made = await make()
        const body = typeof made === 'string' ? Buffer.from(made) : made
        const response = { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
        if (current === revision) (oneOfMany ? ofMany : single).set(key, response)
        held.set(bytes())
        return response
      })
    },
    bytes,
  }
}
export type ResponseCache = ReturnType<typeof createResponseCache>

const shelf = (mostBytes: number) =>
  new LRUCache<string, CachedResponse>({
    maxSize: Math.max(1, Math.floor(mostBytes)),
    sizeCalculation: ({ body }, key) => body.length + 2 * key.length + ENTRY_BYTES,
  })
