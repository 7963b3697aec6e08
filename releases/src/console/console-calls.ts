import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app'
import { names } from '../etag'
import { Refusal } from '../refusal'

/** Scripts of another site cannot send it without asking this one first. */
export const CONSOLE_HEADER = 'x-marram-console'
const CALLS = '/console/releases/'

/** The console makes the registry's own calls, under an address that its session's cookie is sent to. */
export const withoutConsole = ({ url = '/' }: IncomingMessage): string =>
  url.startsWith(CALLS) ? url.slice('/console'.length) : url

export const isConsoleCall = ({ originalUrl }: FastifyRequest): boolean => originalUrl.startsWith(CALLS)

/** A browser sends the cookie along for whoever makes it ask; only the console's own page gets through here. */
export function refuseOtherSites({ method, headers }: FastifyRequest): void {
  const asked = headers['x-forwarded-host'] ?? headers.host
  const own = headers.origin === undefined ? method === 'GET' : hostOf(headers.origin) === asked
  if (!own || headers[CONSOLE_HEADER] === undefined)
    throw new Refusal('forbidden', 'Only the console itself may use its session. Open /console and try again.')
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)

/** The console looks every few seconds: an answer that has not changed is not sent again. */
export function tagConsoleAnswers(app: App): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || !isConsoleCall(request)) return payload
    const kept = reply.getHeader('cache-control')
    // Nobody but whoever is logged in may have it from a cache.
    if (typeof kept === 'string') reply.header('cache-control', kept.replace('public', 'private'))
    if (typeof payload !== 'string' || reply.hasHeader('etag')) return payload
    const etag = `"${createHash('sha256').update(payload).digest('base64url')}"`
    reply.header('etag', etag).header('cache-control', 'private, no-cache')
    if (!names(request.headers['if-none-match'], etag)) return payload
    reply.code(304).removeHeader('content-length').removeHeader('content-type')
    return ''
  })
}
