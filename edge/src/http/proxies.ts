import type { IncomingMessage } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import proxy from '@fastify/http-proxy'
import { clientNetwork } from '@marram/server/client-network'
import type { Logger } from '@marram/server/log'
import { EDGE_TOKEN } from '@marram/server/request-id'
import { Semaphore } from '@marram/server/semaphore'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Agent, type Dispatcher } from 'undici'
import { refuse, refuseWith } from '../requests/error-pages'
import { type EdgeSettings, edgeLimits, edgeProof, isOwnApi } from '../settings'
import { asData, endToEnd, isOfApi, isRedirect, refuseRedirect } from './headers'

type Headers = Parameters<typeof endToEnd>[0]
type OnResponse = (error: Error | null, response: Dispatcher.ResponseData) => void

const RETRY_AFTER_S = 5
const WAIT_MS = 10_000
/** A body may take minutes to arrive. Slow uploads must not block others, and one client must not block all. */
const BODIES = { atOnce: 256, waiting: 1024, waitMs: WAIT_MS }
const BODIES_OF_ONE = { atOnce: 32, waiting: 128, waitMs: WAIT_MS }

export async function registerProxies(
  app: FastifyInstance,
  settings: EdgeSettings,
  log: Logger,
  atOnce = edgeLimits.upstreamCalls,
): Promise<void> {
  const register = async (prefix: string, upstream: string) => {
    const calls = upstreamCalls(atOnce, { mayRedirect: !isOfApi(prefix) })
    const options = {
      prefix,
      upstream,
      rewritePrefix: prefix,
      preHandler: refuseSteps,
      // Bodies are handed on as they come.
      proxyPayloads: false,
      undici: calls.dispatcher,
      handler: calls.handle,
      replyOptions: {
        timeout: settings.UPSTREAM_TIMEOUT_MS,
        // An API that is overloaded would get ten times as many calls.
        retryDelay: () => null,
        rewriteHeaders: (headers: Headers, { url }: FastifyRequest) =>
          asData({ prefix, url, isOwnApi: isOwnApi(settings) }, endToEnd(headers)),
        // No upstream gets a cookie: those of the console, on another port of this host, come here too. The client's
        // address is the one that this edge saw, and its proof is never taken from a client.
        rewriteRequestHeaders: (request: FastifyRequest, headers: Headers) => {
          const { cookie: _own, 'x-forwarded-for': _claimed, forwarded: _forwarded, ...rest } = endToEnd(headers)
          // Of an edge alone an upstream holds a request.
          const { [EDGE_TOKEN]: _forged, prefer: _held, ...passedOn } = rest
          return {
            ...passedOn,
            ...(isOfApi(prefix) && edgeProof(settings)),
            'x-forwarded-for': request.ip,
            'x-forwarded-host': new URL(settings.PUBLIC_URL).host,
            'x-forwarded-proto': settings.PUBLIC_URL.split(':', 1)[0],
            'x-request-id': request.id,
          }
        },
        onError: (reply: FastifyReply, { error }: { error: UpstreamError }) =>
          refuseFailed(reply, error, new URL(upstream).host, log),
      },
    }
    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, payload, done) => done(null, bodyOf(payload)))
      scope.addHook('onClose', calls.close)
      await scope.register(proxy, options as unknown as Parameters<typeof proxy>[1])
    })
  }
  await register('/api', settings.API_HOST)
  if (settings.MEDIA_HOST === '') await register('/media', settings.API_HOST)
  await register('/releases', settings.RELEASES_URL)
}

/** `.` or `..` as a part of a path, however it is written. */
const steps = /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?:[/\\]|%2f|%5c|$)/i

/** An upstream would follow the steps to an address that this edge handles itself or not at all. */
async function refuseSteps(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (steps.test(request.url.split('?', 1)[0] as string)) await refuse(request, reply, 404)
}

type UpstreamError = Error & { statusCode?: number }

