import { LRUCache } from 'lru-cache'

type Options<Value extends object | string | true> = {
  max: number
  ttl: number
  fetchMethod?: (key: string, last: Value | undefined) => Promise<Value | undefined>
}

/** A cache of at most `max` entries, each for `ttl` milliseconds; the longest unused go first. */
export const expiringCache = <Value extends object | string | true>(options: Options<Value>) =>
  new LRUCache<string, Value>({
    ...options,
    // It reads its own clock once a millisecond, from before a test replaced it, and takes 0 for no time.
    ttlResolution: 0,
    perf: { now: () => performance.now() + 1 },
  })
