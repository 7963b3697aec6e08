import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { admit } from '../access/authorize'
import type { RegistryContext } from '../context'
import { handlers } from '../handlers'
import { names } from '../http/etag'
import { registerCalls } from '../http/register-calls'
import { fileRoutes } from '../publishing/file-routes'
import { Refusal } from '../refusal'
import { type ConsolePlace, refuseOtherPages } from './console-origin'
import { findSession } from './session'

/**
 * The registry's own calls for whoever is logged in, with the rights of their token. What the registry serves to everybody
 * needs a session here as well.
 */
export function consoleCalls(app: FastifyInstance, registry: RegistryContext, { origin, secure }: ConsolePlace): void {
  app.addHook('onRequest', async (request) => {
    refuseOtherPages(request, origin())
    const session = await findSession(registry.db, request.headers.cookie, { now: registry.now(), secure })
    if (!session) throw new Refusal('unauthorized', 'Nobody is logged in, or the session has ended. Log in again.')
    admit(request, session.holder)
  })
  tagResponses(app)
  registerCalls(app, registry, handlers)
  fileRoutes(app, registry)
  // Every other address here would be the console's page.
  app.all('/releases/*', { schema: { hide: true } }, (_, reply) => reply.callNotFound())
}

/** The console looks every few seconds: a response that has not changed is not sent again. */
function tagResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || reply.statusCode !== 200) return payload
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
