import type { IncomingMessage } from 'node:http'
import { declaredSearch } from '@marram/release-contract/patterns'
import type { RenderedPage } from '@marram/rendering/render-messages'
import { RenderBusy, type RenderTimeout } from '@marram/rendering/render-worker'
import { networkAddress } from '@marram/server/client-network'
import { acceptedEncoding, type DictionaryEncoding, type Encoding } from '@marram/server/encodings'
import { hasAlready } from '@marram/server/etag'
import type { FastifyRequest } from 'fastify'
import type { Compositions } from '../compositions/compositions'
import { type LiveComposition, type OwnedPage, ownerOf } from '../compositions/live-composition'
import type { Deltas } from '../release-files/deltas'
import type { RenderPool } from '../rendering/render-pool'
import type { FromMemory, Outcome, PageRecord, PageResponse, Preview } from '../requests/page-response'
import { visitorCookie, visitorOf } from '../requests/visitor'
import { type EdgeSettings, isSecure } from '../settings'
import type { Revision } from './content-watch'
import {
  addressOfMissing,
  type CachedPage,
  type Content,
  cacheabilityOf,
  isOf,
  isOneOfMany,
  missingKey,
  type PageCache,
  pageKey,
  type RenderedEntry,
} from './page-cache'
import { dictionaryHeaders, keepsDictionaries, newIn } from './page-dictionaries'
import { htmlDocument, PageDocument, PageMemo } from './page-document'
import { askedVariant, sharedHeaders } from './shared-caches'

const NO_BYTES = Buffer.alloc(0)
const HTML = 'text/html; charset=utf-8'
/** In seconds, by the status of a page. 429: the API limits the calls of a network by the minute. */
const RETRY_AFTER_S: Record<number, string> = { 503: '30', 429: '60' }
/** An address in normal form and without a query: it is its own path. */
const PLAIN = /^\/(?:[\w-]+(?:\/[\w-]+)*)?$/

export type Unrendered = { live: LiveComposition; owner: OwnedPage | undefined; request: string }

type Parts = {
  compositions: Pick<Compositions, 'forVisitor' | 'cachedFor' | 'unusableFor'>
  pool: Pick<RenderPool, 'render'>
  settings: Pick<EdgeSettings, 'PUBLIC_URL'>
  cache: Pick<PageCache<PageDocument>, 'get' | 'fresh'>
  deltas: Pick<Deltas, 'from'>
  /** How long a page is kept whose content has no revision. */
  briefMs: number
  /** Whether the registry responds: otherwise another composition may be live by now. */
  registry: { readonly reachable: boolean }
  isOfPreviews: (request: IncomingMessage) => boolean
  /** Returns the section in whose file it threw, if that is known. */
  onUnrendered: (page: Unrendered, error: Error) => string | undefined
  onRendered: (live: LiveComposition, owner: OwnedPage | undefined, outcome: Outcome, ms: number) => void
  commonHeaders: Record<string, string>
  extraTags?: ((live: LiveComposition) => string) | undefined
}

/** `request` is the id of the request and `client` its network; others may get the page as well. */
type Wanted = Unrendered & {
  path: string
  search: string
  client: string
  host: string | undefined
  preview?: Preview<LiveComposition> | undefined
  /** The variant that an HTTP cache in front may keep the page of. */
  asked?: string | undefined
  /** Whether the browser may keep the page as a dictionary. */
  keeps?: boolean
}
type Found = CachedPage<PageDocument> | { page: PageDocument; outcome: 'none' }

