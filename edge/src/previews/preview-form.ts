import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendForm } from '../pages/error-pages'
import { escapeHtml } from '../pages/escape-html'

/** Never kept by anybody, and never found. */
export const previewHeaders = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
}

const FIELD =
  'display:block;box-sizing:border-box;width:100%;min-height:44px;margin:4px 0 16px;padding:8px 12px;font:inherit;border:1px solid #767676;border-radius:6px'
const BUTTON = 'min-height:44px;padding:8px 20px;font:inherit'

/** Asks for a token before a machine's preview is shown; works without JavaScript, and comes back with a `complaint`. */
export function askForToken(
  reply: FastifyReply,
  { what, to, complaint }: { what: string; to: string; complaint?: string },
): FastifyReply {
  const told = complaint === undefined ? '' : `<p id="complaint" role="alert">${escapeHtml(complaint)}</p>`
  const describes = complaint === undefined ? '' : ' aria-describedby="complaint" aria-invalid="true"'
  return sendForm(
    reply,
    `<p>This link shows ${escapeHtml(what)}, which is not released. Type a token of the release desk to see it: yours, of any role.</p>${told}` +
      `<form method="post"><input type="hidden" name="to" value="${escapeHtml(to)}">` +
      `<label for="token">Token</label><input id="token" name="token" type="password" required maxlength="200" autocomplete="off" style="${FIELD}"${describes}>` +
      `<button style="${BUTTON}">Show the preview</button></form>`,
  )
}

/**
 * Whether this site's own page sent it. Browsers say so in one of two headers with every form; another site's form
 * could put a visitor into a preview of its choice.
 */
export function isOwnForm({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined) return site === 'same-origin'
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
}
