import type { DiscoveryDocument } from '@marram/release-contract/discovery'
import type { Logger } from '@marram/server/log'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { RateLimiter } from '../limits/rate-limiter'
import { PublicError, refuse, refusePreview, refuseWith } from '../requests/error-pages'
import type { Preview } from '../requests/page-response'
import { type EdgeSettings, isSecure } from '../settings'
import { PreviewLookup, type Shown, type WithDevSource } from './preview-lookup'
import type { PreviewOrigin } from './preview-origin'
import {
  askForToken,
  previewHeaders as headers,
  isOwnForm,
  NONE_OPEN,
  previewBanner,
  previewCookie,
  refuseLink,
  refuseLookup,
  reloadScript,
  reloadTag,
} from './preview-pages'

type Parts<Live> = {
  compositions: {
    forPreview: (document: DiscoveryDocument) => Promise<Live>
    closePreview: (id: string) => void
  }
  devSources: { with: WithDevSource; allows: (origin: string) => boolean }
  origin: Omit<PreviewOrigin, 'listen'>
  settings: Pick<EdgeSettings, 'RELEASES_URL' | 'MARRAM_ENVIRONMENT' | 'PUBLIC_URL'>
  log: Logger
}
type Link = { Params: { link: string } }
type Following = Link & { Querystring: { to?: string } }
type Opening = Link & { Body: { token?: string; to?: string } | undefined }

const ENTRY = '/releases/preview/'
const EXIT = `${ENTRY}exit`
const MOST_SHOWN = 100
const ATTEMPTS_PER_MINUTE = 10
const MOST_FORM_BYTES = 4096
/** Not cookies: other ports of the host have theirs. */
const forget = { 'clear-site-data': '"storage"' }
/** The same words whatever is wrong with the token: they do not show whether it was one. */
const WRONG = 'This token does not open the preview. Check it, or ask for another one.'

