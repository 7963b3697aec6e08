import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { admit } from '../access/authorize'
import type { RegistryContext } from '../context'
import { handlers } from '../handlers'
import { names } from '../http/etag'
import { registerCalls } from '../http/register-calls'
import { registryServer } from '../http/registry-server'
import { fileRoutes } from '../publishing/file-routes'
import { Refusal } from '../refusal'
import { consoleFiles } from './console-files'
import { type ConsolePlace, keepToOrigin, refuseOtherPages } from './console-origin'
import { findSession } from './session'
import { sessionRoutes } from './session-routes'

/** What the console sends is small, and sent by people. */
const REQUEST_MS = 60_000
const MOST_CONNECTIONS = 1000

export type ConsoleSettings = {
  /** Of the built console. */
  folder?: string | undefined
  /** The origin that browsers use; where it is not given, localhost and the port that it listens on. */
  url?: string | undefined
  /** Where visitors see which environment, for links to previews. */
  site?: { url: string; environment: string } | undefined
}

/** The console on a listener of its own: its files, its session, and the registry's calls for whoever is logged in. */
export function createConsole(registry: RegistryContext, { folder, url, site }: ConsoleSettings): FastifyInstance {
  const { app } = registryServer(registry, { requestTimeout: REQUEST_MS })
  app.server.maxConnections = MOST_CONNECTIONS
  let known = url
  const origin = () => {
    known ??= `http://localhost:${(app.server.address() as AddressInfo).port}`
    return known
  }
  const place: ConsolePlace = { origin, secure: url?.startsWith('https:') ?? false, site: site ?? null }
  keepToOrigin(app, origin)
  const scoped = (routes: (scope: FastifyInstance) => void, prefix = '') =>
    app.register(async (scope) => routes(scope), { prefix })
  scoped((scope) => consoleFiles(scope, folder))
  scoped((scope) => sessionRoutes(scope, registry, place))
  scoped((scope) => consoleCalls(scope, registry, place), '/console')
  return app
}

/**
 * The registry's own calls for whoever is logged in, with the rights of their token. What the registry serves to everybody
 * needs a session here as well.
 */
function consoleCalls(app: FastifyInstance, registry: RegistryContext, { origin, secure }: ConsolePlace): void {
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