/** From a request to its page. `fromMemory` takes the same steps without waiting, for what most visitors ask for. */
export function pagePipeline(parts: Parts) {
  const { compositions, pool, settings, cache, deltas, registry, onUnrendered, onRendered } = parts
  const secure = isSecure(settings.PUBLIC_URL)
  const appShells = new PageMemo<PageDocument>()
  /** By body: a page belongs to one composition, and must not hold on to a closed one. */
  const responses = new WeakMap<Buffer, PageResponse & { host: string | undefined }>()
  const keptResponses: typeof responses = new WeakMap()

  /** The response if everything it needs is in memory, it is a whole page, and nothing about it is unusual. */
  function fromMemory(request: IncomingMessage): FromMemory | undefined {
    const { url: path = '' } = request
    if (!PLAIN.test(path) || parts.isOfPreviews(request) || !registry.reachable) return undefined
    // A cache gets headers that browsers do not.
    if (askedVariant(request.headers) !== undefined) return undefined
    // It gets what is new in the page.
    if (request.headers['available-dictionary'] !== undefined) return undefined
    const visitor = visitorOf(request)
    const live = compositions.cachedFor(visitor.id)
    if (!live) return undefined
    const page = cache.fresh(pageKey(live, path, ''))
    if (page?.status !== 200) return undefined
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    const body = page.encodedIn(encoding)
    if (!body) return undefined
    const { host } = request.headers
    const keeps = keepsDictionaries(request.headers)
    const memo = keeps ? keptResponses : responses
    let response = memo.get(body)
    if (!response || response.host !== host) {
      const owner = ownerOf(live, path)
      const head = headOf({ live, owner, path, host, keeps }, { page, outcome: 'hit' }, encoding)
      const record = { ...recordOf(live, owner), origin: page.origin, cache: 'hit' }
      response = { status: page.status, head: [...head, 'content-length', String(body.length)], body, record, host }
      memo.set(body, response)
    }
    return { page: response, cookie: visitor.isNew ? visitorCookie(visitor.id, secure) : undefined }
  }

  /** The response to any request for a page. Throws if there is no composition to serve it from. */
  async function respond(request: FastifyRequest, preview?: Preview<LiveComposition>): Promise<PageResponse> {
    const { written, path, search } = addressOf(request.url)
    if (written !== path)
      return { status: 308, location: path + search, head: Object.entries(preview?.headers ?? {}).flat() }
    const visitor = preview ? undefined : visitorOf(request.raw)
    const live = preview ? await preview.composition() : await compositions.forVisitor(visitor?.id ?? '')
    const owner = ownerOf(live, path)
    const wanted: Wanted = {
      live,
      owner,
      path,
      // In a preview too, which shows what would be live.
      search: declaredSearch(owner?.page.query, search),
      request: request.id,
      client: networkAddress(request.ip),
      host: request.headers.host,
      preview,
    }
    wanted.keeps = PLAIN.test(path) && wanted.search === '' && keepsDictionaries(request.headers)
    // Clients can invent any number of other addresses, which would fill the cache that asks. A new visitor gets a cookie.
    if (owner && visitor?.isNew === false && !isOneOfMany(owner, path, search))
      wanted.asked = askedVariant(request.headers)
    const record: PageRecord = recordOf(live, preview ? undefined : owner)
    record.isPreview = preview !== undefined
    if (visitor) record.unusable = compositions.unusableFor(visitor.id)
    // Visitors who get no page keep their cookie too, or a slow candidate would lose its visitors.
    const cookie = visitor?.isNew ? visitorCookie(visitor.id, secure) : undefined
    const found = await pageOf(wanted).catch((error) => {
      if (!(error instanceof RenderBusy)) throw error
    })
    if (!found) return { status: 503, cookie, head: [], record }
    const { page } = found
    record.origin = page.origin
    record.thrownBy = page.thrownBy
    if (!preview) record.cache = found.outcome
    const { status, location } = page
    if (location !== undefined) return { status, cookie, location, head: headOf(wanted, found), record }
    if (status === 200 && !preview && hasAlready(request.headers['if-none-match'], page.etag))
      return { status: 304, cookie, head: headOf(wanted, found), record }
    const delta =
      wanted.keeps && !preview
        ? await newIn(page, request.headers, deltas, (other) => cache.fresh(pageKey(live, other, '')))
        : undefined
    if (delta) return { status, cookie, head: headOf(wanted, found, delta.encoding), body: delta.body, record }
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    return { status, cookie, head: headOf(wanted, found, encoding), body: await page.in(encoding), record }
  }

  /** Pages of previews are not cached. Personal pages and those behind a login are neither rendered nor cached. */
  async function pageOf(wanted: Wanted): Promise<Found> {
    const { live, owner, path, search, preview } = wanted
    if (owner?.page.requiresLogin || owner?.page.private)
      return { page: appShellOf(wanted, 'by design'), outcome: 'none' }
    if (preview) return { page: (await render(wanted, {})).page, outcome: 'none' }
    const key = owner ? pageKey(live, path, search) : missingKey(live)
    return cache.get(key, (content) => render(wanted, content), wanted.client)
  }

  async function render(wanted: Wanted, { revision, changes }: Partial<Content>): Promise<RenderedEntry<PageDocument>> {
    const { live, owner, path, search, request, client, preview } = wanted
    const startedAt = performance.now()
    try {
      const from = { request, client, ...(revision && { content: { revision, changes: changes ?? 0 } }) }
      const address = owner ? path + search : addressOfMissing(live)
      // A page without an owner is the shell's.
      const ask = { url: `http://edge.invalid${address}`, section: owner?.section, pattern: owner?.page.pattern ?? '*' }
      const page = await pool.render(live.composition.id, ask, from)
      const ms = performance.now() - startedAt
      if (!preview) onRendered(live, owner, 'server', ms)
      return entryOf(wanted, page, { ms, revision })
    } catch (error) {
      const isBusy = error instanceof RenderBusy
      let thrownBy: string | undefined
      const outcome = isBusy ? 'busy' : (error as Error).name === 'RenderTimeout' ? 'late' : 'failed'
      if (preview) preview.onUnrendered(live, request, error as Error)
      else {
        onRendered(live, owner, outcome, performance.now() - startedAt)
        if (isBusy) throw error
        thrownBy = onUnrendered(wanted, error as Error)
      }
      const later = (error as Partial<RenderTimeout>).later?.then((page) =>
        entryOf(wanted, page, { ms: performance.now() - startedAt, revision }),
      )
      // Whoever caches pages may have no use for it.
      later?.catch(() => {})
      return { page: appShellOf(wanted, outcome, thrownBy), cacheability: 'none', bytes: 0, ofContent: false, later }
    }
  }

  function entryOf(wanted: Wanted, page: RenderedPage, at: { ms: number; revision: Revision }) {
    const { owner, path, search, preview } = wanted
    const document = documentOf(wanted, page, preview ? 'server' : `server; dur=${at.ms.toFixed(1)}`)
    // The API has received too many calls from this network.
    const forOne = page.status === 429
    const cacheability = cacheabilityOf(page, at.revision)
    if (!preview && !forOne) document.shared = { cacheability, revision: at.revision }
    return {
      page: document,
      cacheability,
      bytes: document.bytes,
      ofContent: isOf(page, at.revision),
      forOne,
      oneOfMany: owner !== undefined && (page.status !== 200 || isOneOfMany(owner, path, search)),
    }
  }

  /** The composition's app shell for a page. It depends on the pattern and not on the address. */
  function appShellOf(wanted: Wanted, why: string, thrownBy?: string): PageDocument {
    const { live, owner, preview } = wanted
    // Not found without an owner; unavailable where its owner has no release that can be used.
    const status = !owner ? 404 : live.sections[owner.section] ? live.appShell.status : 503
    const page = { ...live.appShell, status }
    if (preview) return documentOf(wanted, page, 'frame')
    return appShells.get({ live, owner, kind: `${why} ${thrownBy ?? ''}` }, () =>
      Object.assign(documentOf(wanted, page, `frame; ${why}`), { thrownBy }),
    )
  }

  function documentOf({ live, owner, path, preview }: Wanted, page: RenderedPage, origin: string): PageDocument {
    if (page.location !== undefined) return new PageDocument(page.status, NO_BYTES, origin, page.location)
    const banner = preview?.bannerFor(path)
    const extraTags = (preview ?? parts).extraTags?.(live)
    return new PageDocument(page.status, htmlDocument({ live, page, owner, extraTags, banner }), origin)
  }

  function headOf(
    {
      live,
      owner,
      path,
      host,
      preview,
      asked,
      keeps,
    }: Pick<Wanted, 'live' | 'owner' | 'path' | 'host' | 'preview' | 'asked' | 'keeps'>,
    found: Found,
    encoding?: Encoding | DictionaryEncoding | undefined,
  ): string[] {
    const { page, outcome } = found
    const retryAfter = RETRY_AFTER_S[page.status]
    const stale = [!registry.reachable && 'composition', 'stale' in found && found.stale].filter(Boolean)
    const ofLiveSite = {
      'x-marram-cache': outcome,
      'cache-control': 'private, no-cache',
      ...(stale.length > 0 && { 'x-marram-stale': stale.join(', ') }),
      ...(retryAfter && { 'retry-after': retryAfter }),
      ...(owner?.page.private && { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }),
      ...(page.location === undefined && { etag: page.etag }),
      ...(stale.length === 0 && sharedHeaders(live, asked, page.shared, parts.briefMs)),
      ...(keeps && dictionaryHeaders(path, page)),
    }
    return Object.entries({
      ...parts.commonHeaders,
      'content-security-policy': live.policy(host),
      'x-marram-composition': live.id,
      'x-marram-render': page.origin,
      vary: 'cookie, accept-encoding',
      ...(preview?.headers ?? ofLiveSite),
      ...(page.location === undefined && { 'content-type': HTML }),
      ...(encoding && { 'content-encoding': encoding }),
    }).flat()
  }

  return { fromMemory, respond }
}

const recordOf = (live: LiveComposition, owner: OwnedPage | undefined): PageRecord => ({
  composition: live.id,
  versions: live.versions,
  owner,
  isStopped: owner !== undefined && live.composition.sections[owner.section]?.stopped !== undefined,
  origin: undefined,
  cache: undefined,
  unusable: {},
})

/** The path as written and in normal form: no steps (`/../`), no slash at its end, one at its start: `//` is another site. */
function addressOf(url: string): { written: string; path: string; search: string } {
  const written = url.split('?', 1)[0] as string
  const { pathname, search } = new URL(`http://edge.invalid${url}`)
  return { written, path: `/${pathname.replace(/^\/+|\/+$/g, '')}`, search }
}
