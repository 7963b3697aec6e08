import rateLimit from '@fastify/rate-limit'
import type { AnyEndpoint } from '@marram/api-contract/endpoint'
import { type EndpointName, endpoints } from '@marram/api-contract/endpoints'
import { MOST_FORM_BYTES } from '@marram/api-contract/submissions'
import { isStorable } from '@marram/api-contract/text-checks'
import { clientNetwork } from '@marram/server/client-network'
import { CONTENT_REVISION } from '@marram/server/data-headers'
import { databaseFault } from '@marram/server/database-faults'
import { acceptedEncoding, type Encoding, encode } from '@marram/server/encodings'
import { hasAlready } from '@marram/server/etag'
import { type HeldRequests, preferredWaitMs } from '@marram/server/held-requests'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Context, envelop, type Handler, type Handlers } from './call'
import { documented, responseSchema, routeOf } from './docs'
import { cachedHeaders, type FastPath, JSON_TYPE } from './fast-path'
import { Refusal } from './refusal'
import type { ContentRevision, ResponseCache } from './response-cache'
import { BODY_BYTES } from './server'

type Parts = {
  handlers: Handlers
  context: Context
  /** How many requests a minute each client network may make of each call. */
  perMinute: number
  revision: ContentRevision
  /** Edges that wait for changed content. */
  held: HeldRequests
  cache: ResponseCache
  /** Notes the cached response that was sent, for the fast path. */
  onSent: FastPath['note']
}

const calls = Object.entries(endpoints) as [EndpointName, AnyEndpoint][]
/** What requests are held for. */
const CONTENT = 'content'
const isCached = ({ method, uncached }: AnyEndpoint) => method === 'GET' && !uncached

export async function routes(app: FastifyInstance, parts: Parts): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    max: parts.perMinute,
    timeWindow: '1 minute',
    // Separate buckets for each call, so that one form cannot use up the logins of a shared address.
    keyGenerator: (request) => `${request.routeOptions.url} ${clientNetwork(request.ip)}`,
    errorResponseBuilder: () => tooMany(),
  })
  await app.register(publicReads, parts)
  await app.register(limitedCalls, parts)
}

const tooMany = (retryAfter?: number) =>
  new Refusal(429, 'Too many requests. Wait a minute and try again.', undefined, retryAfter)

/** Public content: the same for everybody, so one cached response serves all until the content changes. */
async function publicReads(app: FastifyInstance, parts: Parts): Promise<void> {
  const { handlers, context, revision, cache, onSent } = parts
  const count = app.createRateLimit()
  for (const [name, endpoint] of calls.filter(([, each]) => isCached(each))) {
    const route = routeOf(endpoint)
    const schema = responseSchema(endpoint)
    const handle = handlers[name] as Handler<AnyEndpoint>
    const names = Object.keys(endpoint.query ?? {})
    app.get(route, { schema: documented(name, endpoint) }, async (request, reply) => {
      const params = request.params as Record<string, string>
      const query = request.query as Record<string, string | undefined>
      const waitMs = request.method === 'HEAD' ? preferredWaitMs(request.raw) : 0
      if (waitMs > 0) await holdUntilNews(parts, request, reply, waitMs)
      const { current, away } = await revisionFor(revision)
      // A request for the revision alone fails while it is unknown: an edge that starts would take a response without
      // one for an API that never names any.
      if (away && request.method === 'HEAD') throw away
      // On refusals as well: an edge may cache a 404 as long as the content stays. Without it, it caches nothing so long.
      if (!away) reply.header(CONTENT_REVISION, current)
      const key = JSON.stringify([name, params, ...names.map((part) => query[part] ?? null)])
      const oneOfMany = names.some((part) => query[part] !== undefined)
      // Before joining a response that is being created: a refusal of one client must not affect the others.
      if (endpoint.costly && !cache.has(current, key)) {
        const counted = await count(request)
        if (!counted.isAllowed && counted.isExceeded) throw tooMany(Math.max(1, counted.ttlInSeconds))
      }
      const create = async () => {
        if (away) throw away
        // PostgreSQL texts have no NUL, so nothing can have such a name.
        if (Object.values(params).some((value) => value.includes('\0')))
          throw new Refusal(404, 'There is nothing at this address.')
        refuseUnstorable(query)
        const data = await handle(context, { params, query, body: undefined })
        return JSON.stringify(z.parse(schema, envelop(endpoint, data)))
      }
      const plain = await cache.get(current, key, create, oneOfMany)
      const encoding = encodingFor(request, plain.body)
      // Different bytes, and therefore another ETag.
      const encodedKey = encoding ? `${encoding} ${key}` : key
      const { body, etag } = encoding
        ? await cache.get(current, encodedKey, () => encode(plain.body, encoding), oneOfMany)
        : plain
      if (!away && request.method === 'GET')
        onSent(request.raw, { key: encodedKey, route, encoding, revision: current })
      reply.headers(cachedHeaders(etag))
      if (hasAlready(request.headers['if-none-match'], etag)) return reply.code(304).send()
      if (encoding) reply.header('content-encoding', encoding)
      return reply.type(JSON_TYPE).send(body)
    })
  }
}

