import axios, { type AxiosAdapter, type AxiosResponse } from 'axios'
import { LRUCache } from 'lru-cache'
import type { KnownContent } from './render-calls'

type Cached = Pick<AxiosResponse<string>, 'data' | 'status' | 'statusText' | 'headers'>

/** Size for each shell that is open in a process. */
const MAX_BYTES = 6 * 1024 * 1024
/** Clients can invent any number of addresses, which have a separate, smaller cache. */
const MAX_BYTES_OF_TYPED = 2 * 1024 * 1024
/** Estimate for an entry without its texts. */
const ENTRY_BYTES = 2000

/**
 * Sends calls on a server. No visitor is logged in here, so a response is cached for all until the content changes.
 * Texts are cached and not objects, since a loader may change what it gets.
 */
export function cacheResponses(contentNow: () => KnownContent | undefined): AxiosAdapter {
  const send: AxiosAdapter = async (config) => {
    const asText = {
      adapter: 'fetch',
      fetchOptions: { redirect: 'manual' },
      responseType: 'text',
      validateStatus: () => true,
    } as const
    return withoutRedirect(await axios.request<string>({ ...config, ...asText }))
  }
  const cache = cacheOf(MAX_BYTES)
  const cacheOfTyped = cacheOf(MAX_BYTES_OF_TYPED)
  let latest = 0
  return async (config) => {
    const content = contentNow()
    if (!content || config.method !== 'GET') return send(config)
    const { revision, changes } = content
    if (changes > latest) {
      cache.clear()
      cacheOfTyped.clear()
      latest = changes
    }
    const key = config.url as string
    // A slow render may still be for the previous content.
    const cached = changes === latest ? (cache.get(key) ?? cacheOfTyped.get(key)) : undefined
    if (cached) return { ...cached, config }
    const response: AxiosResponse<string> = await send(config)
    if (changes === latest && isCacheable(response, revision)) {
      const { data, status, statusText, headers } = response
      const isTyped = key.includes('?') || status !== 200
      ;(isTyped ? cacheOfTyped : cache).set(key, { data, status, statusText, headers })
    }
    return response
  }
}

/** A redirect could lead to a service that only this machine reaches. The edge sends browsers 502, too. */
function withoutRedirect(response: AxiosResponse<string>): AxiosResponse<string> {
  if (response.status < 300 || response.status >= 400) return response
  return { ...response, status: 502, data: '', headers: {} }
}

/** Only our own API names a revision, and its status is its code. A 404 is valid until the content changes. */
const isCacheable = ({ status, headers }: AxiosResponse<string>, revision: string) =>
  (status === 200 || status === 404) && headers['x-content-revision'] === revision

const cacheOf = (bytes: number) =>
  new LRUCache<string, Cached>({
    maxSize: bytes,
    sizeCalculation: ({ data }, key) => 2 * (data.length + key.length) + ENTRY_BYTES,
  })
