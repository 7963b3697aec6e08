import { networkAddress } from '@marram/server/client-network'
import { acceptedEncoding, encode } from '@marram/server/encodings'
import type { Logger } from '@marram/server/log'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Compositions } from '../compositions/compositions'
import { documentHeaders } from '../compositions/content-security-policy'
import { configurationOf, type LiveComposition, ownerOf, pageAsk } from '../compositions/live-composition'
import { wanted } from '../compositions/usable-releases'
import { refuse, refusePreview } from '../pages/error-pages'
import { htmlDocument } from '../pages/html-document'
import { MachineAway, NotAllowed, type ReleasesAndMachines } from '../releases/dev-sources'
import type { RenderPool } from '../rendering/render-pool'
import type { EdgeSettings } from '../settings'
import { previewBanner } from './preview-banner'
import { previewCookie, previewOf } from './preview-cookie'
import { askForToken, previewHeaders as headers } from './preview-form'
import { PreviewLookup, type Shown, TooManyLinks } from './preview-lookup'
import { registerPreviewOpening } from './preview-opening'
import { refuseLink, refuseLookup } from './preview-refusals'
import { reloadScript, reloadTag } from './preview-reload'

type Parts = {
  compositions: Pick<Compositions, 'forPreview' | 'closePreview'>
  machines: Pick<ReleasesAndMachines, 'with' | 'allows'>
  pool: Pick<RenderPool, 'render'>
  settings: Pick<EdgeSettings, 'RELEASES_URL' | 'MARRAM_ENVIRONMENT' | 'MEDIA_HOST' | 'PUBLIC_URL'>
  log: Logger
}

type Following = { Params: { link: string }; Querystring: { to?: string } }

const ENTRY = '/releases/preview/'
const EXIT = `${ENTRY}exit`
const MOST_SHOWN = 100

/**
 * Pages for whoever followed a signed link: rendered from what the link names, for their browser alone. The registry
 * says what that is, so a link that has expired shows nothing. Where a developer's machine is the source, the link
 * alone shows nothing either: the holder of a token opens it once.
 */
export function registerPreviews(app: FastifyInstance, { compositions, machines, pool, settings, log }: Parts) {
  const previews = new PreviewLookup(settings, machines)
  const cookie = previewCookie(settings)
  const configuration = configurationOf(settings)

  /** What each link last showed, so that its processes can end with it. */
  const shown = new LRUCache<string, string>({ max: MOST_SHOWN })

  /** Whoever else looks at the same preview has it opened again with the next page. */
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
    if (!machines.allows(preview.source.origin)) {
      log.warn({ origin: preview.source.origin }, 'a preview names a machine that PREVIEW_HOSTS does not')
      return refuseLink(reply)
    }
    return (await isOpen(request, preview)) ? reply.redirect(to, 303) : askForToken(reply, { what: preview.what, to })
  }

  registerPreviewOpening(app, `${ENTRY}:link`, {
    previews,
    settings,
    log,
    mayShow: (origin) => machines.allows(origin),
    admit,
    localPath,
  })

  /** Whether this browser has the link open already. */
  async function isOpen(request: FastifyRequest, { what, expiresAt }: Shown): Promise<boolean> {
    const own = previewOf(request)
    const open = own === undefined ? undefined : await previews.about(own, request.ip)
    return open !== undefined && !open.needsToken && open.what === what && open.expiresAt === expiresAt
  }

  async function page(request: FastifyRequest, reply: FastifyReply, preview: Shown): Promise<FastifyReply> {
    const { pathname, search } = new URL(`http://edge.invalid${request.url}`)
    const path = `/${pathname.replace(/^\/+|\/+$/g, '')}`
    if (path !== request.url.split('?', 1)[0]) return reply.headers(headers).redirect(path + search, 308)
    const live = await compositions.forPreview(preview.document)
    shown.set(previewOf(request) ?? '', live.renderName)
    const owner = ownerOf(live, path)
    const hidden = owner?.page.requiresLogin || owner?.page.private
    const rendered = hidden
      ? undefined
      : await pool
          .render(live.renderName, pageAsk(owner, path + search), {
            request: request.id,
            client: networkAddress(request.ip),
          })
          .catch((error: Error) => {
            log.warn(
              { composition: live.id, request: request.id, reason: error.message.split('\n', 1)[0] },
              'a preview was not rendered',
            )
            return undefined
          })
    const unavailable = owner && !live.sections[owner.section]
    const result = rendered ?? { ...live.frame, status: owner ? (unavailable ? 503 : live.frame.status) : 404 }
    reply.headers({
      ...documentHeaders,
      ...headers,
      'content-security-policy': live.policy,
      'x-marram-composition': live.id,
      'x-marram-preview': preview.what,
      'x-marram-render': rendered ? 'server' : 'frame',
      vary: 'cookie, accept-encoding',
    })
    if (result.location !== undefined) return reply.redirect(result.location, result.status)
    const extraTags = preview.source ? reloadTag(live.id) : ''
    const banner = previewBanner({ ...preview, exit: `${EXIT}?to=${encodeURIComponent(path)}` })
    const html = htmlDocument({ live: named(live), page: result, owner, configuration, extraTags, banner })
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    reply.code(result.status).type('text/html; charset=utf-8')
    return encoding ? reply.header('content-encoding', encoding).send(await encode(html, encoding)) : reply.send(html)
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

  /** Whether this browser may have files that come from the machine. */
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

  /** The preview's page where the visitor has one open; undefined for everybody else. */
  async function show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const token = previewOf(request)
    if (token === undefined) return undefined
    try {
      const preview = await previews.whole(token, request.ip)
      if (preview) return await page(request, reply, preview)
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'a preview cannot be shown')
      const said = error instanceof MachineAway || error instanceof NotAllowed || error instanceof TooManyLinks
      const reason = said ? error.message : 'The release desk does not answer, or what it names cannot be used.'
      return refusePreview(reply.headers(headers), reason, `${EXIT}?to=${encodeURIComponent(request.url)}`)
    }
    // It has ended: the visitor has the live site again.
    reply.header('set-cookie', cookie('', 0))
    return undefined
  }
  /** What the visitor's preview is of, in words; undefined where there is none open, or nobody can say. */
  async function whatOf(request: FastifyRequest): Promise<string | undefined> {
    const own = previewOf(request)
    if (own === undefined) return undefined
    try {
      const open = await previews.about(own, request.ip)
      return open && !open.needsToken ? open.what : undefined
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'what a preview is of cannot be told')
      return undefined
    }
  }
  return { show, mayHave, names, whatOf }
}

/** Never another site. */
const localPath = (to: string | undefined) => (to !== undefined && /^\/(?![/\\])/.test(to) ? to : '/')

/** Its beacons and reports are not those of visitors who have the same versions. */
function named(live: LiveComposition): LiveComposition {
  const known = previewed.get(live)
  if (known) return known
  const made = { ...live, composition: { ...live.composition, id: `preview-${live.id}` } }
  previewed.set(live, made)
  return made
}
const previewed = new WeakMap<LiveComposition, LiveComposition>()
