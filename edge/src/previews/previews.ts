import type { Logger } from '@marram/server/log'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Compositions } from '../compositions/compositions'
import type { LiveComposition } from '../compositions/live-composition'
import type { Preview } from '../pages/page-pipeline'
import { DevSourceAway, NotAllowed, type ReleaseSources } from '../releases/dev-sources'
import { wanted } from '../releases/wanted-release'
import { refuse, refusePreview } from '../requests/error-pages'
import type { EdgeSettings } from '../settings'
import { PreviewLookup, type Shown, TooManyLinks } from './preview-lookup'
import { registerPreviewOpening } from './preview-opening'
import {
  askForToken,
  previewHeaders as headers,
  previewBanner,
  previewCookie,
  previewOf,
  refuseLink,
  refuseLookup,
  reloadScript,
  reloadTag,
} from './preview-pages'

type Parts = {
  compositions: Pick<Compositions, 'forPreview' | 'closePreview'>
  devSources: Pick<ReleaseSources, 'with' | 'allows'>
  settings: Pick<EdgeSettings, 'RELEASES_URL' | 'MARRAM_ENVIRONMENT' | 'PUBLIC_URL'>
  log: Logger
}

type Following = { Params: { link: string }; Querystring: { to?: string } }

const ENTRY = '/releases/preview/'
const EXIT = `${ENTRY}exit`
const MOST_SHOWN = 100

/**
 * Pages for visitors who followed a signed link: rendered from what the link names, for their browser alone. The registry
 * says what that is, so a link that has expired shows nothing. Where a dev source serves a part, the link
 * alone shows nothing either: the holder of a token opens it once.
 */
