import type { AnyEndpoint } from '@marram/api-contract/endpoint'
import { type EndpointName, endpoints } from '@marram/api-contract/endpoints'
import { databaseFault } from '@marram/server/database-faults'
import { type Encoding, encode } from '@marram/server/encodings'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Context, envelop, type Handler, type Handlers } from './call'
import { encodingFor } from './compression'
import { documented, responseSchema, routeOf } from './endpoint-schemas'
import { type FastPath, JSON_TYPE, readyHeaders } from './fast-path'
import type { RateLimits } from './rate-limit'
import { Refusal } from './refusal'
import type { CachedResponse, ContentRevision, ResponseCache } from './response-cache'
import { refuseUnstorable } from './unstorable'

type Parts = {
  handlers: Handlers
  context: Context
  limits: RateLimits
  revision: ContentRevision
  cache: ResponseCache
  /** Called with the cached response that was sent: it may be asked for again. */
  onReady: FastPath['note']
}

/** Public content: the same for everybody, so one cached response serves all until the content changes. */
export async function publicReads(
  app: FastifyInstance,
  { handlers, context, limits, revision, cache, onReady }: Parts,
): Promise<void> {
  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, AnyEndpoint][]) {
    if (endpoint.method !== 'GET' || endpoint.uncached) continue
    const make = maker(name, endpoint, handlers, context)
    const names = Object.keys(endpoint.query ?? {})
    app.get(routeOf(endpoint), { schema: documented(name, endpoint) }, async (request, reply) => {
      const params = request.params as Record<string, string>
      const query = request.query as Record<string, string | undefined>
      const { current, away } = await revisionFor(revision)
      // Whoever asks for the revision alone is told that nobody knows it now, or an edge that starts takes this for an
      // API that never names one.
      if (away && request.method === 'HEAD') throw away
      // On refusals as well: an edge may keep a 404 as long as the content stays. Without it, it keeps nothing so long.
      if (!away) reply.header('x-content-revision', current)
      const key = JSON.stringify([name, params, ...names.map((part) => query[part] ?? null)])
      const oneOfMany = names.some((part) => query[part] !== undefined)
      // Before it is known whether somebody else is having it made: who is refused must not refuse it to them.
      if (endpoint.costly && !cache.has(current, key)) await limits.countOne(request)
      const makeNow = () => (away ? Promise.reject(away) : make(params, query))
      const plain = await cache.get(current, key, makeNow, oneOfMany)
      const encoding = encodingFor(request, plain.body)
      // Other bytes, and so another ETag.
      const encodedKey = encoding ? `${encoding} ${key}` : key
      const ready = encoding
        ? await cache.get(current, encodedKey, () => encode(plain.body, encoding), oneOfMany)
        : plain
      if (!away && request.method === 'GET')
        onReady(request.raw, { key: encodedKey, route: routeOf(endpoint), encoding, revision: current })
      return deliver(request, reply, ready, encoding)
    })
  }
}

/** While the database is `away`, what is ready is still better than nothing, for as long as a revision was known of late. */
async function revisionFor(revision: ContentRevision): Promise<{ current: string; away?: unknown }> {
  try {
    return { current: await revision.current() }
  } catch (away) {
    const current = databaseFault(away) === 'away' ? revision.lastKnown() : undefined
    if (current === undefined) throw away
    return { current, away }
  }
}

function maker(name: EndpointName, endpoint: AnyEndpoint, handlers: Handlers, context: Context) {
  const schema = responseSchema(endpoint)
  const handle = handlers[name] as Handler<AnyEndpoint>
  return async (params: Record<string, string>, query: Record<string, string | undefined>) => {
    refuseUnreal(Object.values(params))
    refuseUnstorable(query)
    const data = await handle(context, { params, query, body: undefined, idempotencyKey: undefined, client: undefined })
    return JSON.stringify(z.parse(schema, envelop(endpoint, data)))
  }
}

/** PostgreSQL has no NUL in texts, so nothing can have such a name. */
function refuseUnreal(values: string[]) {
  if (values.some((value) => value.includes('\0'))) throw new Refusal(404, 'There is nothing at this address.')
}

function deliver(request: FastifyRequest, reply: FastifyReply, { body, etag }: CachedResponse, encoding?: Encoding) {
  reply.headers(readyHeaders(etag))
  if (hasAlready(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(JSON_TYPE).send(body)
}

/** A proxy that compresses makes the tag a weak one, and there may be several. */
const hasAlready = (header: string | undefined, etag: string) =>
  (header ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