/** An edge that knows the current revision waits for the next one: nobody has to poll. */
async function holdUntilNews(
  { held, revision }: Parts,
  { headers }: FastifyRequest,
  reply: FastifyReply,
  ms: number,
): Promise<void> {
  const seen = held.changesOf(CONTENT)
  reply.header('preference-applied', 'wait')
  const known = await revision.current()
  if (headers[CONTENT_REVISION] === known) await held.hold(CONTENT, { seen, ms, response: reply.raw })
}

/** While the database is `away`, cached responses are better than none, as long as a revision was read recently. */
async function revisionFor(revision: ContentRevision): Promise<{ current: string; away?: unknown }> {
  try {
    return { current: await revision.current() }
  } catch (away) {
    const current = databaseFault(away) === 'away' ? revision.lastKnown() : undefined
    if (current === undefined) throw away
    return { current, away }
  }
}

/** Calls that change something or concern one visitor: limited by client address, never cached. */
async function limitedCalls(app: FastifyInstance, { handlers, context }: Parts): Promise<void> {
  app.addHook('onRequest', app.rateLimit())
  app.addHook('onSend', async (request, reply, payload) => {
    reply.header('cache-control', 'no-store')
    const encoding = typeof payload === 'string' && encodingFor(request, payload)
    if (!encoding) return payload
    reply.headers({ 'content-encoding': encoding, vary: 'accept-encoding' })
    return encode(payload, encoding)
  })
  for (const [name, endpoint] of calls.filter(([, each]) => !isCached(each))) {
    const handle = handlers[name] as Handler<AnyEndpoint>
    app.route({
      method: endpoint.method,
      url: routeOf(endpoint),
      schema: documented(name, endpoint),
      // Only forms contain images.
      bodyLimit: name === 'createSubmission' ? MOST_FORM_BYTES : BODY_BYTES,
      async handler({ params, query, body, headers, ip }) {
        refuseUnstorable([params, query, body])
        const result = await handle(context, {
          params: params as Record<string, string>,
          query: query as Record<string, string | undefined>,
          body,
          idempotencyKey: endpoint.idempotent ? idempotencyKey(headers) : undefined,
          client: ip,
          token: endpoint.bearer ? /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] : undefined,
        })
        return envelop(endpoint, result)
      },
    })
  }
}

function idempotencyKey({ 'idempotency-key': key }: FastifyRequest['headers']): string | undefined {
  if (key === undefined || key === '') return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw new Refusal(400, 'Idempotency-Key must be 1 to 200 visible characters')
}

/** Below this size, compression saves less than its header costs. */
const WORTH_ENCODING = 1024

/** How to compress a response; undefined to send it as it is. */
const encodingFor = ({ headers }: FastifyRequest, body: string | Buffer): Encoding | undefined =>
  body.length < WORTH_ENCODING ? undefined : acceptedEncoding(headers['accept-encoding'])

function refuseUnstorable(value: unknown): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) throw new Refusal(400, 'The text has characters that cannot be stored.')
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      refuseUnstorable(key)
      refuseUnstorable(part)
    }
  }
}
