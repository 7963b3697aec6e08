import type { IncomingMessage, ServerResponse } from 'node:http'
import { isPlainRead } from '@marram/server/answer-before'
import { DATA_HEADERS } from '@marram/server/data-headers'
import { acceptedEncoding, type Encoding } from '@marram/server/encodings'
import type { Answered } from '@marram/server/log-answers'
import { REQUEST_ID } from '@marram/server/request-id'
import { LRUCache } from 'lru-cache'
import type { AnswerCache, ContentRevision, ReadyAnswer } from './response-cache'

/** Where the answer to an address is in the cache, and how it is told: another content may be packed in another way. */
type Place = { key: string; route: string; encoding: Encoding | undefined; revision: string }
type Parts = {
  cache: AnswerCache
  revision: ContentRevision
  idOf: (request: IncomingMessage) => string
  /** Told when an answer was handed to the system, which is all that there is to do for it. */
  onAnswered: (answered: Answered) => void
}

const MOST_ADDRESSES = 5000
const LONGEST_ADDRESS = 300

const newHead = ({ etag, body }: ReadyAnswer, { encoding, revision }: Place): string[] =>
  Object.entries({
    ...DATA_HEADERS,
    ...readyHeaders(etag),
    ...(encoding && { 'content-encoding': encoding }),
    'content-type': JSON_TYPE,
    'content-length': String(body.length),
    'x-content-revision': revision,
  }).flat()

/** Headers of public content that is ready to send. */
export const readyHeaders = (etag: string) => ({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
export const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Answers addresses that were answered before, out of the cache and before the framework does anything with the request.
 * Whatever else it is, it is left to the routes, which answer the same way.
 */
export function readyAnswers({ cache, revision, idOf, onAnswered }: Parts) {
  const places = new LRUCache<string, Place>({ max: MOST_ADDRESSES })
  /** What each says to everybody: names and values in turn. */
  const heads = new WeakMap<ReadyAnswer, string[]>()
  const headOf = (ready: ReadyAnswer, place: Place) => {
    const head = heads.get(ready) ?? newHead(ready, place)
    heads.set(ready, head)
    return head
  }
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
      if (!place || place.revision !== revision.fresh()) return false
      const ready = cache.ready(place.revision, place.key)
      if (!ready) return false
      const startedAt = performance.now()
      const id = idOf(request)
      response.writeHead(200, [...headOf(ready, place), REQUEST_ID, id]).end(ready.body)
      const ms = performance.now() - startedAt
      onAnswered({ method: 'GET', route: place.route, status: 200, ms, request: id })
      return true
    },
  }
}

export type ReadyAnswers = ReturnType<typeof readyAnswers>
