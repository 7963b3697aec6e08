import proxy from '@fastify/http-proxy'
import type { Logger } from '@marram/server/log'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type EdgeSettings, isOwnApi } from '../settings'
import { asData } from './common-headers'
import { bodyOf, upstreamCalls } from './upstream-calls'
import { endToEnd, isOfApi } from './upstream-headers'

type Headers = Parameters<typeof endToEnd>[0]
type Calls = ReturnType<typeof upstreamCalls>

const RETRY_AFTER_S = 5

/**
 * Cookies are this site's own business, and no upstream gets one: also the console's session comes here, where it is on
 * another port of this host. The client's address is what this edge saw.
 */
function forward(prefix: string, upstream: string, calls: Calls, settings: EdgeSettings, log: Logger) {
  return {
    prefix,
    upstream,
    rewritePrefix: prefix,
    preHandler: refuseSteps,
    // Bodies are handed on as they come: see `registerProxies`.
    proxyPayloads: false,
    undici: calls.dispatcher,
    handler: calls.handle,
    replyOptions: {
      timeout: settings.UPSTREAM_TIMEOUT_MS,
      // An API that says it is overloaded would get ten times as many calls.
      retryDelay: () => null,
      rewriteHeaders: (headers: Headers, { url }: FastifyRequest) =>
        asData({ prefix, url, isOwnApi: isOwnApi(settings.API_HOST) }, endToEnd(headers)),
      rewriteRequestHeaders: (request: FastifyRequest, headers: Headers) => {
        const { cookie: _own, 'x-forwarded-for': _claimed, forwarded: _forwarded, ...rest } = endToEnd(headers)
        return {
          ...rest,
          'x-forwarded-for': request.ip,
          'x-forwarded-proto': settings.PUBLIC_URL.split(':', 1)[0],
          'x-request-id': request.id,
        }
      },
      onError: (reply: FastifyReply, { error }: { error: Error & { statusCode?: number } }) => {
        // The client has gone, and its call was given up.
        if (reply.raw.destroyed) return void reply.hijack()
        const late = error.statusCode === 504
        const code = late ? 504 : 503
        const { method, url, id } = reply.request
        log.error(
          {
            method,
            path: beginningOf(url),
            upstream: new URL(upstream).host,
            reason: reasonOf(error),
            request: id,
            code,
          },
          'an upstream did not respond',
        )
        // Retry-After says that nothing was done. A change may have arrived; a read may always be repeated.
        if (!late && isRead(method)) reply.header('retry-after', RETRY_AFTER_S)
        reply.code(code).send({
          code,
          message: late
            ? 'The server took too long to answer. Try again.'
            : 'The server cannot be reached at the moment. Try again in a minute.',
        })
      },
    },
  }
}

/** Which kind of call it was, such as `/api/quiz`: what follows may be personal. */
const beginningOf = (url: string) => url.split('?', 1)[0]?.split('/', 3).join('/')

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

/** The proxy wraps what the network said. */
const reasonOf = ({ message, cause }: Error) => (cause instanceof Error && cause.message) || message

/** `.` or `..` as a part of a path, however it is written. */
const steps = /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?:[/\\]|%2f|%5c|$)/i

/** An upstream would take the steps, to an address that this edge handles itself or not at all. */
async function refuseSteps(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (steps.test(request.url.split('?', 1)[0] as string))
    await reply.code(404).send({ code: 404, message: 'There is nothing at this address.' })
}

export async function registerProxies(app: FastifyInstance, settings: EdgeSettings, log: Logger): Promise<void> {
  const register = async (prefix: string, upstream: string) => {
    const calls = upstreamCalls({ ...settings, mayRedirect: !isOfApi(prefix) })
    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, payload, done) => done(null, bodyOf(payload)))
      scope.addHook('onClose', calls.close)
      const options = forward(prefix, upstream, calls, settings, log)
      await scope.register(proxy, options as unknown as Parameters<typeof proxy>[1])
    })
  }
  await register('/api', settings.API_HOST)
  if (settings.MEDIA_HOST === '') await register('/media', settings.API_HOST)
  await register('/releases', settings.RELEASES_URL)
}
