import type { RenderedPage } from '@marram/rendering/render-messages'
import { networkAddress } from '@marram/server/client-network'
import { acceptedEncoding } from '@marram/server/encodings'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Compositions } from '../compositions/compositions'
import { documentHeaders } from '../compositions/content-security-policy'
import {
  configurationOf,
  type LiveComposition,
  type OwnedPage,
  ownerOf,
  pageAsk,
} from '../compositions/live-composition'
import { visitorCookie, visitorOf } from '../compositions/visitor'
import type { RenderPool } from '../rendering/render-pool'
import { RenderBusy } from '../rendering/section-processes'
import type { EdgeSettings } from '../settings'
import { type Faults, renderFault } from '../telemetry/faults'
import type { PageMetrics } from '../telemetry/page-metrics'
import { isOf, lifeOf } from './cacheability'
import { refuse } from './error-pages'
import { htmlDocument } from './html-document'
import type { Answer, Content, Made, PageCache } from './page-cache'
import { PageDocument } from './page-document'
import { addressOfNobody, declaredSearch, isOneOfMany, missingKey, pageKey } from './page-key'
import { RecentlyMade } from './page-memo'
import { notePage, notePutOff, noteUnusable } from './page-record'

const NOTHING = Buffer.alloc(0)
export const HTML = 'text/html; charset=utf-8'
/** What is down is mostly back by then, and crawlers keep what they know of a page. */
const RETRY_AFTER_S = 30
/** The API has counted too many calls of the visitor's network in one minute. */
const TOO_MANY = 429
const COUNTED_S = 60

type Parts = {
  compositions: Pick<Compositions, 'forVisitor' | 'unusableFor'>
  pool: Pick<RenderPool, 'render'>
  settings: Pick<EdgeSettings, 'MEDIA_HOST' | 'PUBLIC_URL'>
  cache: Pick<PageCache<PageDocument>, 'get'>
  /** Whether the registry answers: otherwise another composition may be live by now. */
  registry: { readonly reachable: boolean }
  faults: Pick<Faults, 'tell'>
  metrics: Pick<PageMetrics, 'rendered'>
  extraTags?: string
}
/** `request` is the id of the one that asks and `client` the network; others may get the page as well. */
type Asked = {
  live: LiveComposition
  owner: OwnedPage | undefined
  path: string
  search: string
  request: string
  client: string
}

