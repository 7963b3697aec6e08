import { createHash } from 'node:crypto'
import { acceptedEncoding, encode } from '@marram/service/encodings'
import type { Logger } from '@marram/service/log'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Compositions } from './compositions'
import type { EdgeSettings } from './environment'
import { htmlDocument } from './html-document'
import { configurationOf, type LiveComposition, type OwnedPage, ownerOf } from './live-composition'
import { documentHeaders } from './policy'
import type { RenderedPage } from './render-messages'
import type { RenderPool } from './render-pool'
import { visitorCookie, visitorOf } from './visitor'

/** What is down is mostly back by then, and crawlers keep what they know of a page. */
const RETRY_AFTER_S = 30

type Parts = {
  compositions: Pick<Compositions, 'forVisitor'>
  pool: Pick<RenderPool, 'render'>
  settings: Pick<EdgeSettings, 'MEDIA_HOST' | 'PUBLIC_URL'>
  log: Logger
  extraTags?: string
}

/** Answers every URL that is a page. */
export function pageHandler({ compositions, pool, settings, log, extraTags = '' }: Parts) {
  const configuration = configurationOf(settings)

  /** The page, or the frame with the reason where the page could not be rendered in time. */
  async function rendered(
    live: LiveComposition,
    owner: OwnedPage | undefined,
    url: string,
  ): Promise<{ page: RenderedPage; outcome: string }> {
    const frame = { ...live.frame, status: frameStatus(live, owner) }
    if (owner?.page.requiresLogin || owner?.page.private) return { page: frame, outcome: 'frame; by design' }
    const startedAt = performance.now()
    try {
      const page = await pool.render(live.id, `http://edge.invalid${url}`)
      return { page, outcome: `server; dur=${(performance.now() - startedAt).toFixed(1)}` }
    } catch (error) {
      const { name, message } = error as Error
      log.error(
        {
          composition: live.id,
          pattern: owner?.page.pattern,
          section: owner?.section,
          reason: message.split('\n').slice(0, 4).join(' '),
        },
        'a page was not rendered: sending the frame',
      )
      return { page: frame, outcome: name === 'RenderTimeout' ? 'frame; late' : 'frame; failed' }
    }
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { asked, path, search } = addressOf(request.url)
    if (asked !== path) return reply.redirect(path + search, 308)
    const visitor = visitorOf(request.headers.cookie)
    const live = await compositions.forVisitor(visitor.id)
    const owner = ownerOf(live, path)
    const { page, outcome } = await rendered(live, owner, path + search)
    reply.headers({
      ...documentHeaders,
      'content-security-policy': live.policy,
      'x-marram-composition': live.id,
      'x-marram-render': outcome,
      'cache-control': 'private, no-cache',
      vary: 'cookie, accept-encoding',
    })
    if (page.status === 503) reply.header('retry-after', RETRY_AFTER_S)
    if (owner?.page.private) reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    if (visitor.isNew) reply.header('set-cookie', visitorCookie(visitor.id, settings.PUBLIC_URL.startsWith('https:')))
    if (page.location !== undefined) return reply.redirect(page.location, page.status)
    return sendHtml(request, reply, page.status, htmlDocument({ live, page, owner, configuration, extraTags }))
  }
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

async function sendHtml(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  html: string,
): Promise<FastifyReply> {
  const etag = `"${createHash('sha1').update(html).digest('base64url')}"`
  reply.code(status).header('etag', etag).type('text/html; charset=utf-8')
  if (status === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send()
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  if (encoding) return reply.header('content-encoding', encoding).send(await encode(html, encoding))
  return reply.send(html)
}