/** Pages for visitors with a signed link. That of a dev source shows nothing before the holder of a token has opened it. */
export function registerPreviews<Live extends { id: string; composition: { id: string } }>(
  app: FastifyInstance,
  { compositions, devSources, origin, settings, log }: Parts<Live>,
) {
  const previews = new PreviewLookup(settings, (...given) => devSources.with(...given))
  const site = settings.PUBLIC_URL
  const cookies = previewCookie(isSecure(origin.url()))
  const previewOf = ({ headers, raw }: FastifyRequest): string | undefined => {
    const link = cookies.read(headers)
    return link !== undefined && origin.isOf(raw, link) ? link : undefined
  }
  const limit = new RateLimiter(ATTEMPTS_PER_MINUTE)
  const shown = new LRUCache<string, string>({ max: MOST_SHOWN })

  app.addHook('onRequest', async ({ raw }, reply) => {
    if (origin.has(raw)) reply.header('x-robots-tag', headers['x-robots-tag'])
  })

  app.get<Following>(`${ENTRY}:link`, async (request, reply) => {
    const { params, query, raw, url } = request
    const to = localPath(query.to)
    reply.headers(headers)
    if (params.link === 'exit' && origin.has(raw)) {
      // For other visitors of the same preview it is opened again with the next page.
      const id = shown.get(previewOf(request) ?? '')
      if (id !== undefined) compositions.closePreview(id)
      return reply.headers({ ...forget, 'set-cookie': cookies.write('', 0) }).redirect(site + to, 303)
    }
    if (!origin.isEntrance(raw) && !origin.isOf(raw, params.link)) return reply.redirect(origin.url() + url, 303)
    return follow(request, reply, to).catch((error) => refuseLookup(reply, error, { log, site }))
  })

  async function follow(request: FastifyRequest<Following>, reply: FastifyReply, to: string): Promise<FastifyReply> {
    const { link } = request.params
    const preview = await previews.about(link, request.ip)
    if (!preview) return refuseLink(reply, site)
    const { what, expiresAt, source, needsToken } = preview
    if (source && !devSources.allows(source.origin)) {
      log.warn({ origin: source.origin }, 'a preview names a dev source that is not in PREVIEW_HOSTS')
      return refuseLink(reply, site)
    }
    const isClosed = source !== null && needsToken
    if (origin.isEntrance(request.raw))
      return isClosed ? askForToken(reply, { what, to, leadsTo: origin.all() }) : lead(reply, link, to)
    if (isClosed) return reply.redirect(origin.url() + request.url, 303)
    const seconds = Math.max(0, Math.floor((Date.parse(expiresAt) - Date.now()) / 1000))
    return reply.header('set-cookie', cookies.write(link, seconds)).redirect(to, 303)
  }

  const lead = (reply: FastifyReply, link: string, to: string) =>
    reply.headers(headers).redirect(`${origin.of(link)}${ENTRY}${link}?to=${encodeURIComponent(to)}`, 303)

  // The form that a link to a dev source shows: the registry checks the token, which is stored nowhere.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.post<Opening>(`${ENTRY}:link`, { bodyLimit: MOST_FORM_BYTES }, (request, reply) =>
      openLink(request, reply).catch((error) => refuseLookup(reply, error, { log, site })),
    )
  })

  async function openLink(request: FastifyRequest<Opening>, reply: FastifyReply): Promise<FastifyReply> {
    if (!origin.isEntrance(request.raw)) return refuse(request, reply, 404)
    const { link } = request.params
    const { token = '', to: wanted } = request.body ?? {}
    const preview = await previews.about(link, request.ip)
    if (!preview?.source || !devSources.allows(preview.source.origin)) return refuseLink(reply, site)
    const { what } = preview
    const to = localPath(wanted)
    reply.headers(headers)
    const again = (status: number, complaint: string) =>
      askForToken(reply.code(status), { what, to, leadsTo: origin.all(), complaint })
    if (!isOwnForm(request)) return again(403, 'Another page sent this. Type the token here.')
    if (!limit.allows(request.ip)) {
      reply.header('retry-after', '60')
      return again(429, 'Too many attempts. Wait a minute.')
    }
    const own = await previews.open(link, token.trim())
    if (own === 'away') return again(503, 'The release desk does not answer. Try again in a minute.')
    return own === undefined ? again(403, WRONG) : lead(reply, own, to)
  }

  app.get('/releases/reload.js', (_request, reply) =>
    reply.headers(headers).type('text/javascript; charset=utf-8').send(reloadScript),
  )
  app.get('/releases/preview-shows', async (request, reply) => {
    const link = previewOf(request)
    const preview = link === undefined ? undefined : await previews.whole(link, request.ip)
    if (!preview) return refuse(request, reply, 404)
    try {
      return reply.headers(headers).send({ id: (await compositions.forPreview(preview.document)).id })
    } catch (error) {
      if (error instanceof PublicError) return refuseWith(reply, 503, error.message, 5)
      throw error
    }
  })

  /** The preview that this browser has open: it has followed the link, and used a token where that is needed. */
  async function openOf(request: FastifyRequest): Promise<Shown | undefined> {
    const link = previewOf(request)
    const preview = link === undefined ? undefined : await previews.about(link, request.ip)
    return preview?.needsToken ? undefined : preview
  }

  const pageOf = (preview: Shown, link: string): Preview<Live> => ({
    async composition() {
      const live = await compositions.forPreview(preview.document)
      shown.set(link, live.composition.id)
      return live
    },
    headers: { ...headers, 'x-marram-preview': preview.what },
    bannerFor: (path) => previewBanner({ ...preview, exit: `${EXIT}?to=${encodeURIComponent(path)}` }),
    extraTags: (live) => (preview.source ? reloadTag('/releases/preview-shows', live.id) : ''),
    onUnrendered: ({ id }, request, { message }) =>
      log.warn({ composition: id, request, reason: message.split('\n', 1)[0] }, 'a preview was not rendered'),
  })

  return {
    /** For requests to the previews' origin: calls `respond` to send the page of the preview that the visitor has open. */
    async show(
      request: FastifyRequest,
      reply: FastifyReply,
      respond: (preview: Preview<Live>) => Promise<FastifyReply>,
    ): Promise<FastifyReply> {
      const link = previewOf(request)
      if (link === undefined) return refuseLink(reply, site, NONE_OPEN)
      try {
        const preview = await previews.whole(link, request.ip)
        if (preview) return await respond(pageOf(preview, link))
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'a preview cannot be shown')
        const unknown = 'The release desk does not answer, or what it names cannot be used.'
        const reason = error instanceof PublicError ? error.message : unknown
        return refusePreview(reply.headers(headers), reason, `${EXIT}?to=${encodeURIComponent(request.url)}`)
      }
      // It has ended, and so do its processes.
      compositions.closePreview(shown.get(link) ?? '')
      return refuseLink(reply.headers({ ...forget, 'set-cookie': cookies.write('', 0) }), site, NONE_OPEN)
    },

    async mayHave(request: FastifyRequest, origin: string): Promise<boolean> {
      return (await openOf(request))?.source?.origin === origin
    },

    async names(request: FastifyRequest, part: string, version: string): Promise<boolean> {
      const all = new Map(Object.entries((await openOf(request))?.document.microFrontends ?? {}))
      const releases = all.get(part)?.flatMap(({ extras }) => [extras, ...extras.fallbacks])
      return releases?.some((release) => release.version === version) ?? false
    },

    /** Whether the browser has followed a link, whether or not it still holds. */
    isFollowed: (request: FastifyRequest): boolean => previewOf(request) !== undefined,

    /** What the visitor's preview shows, as text; undefined if none is open, or the registry does not respond. */
    async whatOf(request: FastifyRequest): Promise<string | undefined> {
      try {
        return (await openOf(request))?.what
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'the content of a preview cannot be looked up')
        return undefined
      }
    },
  }
}

const HERE = 'http://here.invalid'

/** Never another site, as browsers parse addresses: they ignore tabs, and a path may begin with two slashes. */
function localPath(to = '/'): string {
  if (!URL.canParse(to, HERE)) return '/'
  const { origin, pathname, search, hash } = new URL(to, HERE)
  return origin === HERE && !pathname.startsWith('//') ? pathname + search + hash : '/'
}
