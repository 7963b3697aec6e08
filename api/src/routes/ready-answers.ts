import type { IncomingMessage, ServerResponse } from 'node:http'
import { isPlainRead } from '@marram/service/answer-before'
import { DATA_HEADERS } from '@marram/service/data-headers'
import { acceptedEncoding, type Encoding } from '@marram/service/encodings'
import type { Answered } from '@marram/service/log-answers'
import { REQUEST_ID } from '@marram/service/request-id'
import { LRUCache } from 'lru-cache'
import type { AnswerCache } from '../answer-cache'
import type { ContentRevision } from '../content-revision'

/** Where the answer to an address is in the cache, and how it is told. */
type Place = { key: string; route: string; encoding: Encoding | undefined }
type Parts = {
  cache: AnswerCache
  revision: ContentRevision
  idOf: (request: IncomingMessage) => string
  /** Told when the answer is over, whether or not all of it was sent. */
  onAnswered: (answered: Answered) => void
}

const MOST_ADDRESSES = 5000
const LONGEST_ADDRESS = 300

/** Headers of public content that is ready to send. */
export const readyHeaders = (etag: string) => ({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
export const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Answers addresses that were answered before, out of the cache and before the framework does anything with the request.
 * Whatever else it is, it is left to the routes, which answer the same way.
 */
export function readyAnswers({ cache, revision, idOf, onAnswered }: Parts) {
  const places = new LRUCache<string, Place>({ max: MOST_ADDRESSES })
  const addressOf = ({ url = '', headers }: IncomingMessage) => `${acceptedEncoding(headers['accept-encoding'])} ${url}`
  return {
    /** For a route that has just answered. */
    note(request: IncomingMessage, place: Place): void {
      const address = addressOf(request)
      if (address.length < LONGEST_ADDRESS) places.set(address, place)
    },
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      if (!isPlainRead(request, response)) return false
      const place = places.get(addressOf(request))
      const current = place && revision.fresh()
      const ready = current && cache.ready(current, place.key)
      if (!ready) return false
      const startedAt = performance.now()
      const id = idOf(request)
      const { route, encoding } = place
      response.once('close', () =>
        onAnswered({ method: 'GET', route, status: 200, ms: performance.now() - startedAt, request: id }),
      )
      response
        .writeHead(200, {
          ...DATA_HEADERS,
          ...readyHeaders(ready.etag),
          ...(encoding && { 'content-encoding': encoding }),
          'content-type': JSON_TYPE,
          'content-length': ready.body.length,
          'x-content-revision': current,
          [REQUEST_ID]: id,
        })
        .end(ready.body)
      return true
    },
  }
}

export type ReadyAnswers = ReturnType<typeof readyAnswers>