function refuseFailed(reply: FastifyReply, error: UpstreamError, upstream: string, log: Logger): void {
  // The client has disconnected, and its call was cancelled.
  if (reply.raw.destroyed) return void reply.hijack()
  const isLate = error.statusCode === 504
  const code = isLate ? 504 : 503
  const { method, url, id: request } = reply.request
  // Of the address the kind of call, such as `/api/quiz`: what follows may be personal.
  const path = url.split('?', 1)[0]?.split('/', 3).join('/')
  const reason = (error.cause instanceof Error && error.cause.message) || error.message
  log.error({ method, path, upstream, reason, request, code }, 'an upstream did not respond')
  if (isLate) return void refuseWith(reply, code, 'The server took too long to respond. Try again.')
  // Retry-After means that nothing was done. A change may have arrived; a read may always be repeated.
  const retryAfterS = method === 'GET' || method === 'HEAD' ? RETRY_AFTER_S : undefined
  refuseWith(reply, code, 'The server cannot be reached at the moment. Try again in a minute.', retryAfterS)
}

/** Calls of one upstream: a bounded number until its response begins, and none for a disconnected client. */
function upstreamCalls(atOnce: number, { mayRedirect }: { mayRedirect: boolean }) {
  const plain = new Semaphore({ atOnce, waiting: 8 * atOnce, waitMs: WAIT_MS })
  const bodies = new Semaphore(BODIES)
  const bodiesByClient = new Map<string, Semaphore>()
  // Of the call that begins: `reply.from` makes its request before it returns. An AsyncLocalStorage would slow down all others.
  let goneOfCall: AbortSignal | undefined
  // As many connections as calls and responses that are still read: a slow reader blocks no other.
  const agent = new Agent({ connections: null })

  async function placeFor(request: FastifyRequest, gone: AbortSignal): Promise<(() => void) | undefined> {
    if (!request.body) return plain.acquire({ gone })
    const client = clientNetwork(request.ip)
    const own = bodiesByClient.get(client) ?? new Semaphore(BODIES_OF_ONE)
    bodiesByClient.set(client, own)
    const releaseOwn = await own.acquire({ gone })
    if (!releaseOwn) return undefined
    const release = await bodies.acquire({ gone })
    const end = () => {
      release?.()
      releaseOwn()
      if (own.idle) bodiesByClient.delete(client)
    }
    if (release) return end
    end()
    return undefined
  }

  return {
    close: () => agent.destroy(),

    dispatcher: {
      request: (options: Dispatcher.RequestOptions, done: OnResponse) =>
        agent.request({ ...options, signal: goneOfCall }, done),
    },

    async handle(
      request: FastifyRequest,
      reply: FastifyReply,
      target: string,
      options: { onResponse?: unknown },
    ): Promise<FastifyReply> {
      const leaving = new AbortController()
      reply.raw.once('close', () => leaving.abort())
      const gone = leaving.signal
      const release = await placeFor(request, gone)
      if (gone.aborted) {
        release?.()
        return reply.hijack()
      }
      if (!release) {
        const message = 'There are too many visitors at the moment. Try again in a minute.'
        return refuseWith(reply, 503, message, RETRY_AFTER_S)
      }
      reply.raw.once('close', release)
      const onResponse = (_: unknown, __: unknown, { stream }: { stream: Readable }) => {
        release()
        // For an invalid status, a response was already sent.
        if (reply.sent) return void stream.destroy()
        if (mayRedirect || !isRedirect(reply.statusCode)) return void reply.send(stream)
        stream.destroy()
        refuseRedirect(reply)
      }
      goneOfCall = gone
      try {
        return reply.from(target, { ...options, onResponse } as Parameters<typeof reply.from>[1])
      } finally {
        goneOfCall = undefined
      }
    },
  }
}

/** A separate stream: the sender destroys it on a refusal, which must not close the connection of the response. */
function bodyOf(payload: IncomingMessage): PassThrough {
  const body = new PassThrough()
  payload.pipe(body)
  body.once('close', () => payload.resume())
  payload.once('close', () => {
    if (!payload.readableEnded) body.destroy()
  })
  return body
}

/** Leads to the console, which has an origin of its own. The address is reserved: a section there could pass for it. */
export function registerConsoleRedirect(
  app: FastifyInstance,
  { CONSOLE_URL }: Pick<EdgeSettings, 'CONSOLE_URL'>,
): void {
  const nothing = (request: FastifyRequest, reply: FastifyReply) =>
    refuse(request, reply.header('cache-control', 'no-store'), 404)
  app.all('/console', (request, reply) =>
    CONSOLE_URL !== undefined && (request.method === 'GET' || request.method === 'HEAD')
      ? reply.header('cache-control', 'no-store').redirect(`${CONSOLE_URL}/console`, 302)
      : nothing(request, reply),
  )
  app.all('/console/*', nothing)
}