export function registerPreviews(app: FastifyInstance, { compositions, devSources, settings, log }: Parts) {
  const previews = new PreviewLookup(settings, devSources)
  const cookie = previewCookie(settings)

  /** What each link last showed, so that its processes can end with it. */
  const shown = new LRUCache<string, string>({ max: MOST_SHOWN })

  /** For others who look at the same preview it is opened again with the next page. */
  function closeShown(request: FastifyRequest): void {
    const name = shown.get(previewOf(request) ?? '')
    if (name !== undefined) compositions.closePreview(name)
  }

  function admit(reply: FastifyReply, { link, expiresAt, to }: { link: string; expiresAt: string; to: string }) {
    const seconds = Math.max(0, Math.floor((Date.parse(expiresAt) - Date.now()) / 1000))
    return reply.headers(headers).header('set-cookie', cookie(link, seconds)).redirect(to, 303)
  }

  app.get<Following>(`${ENTRY}:link`, async (request, reply) => {
    const to = localPath(request.query.to)
    reply.headers(headers)
    if (request.params.link === 'exit') {
      closeShown(request)
      return reply.header('set-cookie', cookie('', 0)).redirect(to, 303)
    }
    return follow(request, reply, to).catch((error) => refuseLookup(reply, error, log))
  })

  async function follow(request: FastifyRequest<Following>, reply: FastifyReply, to: string): Promise<FastifyReply> {
    const { link } = request.params
    const preview = await previews.about(link, request.ip)
    if (!preview) return refuseLink(reply)
    if (!preview.source) return admit(reply, { link, expiresAt: preview.expiresAt, to })
    if (!devSources.allows(preview.source.origin)) {
      log.warn({ origin: preview.source.origin }, 'a preview names a dev source that is not in PREVIEW_HOSTS')
      return refuseLink(reply)
    }
    return (await isOpen(request, preview)) ? reply.redirect(to, 303) : askForToken(reply, { what: preview.what, to })
  }

  registerPreviewOpening(app, `${ENTRY}:link`, {
    previews,
    settings,
    log,
    mayShow: (origin) => devSources.allows(origin),
    admit,
    localPath,
  })

  /** Whether this browser has the link open already. */
  async function isOpen(request: FastifyRequest, { what, expiresAt }: Shown): Promise<boolean> {
    const own = previewOf(request)
    const open = own === undefined ? undefined : await previews.about(own, request.ip)
    return open !== undefined && !open.needsToken && open.what === what && open.expiresAt === expiresAt
  }

  function pageOf(preview: Shown, link: string): Preview {
    return {
      async composition() {
        const live = await compositions.forPreview(preview.document)
        shown.set(link, live.renderName)
        return named(live)
      },
      headers: { ...headers, 'x-marram-preview': preview.what },
      bannerFor: (path) => previewBanner({ ...preview, exit: `${EXIT}?to=${encodeURIComponent(path)}` }),
      extraTags: (live) => (preview.source ? reloadTag(live.id) : ''),
      onUnrendered: ({ id }, request, { message }) =>
        log.warn({ composition: id, request, reason: message.split('\n', 1)[0] }, 'a preview was not rendered'),
    }
  }

  app.get('/releases/preview-reload.js', (_request, reply) =>
    reply.headers(headers).type('text/javascript; charset=utf-8').send(reloadScript),
  )
  app.get('/releases/preview-shows', async (request, reply) => {
    const token = previewOf(request)
    const preview = token === undefined ? undefined : await previews.whole(token, request.ip)
    if (!preview) return refuse(request, reply, 404)
    return reply.headers(headers).send({ shows: (await compositions.forPreview(preview.document)).id })
  })

  /** Whether this browser may have files that come from the dev source. */
  async function mayHave(request: FastifyRequest, origin: string): Promise<boolean> {
    const own = previewOf(request)
    const open = own === undefined ? undefined : await previews.about(own, request.ip)
    return open !== undefined && !open.needsToken && open.source?.origin === origin
  }

  /** Whether the visitor's preview shows this release of the registry. */
  async function names(request: FastifyRequest, part: string, version: string): Promise<boolean> {
    const own = previewOf(request)
    const open = own === undefined ? undefined : await previews.about(own, request.ip)
    if (!open || open.needsToken || !Object.hasOwn(open.document.microFrontends, part)) return false
    const entries = open.document.microFrontends[part] ?? []
    return entries.some((entry) => wanted(part, entry).references.some((each) => each.version === version))
  }

  /** Has `respond` send the page: of the preview that the visitor has open, or of the live site. */
  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    respond: (preview?: Preview) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const link = previewOf(request)
    if (link === undefined) return respond()
    try {
      const preview = await previews.whole(link, request.ip)
      if (preview) return await respond(pageOf(preview, link))
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'a preview cannot be shown')
      const isClear = error instanceof DevSourceAway || error instanceof NotAllowed || error instanceof TooManyLinks
      const reason = isClear ? error.message : 'The release desk does not answer, or what it names cannot be used.'
      return refusePreview(reply.headers(headers), reason, `${EXIT}?to=${encodeURIComponent(request.url)}`)
    }
    // It has ended: the visitor has the live site again.
    reply.header('set-cookie', cookie('', 0))
    return respond()
  }

  /** Whether the browser has followed a link, whether or not it still holds. */
  const isFollowed = (request: Pick<FastifyRequest, 'headers'>): boolean => previewOf(request) !== undefined

  /** What the visitor's preview is of, in words; undefined where there is none open, or the registry does not respond. */
  async function whatOf(request: FastifyRequest): Promise<string | undefined> {
    const own = previewOf(request)
    if (own === undefined) return undefined
    try {
      const open = await previews.about(own, request.ip)
      return open && !open.needsToken ? open.what : undefined
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'what a preview is of is not known')
      return undefined
    }
  }
  return { show, mayHave, names, isFollowed, whatOf }
}

/** Never another site. */
const localPath = (to: string | undefined) => (to !== undefined && /^\/(?![/\\])/.test(to) ? to : '/')

/** Its beacons and reports are not those of visitors who have the same versions. */
function named(live: LiveComposition): LiveComposition {
  const known = previewed.get(live)
  if (known) return known
  const copy = { ...live, composition: { ...live.composition, id: `preview-${live.id}` } }
  previewed.set(live, copy)
  return copy
}
const previewed = new WeakMap<LiveComposition, LiveComposition>()
