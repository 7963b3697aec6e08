import { escapeHtml } from '@marram/rendering/page-document'
import { DATA_POLICY } from '@marram/server/data-headers'
import { messageOf, problemOfStatus } from '@marram/server/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** An error whose message is sent to the client. */
export class PublicError extends Error {
  override readonly name: string = 'PublicError'
}

const homeLink = (origin = '') => `<p><a href="${origin}/">Go to the home page</a></p>`

/** A page for when not even an app shell can be sent. */
export function lastResort(status: number): string {
  const text =
    status === 503
      ? 'The site cannot show this page at the moment. Please try again in a minute.'
      : 'This address cannot be read. Please check it.'
  return plainPage(`<p>${text}</p>${homeLink()}`)
}

/** The limit of bodies that are passed to API and registry, whose own limits may be lower. */
const TAKEN = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'

export function refuseWith(reply: FastifyReply, code: number, message: string, retryAfterS?: number): FastifyReply {
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS)
  return reply.code(code).send({ code, message })
}

/** Addresses that programs request, not visitors. */
export const isCall = (url: string) => /^\/(?:api|media|releases)(?:[/?]|$)/.test(url)

/** Refuses without an upstream or a page: in JSON to programs, in plain text elsewhere. */
export function refuse(request: FastifyRequest, reply: FastifyReply, status: number): FastifyReply {
  const code = status < 500 ? problemOfStatus(status).status : 503
  reply.code(code)
  if (code === 503) reply.header('retry-after', '5')
  if (!isCall(request.url)) return sendPlain(reply, lastResort(code))
  return reply.type('application/json; charset=utf-8').send(JSON.stringify({ code, message: messageOf(code) }))
}

/** Something was sent to a page. Browsers do that with a form that no script took over: the visitor gets a text. */
export function refuseToTake(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isCall(request.url)) return refuse(request, reply.header('allow', TAKEN), 405)
  reply.headers({ allow: 'GET, HEAD', vary: 'accept' })
  if (!request.headers.accept?.includes('text/html')) return refuseWith(reply, 405, 'Pages are read with GET.')
  return sendPlain(
    reply.code(405),
    plainPage(
      '<p>This form needs JavaScript, so nothing has been sent. Your entries are still there when you go back.</p>' +
        '<p>Turn JavaScript on for this site before you do.</p>',
    ),
  )
}

export const sendWords = (reply: FastifyReply, words: string, origin: string): FastifyReply =>
  sendPlain(reply, plainPage(`<p>${escapeHtml(words)}</p>${homeLink(origin)}`))

/** The preview has nothing to show, for the given reason; the visitor may wait or leave it. */
export const refusePreview = (reply: FastifyReply, reason: string, exit: string): FastifyReply =>
  sendPlain(
    reply.code(503).header('retry-after', '5'),
    plainPage(
      `<p>This preview cannot be shown. ${escapeHtml(reason)}</p><p><a href="">Try again</a></p><p><a href="${escapeHtml(exit)}">Leave the preview</a></p>`,
    ),
  )

/** A page with a form: its request names its origin, and its policy lets the response lead to `leadsTo`. */
export const sendForm = (reply: FastifyReply, words: string, leadsTo: string): FastifyReply =>
  sendPlain(
    reply.header('referrer-policy', 'same-origin'),
    plainPage(words),
    DATA_POLICY.replace("form-action 'none'", `form-action 'self' ${leadsTo}`),
  )

const sendPlain = (reply: FastifyReply, html: string, policy = DATA_POLICY) =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', `${policy}; style-src 'unsafe-inline'`)
    .send(html)

const plainPage = (words: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Marram</title><style>:root{color-scheme:light dark}main{max-width:34em;margin:12vh auto;padding:0 1.25rem;font:1.125rem/1.6 system-ui,sans-serif}</style></head><body><main><h1>Marram</h1>${words}</main></body></html>`
