import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { contentType } from '@marram/server/content-type'
import { hasAlready } from '@marram/server/etag'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admit } from '../access/authorize'
import type { RegistryContext } from '../context'
import { handlers } from '../handlers'
import { registerCalls } from '../http/register-calls'
import { registryServer } from '../http/registry-server'
import { fileRoutes } from '../publishing/file-routes'
import { Refusal } from '../refusal'
import { type OidcClient, oidcRoutes } from './oidc-login'
import { type ConsolePlace, findSession, keepToOrigin, refuseOtherPages, sessionRoutes } from './session'

/** Requests of the console are small, and sent by people. */
const REQUEST_MS = 60_000
const MOST_CONNECTIONS = 1000

/** The console's page may run its own files, but no release files of this origin, and may call this registry. */
const policyAt = (origin: string) =>
  `default-src 'none'; object-src 'none'; script-src ${origin}/console/static/; ` +
  "style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
/** It needs no device features; copying a link is allowed by default. */
const PERMISSIONS = 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()'
const FOREVER = 'public, max-age=31536000, immutable'
const NOT_BUILT = 'The console is not built. Run: npm start, or npm run build in releases/console.'

export type ConsoleSettings = {
  /** Folder of the built console. */
  folder?: string | undefined
  /** The origin that browsers use; by default localhost and the port that it listens on. */
  url?: string | undefined
  /** Where people log in instead of sending a token. */
  oidc?: OidcClient | undefined
}

/** The console on a separate listener: its files, its session, and the registry's calls for users who are logged in. */
export function createConsole(registry: RegistryContext, { folder, url, oidc }: ConsoleSettings): FastifyInstance {
  const { app } = registryServer(registry, { requestTimeout: REQUEST_MS })
  app.server.maxConnections = MOST_CONNECTIONS
  let known = url
  const origin = () => {
    known ??= `http://localhost:${(app.server.address() as AddressInfo).port}`
    return known
  }
  const place = { origin, secure: url?.startsWith('https:') ?? false, hasOidc: oidc !== undefined }
  keepToOrigin(app, origin)
  app.register(async (scope) => consoleFiles(scope, folder, origin))
  app.register(async (scope) => sessionRoutes(scope, registry, place))
  if (oidc) app.register(async (scope) => oidcRoutes(scope, registry, place, oidc))
  app.register(async (scope) => consoleCalls(scope, registry, place), { prefix: '/console' })
  return app
}

/** The console's page and its files; every address without a file is the page, which has its own router. */
function consoleFiles(app: FastifyInstance, folder: string | undefined, origin: () => string): void {
  const schema = { hide: true }
  const page = async (_: FastifyRequest, reply: FastifyReply) => {
    // Read each time, so that a new build shows without a restart of the registry.
    const html = await readFrom(folder, 'index.html')
    if (!html) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
    return reply
      .header('content-security-policy', policyAt(origin()))
      .header('cross-origin-opener-policy', 'same-origin')
      .header('permissions-policy', PERMISSIONS)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html)
  }
  app.get('/console', { schema }, page)
  app.get('/console/*', { schema }, page)
  app.get<{ Params: { '*': string } }>('/console/static/*', { schema }, async (request, reply) => {
    const path = request.params['*']
    // Only plain names: none leads out of the folder.
    const file = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(path) ? await readFrom(folder, join('static', path)) : undefined
    if (!file) throw new Refusal('not-found', `The console has no file ${path}.`)
    return reply.header('cache-control', FOREVER).type(contentType(path)).send(file)
  })
}

/** Error codes for a path without a file. */
const NO_FILE = ['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG']

/** Undefined if there is no such file. */
async function readFrom(folder: string | undefined, path: string): Promise<Buffer | undefined> {
  if (folder === undefined) return undefined
  try {
    return await readFile(join(folder, path))
  } catch (error) {
    if (NO_FILE.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

/** The registry's own calls, with the rights of the token of a session. Public calls need a session here as well. */
function consoleCalls(app: FastifyInstance, registry: RegistryContext, { origin, secure }: ConsolePlace): void {
  app.addHook('onRequest', async (request) => {
    refuseOtherPages(request, origin())
    const session = await findSession(registry.db, request.headers, { now: registry.now(), secure })
    if (!session) throw new Refusal('unauthorized', 'Nobody is logged in, or the session has ended. Log in again.')
    admit(request, session.holder)
  })
  tagResponses(app)
  registerCalls(app, registry, handlers)
  fileRoutes(app, registry)
  // Otherwise unknown calls would return the console's page.
  app.all('/releases/*', { schema: { hide: true } }, (_, reply) => reply.callNotFound())
}

/** The console polls every few seconds: an unchanged response is not sent again. */
function tagResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || reply.statusCode !== 200) return payload
    const control = reply.getHeader('cache-control')
    // For no shared cache: it is only for the user who is logged in.
    if (typeof control === 'string') reply.header('cache-control', control.replace('public', 'private'))
    if (typeof payload !== 'string' || reply.hasHeader('etag')) return payload
    const etag = `"${createHash('sha256').update(payload).digest('base64url')}"`
    reply.header('etag', etag).header('cache-control', 'private, no-cache')
    if (!hasAlready(request.headers['if-none-match'], etag)) return payload
    reply.code(304).removeHeader('content-length').removeHeader('content-type')
    return ''
  })
}
