import type { IncomingMessage, ServerResponse } from 'node:http'
import { acceptedEncoding, type Encoding } from '@marram/server/encodings'
import { isPlainRead } from '@marram/server/fast-path'
import type { SentResponse } from '@marram/server/log-responses'
import { REQUEST_ID } from '@marram/server/request-id'
import { headersOfPages, isSecure } from './common-headers'
import type { Compositions } from './compositions'
import type { EdgeSettings } from './environment'
import { type LiveComposition, type OwnedPage, ownerOf } from './live-composition'
import type { PageCache } from './page-cache'
import type { PageDocument } from './page-document'
import { HTML, pageHeaders } from './page-handler'
import { pageKey } from './page-key'
import { previewOf } from './previews/preview-cookie'
import { visitorCookie, visitorOf } from './visitor'

type Parts = {
  compositions: Pick<Compositions, 'readyFor'>
  cache: Pick<PageCache<PageDocument>, 'ready'>
  registry: { readonly reachable: boolean }
  settings: Pick<EdgeSettings, 'PUBLIC_URL'>
  idOf: (request: IncomingMessage) => string
  /** Told when an answer was handed to the system, which is all that there is to do for it. */
  onAnswered: (answered: SentResponse, page: ReadyPage) => void
}
export type ReadyPage = { live: LiveComposition; owner: OwnedPage | undefined; page: PageDocument }
/** `heads` is what is the same for everybody, by body: names and values in turn. */
type Known = ReadyPage & { heads: WeakMap<Buffer, string[]> }

/** An address that is written properly and has no query: it is its own path. */
const PLAIN = /^\/(?:[\w-]+(?:\/[\w-]+)*)?$/
/** Under which pages are counted and logged. */
const ROUTE = '/*'

/**
 * Answers what most visitors ask for, a kept page that needs nothing else, before the framework does anything with the
 * request. Whatever is not quite so is left to the page handler, which answers the same way.
 */
export function readyPages(parts: Parts): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { compositions, cache, registry, settings, idOf, onAnswered } = parts
  const common = headersOfPages(settings)
  const secure = isSecure(settings.PUBLIC_URL)
  // The cache keeps pages of compositions that are closed. By both, such a page does not keep its whole composition too.
  const known = new WeakMap<LiveComposition, WeakMap<PageDocument, Known>>()

  const knownOf = (page: PageDocument, live: LiveComposition, path: string): Known => {
    const ofLive = known.get(live) ?? new WeakMap<PageDocument, Known>()
    known.set(live, ofLive)
    const found = ofLive.get(page) ?? { live, page, owner: ownerOf(live, path), heads: new WeakMap() }
    ofLive.set(page, found)
    return found
  }

  function headOf({ live, page, heads }: Known, encoding: Encoding | undefined, body: Buffer): string[] {
    const found = heads.get(body)
    if (found) return found
    const head = Object.entries({
      ...common,
      ...pageHeaders(live, page, 'hit'),
      etag: page.etag,
      'content-type': HTML,
      ...(encoding && { 'content-encoding': encoding }),
      'content-length': String(body.length),
    }).flat()
    heads.set(body, head)
    return head
  }

  return (request, response) => {
    const { url: path = '' } = request
    if (!isPlainRead(request, response) || !PLAIN.test(path) || previewOf(request)) return false
    if (!registry.reachable) return false
    const visitor = visitorOf(request)
    const live = compositions.readyFor(visitor.id)
    if (!live) return false
    const page = cache.ready(pageKey(live, path, ''))
    if (page?.status !== 200) return false
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    const body = page.readyIn(encoding)
    if (!body) return false

    const startedAt = performance.now()
    const id = idOf(request)
    const ready = knownOf(page, live, path)
    const head = [...headOf(ready, encoding, body), REQUEST_ID, id]
    if (visitor.isNew) head.push('set-cookie', visitorCookie(visitor.id, secure))
    response.writeHead(200, head).end(body)
    const ms = performance.now() - startedAt
    onAnswered({ method: 'GET', route: ROUTE, status: 200, ms, request: id }, ready)
    return true
  }
}
