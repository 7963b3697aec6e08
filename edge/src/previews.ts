import { discoveryDocument } from '@marram/contracts/discovery'
import { acceptedEncoding, encode } from '@marram/service/encodings'
import type { Logger } from '@marram/service/log'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Compositions } from './compositions'
import type { EdgeSettings } from './environment'
import { htmlDocument } from './html-document'
import { configurationOf, type LiveComposition, ownerOf } from './live-composition'
import { MachineAway, NotAllowed, type ReleasesAndMachines } from './machines'
import { refuse, refusePreview } from './plain-answer'
import { documentHeaders } from './policy'
import { previewBanner } from './preview-banner'
import { reloadScript, reloadTag } from './preview-reload'
import { rawGet } from './raw-get'
import type { RenderPool } from './render-pool'

type Parts = {
  compositions: Pick<Compositions, 'forPreview'>
  machines: Pick<ReleasesAndMachines, 'with'>
  pool: Pick<RenderPool, 'render'>
  settings: Pick<EdgeSettings, 'RELEASES_URL' | 'MARRAM_ENVIRONMENT' | 'MEDIA_HOST' | 'PUBLIC_URL'>
  log: Logger
}

const COOKIE = 'marram_preview'
const ENTRY = '/releases/preview/'
const EXIT = `${ENTRY}exit`
/** A preview follows what is live around it, about as fast as visitors do. */
const KNOWN_MS = 1000
const MOST_KNOWN = 100

const shown = z.object({
  environment: z.string(),
  what: z.string(),
  expiresAt: z.string(),
  document: discoveryDocument,
  source: z.object({ part: z.string(), origin: z.string() }).nullable(),
})
type Shown = z.infer<typeof shown>

/** Never kept by anybody, and never found. */
const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' }

/**
 * Pages for whoever followed a signed link: rendered from what the link names, for their browser alone. The registry
 * says what that is, so a link that has expired shows nothing.
 */
export function registerPreviews(app: FastifyInstance, { compositions, machines, pool, settings, log }: Parts) {
  const known = new Map<string, { at: number; answer: Promise<Shown | undefined> }>()
  const secure = settings.PUBLIC_URL.startsWith('https:') ? '; Secure' : ''
  const cookie = (value: string, seconds: number) =>
    `${COOKIE}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`

  function find(token: string): Promise<Shown | undefined> {
    const last = known.get(token)
    if (last && performance.now() - last.at < KNOWN_MS) return last.answer
    if (known.size >= MOST_KNOWN) known.clear()
    const answer = ask(settings, token).then(async (preview) =>
      preview?.source ? { ...preview, document: await machines.with(preview.source, preview.document) } : preview,
    )
    known.set(token, { at: performance.now(), answer })
    answer.catch(() => known.delete(token))
    return answer
  }

  app.get<{ Params: { token: string }; Querystring: { to?: string } }>(`${ENTRY}:token`, async (request, reply) => {
    const to = localPath(request.query.to)
    reply.headers(headers)
    if (request.params.token === 'exit') return reply.header('set-cookie', cookie('', 0)).redirect(to, 303)
    const preview = await find(request.params.token).catch((error: Error) => {
      log.warn({ reason: error.message }, 'a preview cannot be shown')
      if (error instanceof NotAllowed) return undefined
      throw error
    })
    if (!preview) return refuse(request, reply, 404)
    const seconds = Math.max(0, Math.floor((Date.parse(preview.expiresAt) - Date.now()) / 1000))
    return reply.header('set-cookie', cookie(request.params.token, seconds)).redirect(to, 303)
  })

  async function page(request: FastifyRequest, reply: FastifyReply, preview: Shown): Promise<FastifyReply> {
    const { pathname, search } = new URL(`http://edge.invalid${request.url}`)
    const path = `/${pathname.replace(/^\/+|\/+$/g, '')}`
    if (path !== request.url.split('?', 1)[0]) return reply.headers(headers).redirect(path + search, 308)
    const live = await compositions.forPreview(preview.document)
    const owner = ownerOf(live, path)
    const hidden = owner?.page.requiresLogin || owner?.page.private
    const rendered = hidden
      ? undefined
      : await pool
          .render(live.id, `http://edge.invalid${path}${search}`, owner?.page.pattern ?? '*', request.id)
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
    const configuration = configurationOf(settings)
    const extraTags = preview.source ? reloadTag(live.id) : ''
    const html = htmlDocument({ live: named(live), page: result, owner, configuration, extraTags })
    const banner = previewBanner({ ...preview, exit: `${EXIT}?to=${encodeURIComponent(path)}` })
    const text = html.replace('<body>', () => `<body>${banner}`)
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    reply.code(result.status).type('text/html; charset=utf-8')
    return encoding ? reply.header('content-encoding', encoding).send(await encode(text, encoding)) : reply.send(text)
  }

  const previewOf = (request: FastifyRequest): string | undefined =>
    new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]{1,600})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1]

  app.get('/releases/preview-reload.js', (_request, reply) =>
    reply.headers(headers).type('text/javascript; charset=utf-8').send(reloadScript),
  )
  app.get('/releases/preview-shows', async (request, reply) => {
    const token = previewOf(request)
    const preview = token === undefined ? undefined : await find(token)
    if (!preview) return refuse(request, reply, 404)
    return reply.headers(headers).send({ shows: (await compositions.forPreview(preview.document)).id })
  })

  /** The preview's page where the visitor has one open; undefined for everybody else. */
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const token = previewOf(request)
    if (token === undefined) return undefined
    try {
      const preview = await find(token)
      if (preview) return await page(request, reply, preview)
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'a preview cannot be shown')
      const said = error instanceof MachineAway || error instanceof NotAllowed
      const reason = said ? error.message : 'The release desk does not answer, or what it names cannot be used.'
      return refusePreview(reply.headers(headers), reason, `${EXIT}?to=${encodeURIComponent(request.url)}`)
    }
    // It has ended: the visitor has the live site again.
    reply.header('set-cookie', cookie('', 0))
    return undefined
  }
}

async function ask(
  { RELEASES_URL, MARRAM_ENVIRONMENT }: Pick<EdgeSettings, 'RELEASES_URL' | 'MARRAM_ENVIRONMENT'>,
  token: string,
): Promise<Shown | undefined> {
  if (!/^[\w.-]+$/.test(token)) return undefined
  const { status, body } = await rawGet(`${RELEASES_URL}/releases/previews/${token}`, { timeout: 3000 })
  if (status === 404) return undefined
  if (status !== 200) throw new Error(`the registry answers ${status} for a preview`)
  const preview = shown.parse(JSON.parse(body.toString('utf8')))
  return preview.environment === MARRAM_ENVIRONMENT ? preview : undefined
}

/** Never another site. */
const localPath = (to: string | undefined) => (to !== undefined && /^\/(?![/\\])/.test(to) ? to : '/')

/** Its beacons and reports are not those of visitors who have the same versions. */
const named = (live: LiveComposition): LiveComposition => ({
  ...live,
  composition: { ...live.composition, id: `preview-${live.id}` },
})
