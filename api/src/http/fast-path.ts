import type { IncomingMessage, ServerResponse } from 'node:http'
import { CONTENT_REVISION, DATA_HEADERS } from '@marram/server/data-headers'
import { acceptedEncoding, type Encoding } from '@marram/server/encodings'
import { isPlainRead } from '@marram/server/fast-path'
import type { SentResponse } from '@marram/server/log-responses'
import { REQUEST_ID } from '@marram/server/request-id'
import { LRUCache } from 'lru-cache'
import type { CachedResponse, ContentRevision, ResponseCache } from './response-cache'

/** The cache key of an address, and its encodings in this revision. */
type Place = { key: string; route: string; encoding: Encoding | undefined; revision: string }
type Parts = {
  cache: ResponseCache
  revision: ContentRevision
  idOf: (request: IncomingMessage) => string
  /** Called for each response that was sent. */
  onSent: (sent: SentResponse) => void
}

const MOST_ADDRESSES = 5000
const LONGEST_ADDRESS = 300

const newHead = ({ etag, body }: CachedResponse, { encoding, revision }: Place): string[] =>
  Object.entries({
    ...DATA_HEADERS,
    ...cachedHeaders(etag),
    ...(encoding && { 'content-encoding': encoding }),
    'content-type': JSON_TYPE,
    'content-length': String(body.length),
    [CONTENT_REVISION]: revision,
  }).flat()

export const cachedHeaders = (etag: string) => ({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
export const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends cached responses before the framework sees the request. The routes handle all other requests. */
export function fastPath({ cache, revision, idOf, onSent }: Parts) {
  const places = new LRUCache<string, Place>({ max: MOST_ADDRESSES })
  const addressOf = ({ url = '', headers }: IncomingMessage) => `${acceptedEncoding(headers['accept-encoding'])} ${url}`
  return {
    /** For a route that has just sent a response. */
    note(request: IncomingMessage, place: Place): void {
      const address = addressOf(request)
      if (address.length < LONGEST_ADDRESS) places.set(address, place)
    },
    respond(request: IncomingMessage, response: ServerResponse): boolean {
      if (!isPlainRead(request, response)) return false
      const place = places.get(addressOf(request))
      if (!place || place.revision !== revision.fresh()) return false
      const ready = cache.cached(place.revision, place.key)
      if (!ready) return false
      const startedAt = performance.now()
      const id = idOf(request)
      ready.head ??= newHead(ready, place)
      response.writeHead(200, [...ready.head, REQUEST_ID, id]).end(ready.body)
      const ms = performance.now() - startedAt
      onSent({ method: 'GET', route: place.route, status: 200, ms, request: id })
      return true
    },
  }
}

export type FastPath = ReturnType<typeof fastPath>
