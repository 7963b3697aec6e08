import { createHash } from 'node:crypto'
import { createMetrics } from '@marram/service/metrics'
import { Counter, Gauge } from 'prom-client'

/** Of an entry besides its key and its body. */
const ENTRY_BYTES = 300
const cost = (key: string, { body }: ReadyAnswer) => body.length + 2 * key.length + ENTRY_BYTES

export type ReadyAnswer = { body: Buffer; etag: string }

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
  let bytes = 0
  const ready = new Map<string, ReadyAnswer>()
  const making = new Map<string, Promise<ReadyAnswer>>()

  const clear = (next: string) => {
    revision = next
    bytes = 0
    held.set(bytes)
    ready.clear()
    making.clear()
  }

  const keep = (key: string, answer: ReadyAnswer) => {
    bytes += cost(key, answer)
    ready.set(key, answer)
    for (const [oldest, kept] of ready) {
      if (bytes <= mostBytes) break
      ready.delete(oldest)
      bytes -= cost(oldest, kept)
    }
    held.set(bytes)
  }

  const find = (key: string) => {
    const found = ready.get(key)
    if (!found) return undefined
    hits.inc()
    ready.delete(key)
    ready.set(key, found)
    return found
  }

  return {
    /** What is there already. */
    ready: (current: string, key: string) => (current === revision ? find(key) : undefined),

    /** What `make` throws is not kept. */
    async get(current: string, key: string, make: () => Promise<string | Buffer>): Promise<ReadyAnswer> {
      if (current !== revision) clear(current)
      const found = find(key)
      if (found) return found
      const waiting = making.get(key)
      answered.inc({ outcome: waiting ? 'joined' : 'miss' })
      if (waiting) return waiting
      const promise = make().then((made) => {
        const body = typeof made === 'string' ? Buffer.from(made) : made
        const answer = { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
        if (current === revision) keep(key, answer)
        return answer
      })
      making.set(key, promise)
      try {
        return await promise
      } finally {
        if (making.get(key) === promise) making.delete(key)
      }
    },
    bytes: () => bytes,
  }
}
export type AnswerCache = ReturnType<typeof createAnswerCache>
