import { escapeHtml } from '@marram/rendering/page-document'
import { cookiesNamed } from '@marram/server/cookies'
import type { Logger } from '@marram/server/log'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendForm, sendWords } from '../requests/error-pages'
import { TooManyLinks } from './preview-lookup'

export const previewHeaders = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
}

const FIELD =
  'display:block;box-sizing:border-box;width:100%;min-height:2.75rem;margin:.25rem 0 1rem;padding:.5rem .75rem;font:inherit;border:1px solid #767676;border-radius:.375rem'
const BUTTON = 'min-height:2.75rem;padding:.5rem 1.25rem;font:inherit'

type Form = { what: string; to: string; leadsTo: string; complaint?: string }

export function askForToken(reply: FastifyReply, { what, to, leadsTo, complaint }: Form): FastifyReply {
  const error = complaint === undefined ? '' : `<p id="complaint" role="alert">${escapeHtml(complaint)}</p>`
  const describes = complaint === undefined ? '' : ' aria-describedby="complaint" aria-invalid="true"'
  return sendForm(
    reply,
    `<p>This link shows ${escapeHtml(what)}, which is not released. Type a token of the release desk to see it: yours, of any role.</p>${error}` +
      `<form method="post"><input type="hidden" name="to" value="${escapeHtml(to)}">` +
      `<label for="token">Token</label><input id="token" name="token" type="password" required maxlength="200" autocomplete="off" style="${FIELD}"${describes}>` +
      `<button style="${BUTTON}">Show the preview</button></form>`,
    leadsTo,
  )
}

/** Whether this site's own page sent it: another site's form could put a visitor into a preview of its choice. */
export function isOwnForm({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined) return site === 'same-origin'
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
}

/** The same text whatever is wrong with a link. `site` is the address of the site for visitors. */
export const refuseLink = (reply: FastifyReply, site: string, words = LINK_ENDED): FastifyReply =>
  sendWords(reply.code(404).headers(previewHeaders), words, site)

const LINK_ENDED = 'This link has ended, or is none. Ask for a new one.'
export const NONE_OPEN =
  'This address shows previews of the site to whoever has opened a link to one. Yours has ended, or you have none open. Ask for a new link.'

export function refuseLookup(
  reply: FastifyReply,
  error: unknown,
  { log, site }: { log: Pick<Logger, 'warn'>; site: string },
): FastifyReply {
  reply.headers(previewHeaders)
  if (error instanceof TooManyLinks) return sendWords(reply.code(429).header('retry-after', '60'), error.message, site)
  log.warn({ reason: (error as Error).message }, 'a preview link cannot be looked up')
  return sendWords(
    reply.code(503).header('retry-after', '5'),
    'The release desk does not answer, so this link cannot be opened now. Try again in a minute.',
    site,
  )
}

const BANNER =
  'position:fixed;inset:auto 0 0;z-index:2000;display:flex;gap:.75rem 1.5rem;flex-wrap:wrap;justify-content:center;align-items:center;' +
  'padding:.625rem 1.25rem;background:#3b1d54;color:#fff;font:600 .9375rem/1.5 system-ui,sans-serif'

/** Stands on every page of a preview, outside what shell and sections render; works without JavaScript. */
export function previewBanner({ what, expiresAt, exit }: { what: string; expiresAt: string; exit: string }): string {
  const until = new Date(expiresAt).toISOString().slice(0, 16).replace('T', ' ')
  return (
    `<aside id="marram-preview" aria-label="Preview" style="${BANNER}">` +
    `<span>Preview of ${escapeHtml(what)}, not the live site. Until ${until} UTC.</span>` +
    `<a href="${escapeHtml(exit)}" style="color:#fff;text-decoration:underline">Leave the preview</a></aside>`
  )
}

/** Pages of previews of dev sources, and of a site in development, reload when a fresh one would be of another composition. */
export const reloadScript = `const { asks, shows } = document.currentScript.dataset
setInterval(async () => {
  const response = await fetch(asks, { cache: 'no-store' }).catch(() => undefined)
  if (response?.ok && (await response.json()).id !== shows) location.reload()
}, 1000)
`

/** `asks`: the address of the id of the composition that a fresh page would be of. */
export const reloadTag = (asks: string, shows: string) =>
  `<script defer src="/releases/reload.js" data-asks="${asks}" data-shows="${shows}"></script>`

/** Browsers take `__Host-` names from their own host alone. Without https another port can plant one: of two none counts. */
export function previewCookie(secure: boolean) {
  const name = `${secure ? '__Host-' : ''}marram_preview`
  return {
    write: (link: string, seconds: number) =>
      `${name}=${link}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
    read(headers: { cookie?: string | undefined }): string | undefined {
      const [link, ...others] = cookiesNamed(name, headers)
      return link !== undefined && others.length === 0 && /^[\w.-]{1,600}$/.test(link) ? link : undefined
    },
  }
}