/** Answers every URL that is a page. */
export function pageHandler({ compositions, pool, settings, cache, registry, faults, metrics, extraTags = '' }: Parts) {
  const configuration = configurationOf(settings)

  const documentOf = ({ live, owner }: Asked, page: RenderedPage, origin: string): PageDocument => {
    const html = page.location === undefined ? htmlDocument({ live, page, owner, configuration, extraTags }) : NOTHING
    return new PageDocument(page.status, html, origin, page.location)
  }
  const frames = new RecentlyMade<PageDocument>()

  /** The composition's frame for a page. It has nothing of the address, so it is made once for each pattern. */
  function frameOf(asked: Asked, why: string): PageDocument {
    const { live, owner } = asked
    return frames.get({ live, owner, kind: why }, () =>
      documentOf(asked, { ...live.frame, status: frameStatus(live, owner) }, `frame; ${why}`),
    )
  }

  /** The page, or the frame where the page could not be rendered in time. */
  async function render(asked: Asked, { revision, changes }: Content): Promise<Made<PageDocument>> {
    const { live, owner, path, search, request, client } = asked
    const startedAt = performance.now()
    try {
      const from = { request, client, ...(revision && { content: { revision, changes } }) }
      const address = owner ? path + search : addressOfNobody(live)
      const page = await pool.render(live.renderName, pageAsk(owner, address), from)
      const ms = performance.now() - startedAt
      metrics.rendered(live, owner, 'server', ms)
      const document = documentOf(asked, page, `server; dur=${ms.toFixed(1)}`)
      return {
        page: document,
        life: lifeOf(page, revision),
        bytes: document.bytes,
        ofContent: isOf(page, revision),
        forOne: page.status === TOO_MANY,
        oneOfMany: owner !== undefined && (page.status !== 200 || isOneOfMany(owner, path, search)),
      }
    } catch (error) {
      const outcome = outcomeOf(error as Error)
      metrics.rendered(live, owner, outcome, performance.now() - startedAt)
      if (outcome === 'busy') throw error
      void faults.tell('server', renderFault(asked, error as Error), 'a page was not rendered: sending the frame')
      return { page: frameOf(asked, outcome), life: 'none', bytes: 0, ofContent: false }
    }
  }

  /** Personal pages and those behind a login are neither rendered nor kept. */
  async function answerTo(asked: Asked): Promise<Answer<PageDocument> | { page: PageDocument; outcome: 'none' }> {
    const { live, owner, path, search } = asked
    if (owner?.page.requiresLogin || owner?.page.private) return { page: frameOf(asked, 'by design'), outcome: 'none' }
    const key = owner ? pageKey(live, path, search) : missingKey(live)
    return cache.get(key, (content) => render(asked, content), asked.client)
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { asked, path, search } = addressOf(request.url)
    if (asked !== path) return reply.redirect(path + search, 308)
    const visitor = visitorOf(request.raw)
    const live = await compositions.forVisitor(visitor.id)
    const owner = ownerOf(live, path)
    notePage(request, owner)
    noteUnusable(request, compositions.unusableFor(visitor.id))
    const answer = await answerTo({
      live,
      owner,
      path,
      search: declaredSearch(owner, search),
      request: request.id,
      client: networkAddress(request.ip),
    }).catch(unlessBusy)
    // Also who is put off comes back as the same visitor, or a candidate that is slow would lose those it has.
    if (visitor.isNew) reply.header('set-cookie', visitorCookie(visitor.id, settings.PUBLIC_URL.startsWith('https:')))
    if (!answer) {
      notePutOff(request, live)
      // A frame would only make the browser ask for more.
      return refuse(request, reply, 503)
    }
    const { page, outcome } = answer
    const stale = [!registry.reachable && 'composition', 'stale' in answer && answer.stale].filter(Boolean)
    reply.headers(pageHeaders(live, page, outcome))
    if (stale.length > 0) reply.header('x-marram-stale', stale.join(', '))
    if (page.status === 503) reply.header('retry-after', RETRY_AFTER_S)
    if (page.status === TOO_MANY) reply.header('retry-after', COUNTED_S)
    if (owner?.page.private) reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    if (page.location !== undefined) return reply.redirect(page.location, page.status)
    return sendDocument(request, reply, page)
  }
}

/** What a page says to everybody: `outcome` is whether it was kept. */
export const pageHeaders = (live: LiveComposition, page: PageDocument, outcome: string): Record<string, string> => ({
  ...documentHeaders,
  'content-security-policy': live.policy,
  'x-marram-composition': live.id,
  'x-marram-render': page.origin,
  'x-marram-cache': outcome,
  'cache-control': 'private, no-cache',
  vary: 'cookie, accept-encoding',
})

const outcomeOf = (error: Error) =>
  error instanceof RenderBusy ? 'busy' : error.name === 'RenderTimeout' ? 'late' : 'failed'

/** Undefined where there are more pages to render than can be. */
function unlessBusy(error: unknown): undefined {
  if (!(error instanceof RenderBusy)) throw error
}

/** Not found where nobody owns the address; for later where its owner has nothing that can be shown. */
function frameStatus(live: LiveComposition, owner: OwnedPage | undefined): number {
  if (!owner) return 404
  return live.sections[owner.section] ? live.frame.status : 503
}

/**
 * The address as it was asked for and as it is written properly: steps (`/../`) taken, no slash at the end,
 * one at the start. A browser takes `//name` or `/\\name` for another site.
 */
function addressOf(url: string): { asked: string; path: string; search: string } {
  const asked = url.split('?', 1)[0] as string
  const { pathname, search } = new URL(`http://edge.invalid${url}`)
  return { asked, path: `/${pathname.replace(/^\/+|\/+$/g, '')}`, search }
}

async function sendDocument(request: FastifyRequest, reply: FastifyReply, page: PageDocument): Promise<FastifyReply> {
  const { status, etag } = page
  reply.code(status).headers({ etag, 'content-type': HTML })
  if (status === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send()
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(await page.in(encoding))
}
