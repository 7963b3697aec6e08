import { createHash } from 'node:crypto'
import { createMetrics } from '@marram/server/metrics'
import { Counter, Gauge } from 'prom-client'

/** Of an entry besides its key and its body. */
const ENTRY_BYTES = 300
const cost = (key: string, { body }: ReadyAnswer) => body.length + 2 * key.length + ENTRY_BYTES

export type ReadyAnswer = { body: Buffer; etag: string }

/** Share of the memory for answers to questions of which anybody can think of any number: they drive out each other. */
const SHARE_OF_MANY = 1 / 8

/**
 * Answers that are ready to send, for one content revision at a time; the longest unused go first.
 * Requests for the same answer wait for the one that is making it.
 */
export function createAnswerCache(mostBytes: number, metrics = createMetrics()) {
  const registers = [metrics]
  const answered = new Counter({
    name: 'marram_answer_cache_total',
    help: 'Answers of cached calls: ready (hit), being made already (joined), or made (miss).',
    labelNames: ['outcome'] as const,
    registers,
  })
  const hits = answered.labels({ outcome: 'hit' })
  const held = new Gauge({ name: 'marram_answer_cache_bytes', help: 'Memory of ready answers.', registers })
  let revision = ''
  const ready = shelf(mostBytes * (1 - SHARE_OF_MANY))
  const ofMany = shelf(mostBytes * SHARE_OF_MANY)
  const bytes = () => ready.bytes() + ofMany.bytes()
  const making = new Map<string, Promise<ReadyAnswer>>()

  const clear = (next: string) => {
    revision = next
    ready.clear()
    ofMany.clear()
    held.set(0)
    making.clear()
  }

  const find = (key: string) => {
    const found = ready.find(key) ?? ofMany.find(key)
    if (found) hits.inc()
    return found
  }

  return {
    /** What is there already. */
    ready: (current: string, key: string) => (current === revision ? find(key) : undefined),

    /** Whether it is there already, for whoever does not ask for it yet. */
    has: (current: string, key: string) => current === revision && (ready.has(key) || ofMany.has(key)),

    /** What `make` throws is not kept. `oneOfMany`: whoever asks can think of any number of keys like this one. */
    async get(
      current: string,
      key: string,
      make: () => Promise<string | Buffer>,
      oneOfMany = false,
    ): Promise<ReadyAnswer> {
      if (current !== revision) clear(current)
      const found = find(key)
      if (found) return found
      const waiting = making.get(key)
      answered.inc({ outcome: waiting ? 'joined' : 'miss' })
      if (waiting) return waiting
      const promise = make().then((made) => {
        const body = typeof made === 'string' ? Buffer.from(made) : made
        const answer = { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
        if (current === revision) (oneOfMany ? ofMany : ready).keep(key, answer)
        held.set(bytes())
        return answer
      })
      making.set(key, promise)
      try {
        return await promise
      } finally {
        if (making.get(key) === promise) making.delete(key)
      }
    },
    bytes,
  }
}
export type AnswerCache = ReturnType<typeof createAnswerCache>

/** The longest unused go first. */
function shelf(mostBytes: number) {
  let bytes = 0
  const kept = new Map<string, ReadyAnswer>()
  return {
    bytes: () => bytes,
    has: (key: string) => kept.has(key),
    clear() {
      bytes = 0
      kept.clear()
    },
    find(key: string): ReadyAnswer | undefined {
      const found = kept.get(key)
      if (!found) return undefined
      kept.delete(key)
      kept.set(key, found)
      return found
    },
    keep(key: string, answer: ReadyAnswer): void {
      bytes += cost(key, answer)
      kept.set(key, answer)
      for (const [oldest, each] of kept) {
        if (bytes <= mostBytes) break
        kept.delete(oldest)
        bytes -= cost(oldest, each)
      }
    },
  }
}
