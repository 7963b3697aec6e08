import type { Logger } from '@marram/server/log'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { RateLimiter } from '../limits/rate-limiter'
import type { EdgeSettings } from '../settings'
import type { PreviewLookup, Shown } from './preview-lookup'
import { askForToken, isOwnForm, previewHeaders, refuseLink, refuseLookup } from './preview-pages'

type Parts = {
  previews: Pick<PreviewLookup, 'about'>
  settings: Pick<EdgeSettings, 'RELEASES_URL'>
  log: Logger
  mayShow: (origin: string) => boolean
  /** Gives the browser what it needs from now on. */
  admit: (reply: FastifyReply, preview: { link: string; expiresAt: string; to: string }) => FastifyReply
  localPath: (to: string | undefined) => string
}

const ATTEMPTS_PER_MINUTE = 10
const PATIENCE_MS = 3000
const MOST_BYTES = 4096

/** The same words whatever is wrong with the token: they do not show whether it was one. */
const WRONG = 'This token does not open the preview. Check it, or ask for another one.'
const opened = z.object({ preview: z.string().regex(/^[\w.-]{1,600}$/) })

/** Takes the form that a link to a dev source shows: the registry checks the token, which is stored nowhere. */
export function registerPreviewOpening(app: FastifyInstance, path: string, parts: Parts): void {
  const { previews, settings, log, mayShow, admit, localPath } = parts
  const limit = new RateLimiter(ATTEMPTS_PER_MINUTE)
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.post<{ Params: { link: string }; Body: { token?: string; to?: string } | undefined }>(
      path,
      { bodyLimit: MOST_BYTES },
      async (request, reply) => {
        const { token = '', to: wanted } = request.body ?? {}
        let preview: Shown | undefined
        try {
          preview = await previews.about(request.params.link, request.ip)
        } catch (error) {
          return refuseLookup(reply, error, log)
        }
        if (!preview?.source || !mayShow(preview.source.origin)) return refuseLink(reply)
        const { what, expiresAt } = preview
        const to = localPath(wanted)
        reply.headers(previewHeaders)
        const again = (status: number, complaint: string) => askForToken(reply.code(status), { what, to, complaint })
        if (!isOwnForm(request)) return again(403, 'Another page sent this. Type the token here.')
        if (!limit.allows(request.ip)) {
          reply.header('retry-after', '60')
          return again(429, 'Too many attempts. Wait a minute.')
        }
        const own = await open(settings, request.params.link, token.trim())
        if (own === 'away') return again(503, 'The release desk does not answer. Try again in a minute.')
        if (own === undefined) return again(403, WRONG)
        return admit(reply, { link: own, expiresAt, to })
      },
    )
  })
}

/** The link for the token's holder alone; undefined where the registry refuses. */
async function open(
  { RELEASES_URL }: Parts['settings'],
  link: string,
  token: string,
): Promise<string | 'away' | undefined> {
  if (!/^[\w.~+/-]{1,200}=*$/.test(token)) return undefined
  try {
    const response = await fetch(`${RELEASES_URL}/releases/previews/${link}/open`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (response.ok) return opened.parse(await response.json()).preview
    await response.body?.cancel()
    return response.status < 500 ? undefined : 'away'
  } catch {
    // Without its reason: nothing of this call, which holds the token, may come near a log.
    return 'away'
  }
}
