import proxy from '@fastify/http-proxy'
import type { Logger } from '@marram/service/log'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { EdgeSettings } from './environment'

/** Visitors' cookies are this site's own business: no upstream gets them. The client's address is what this edge saw. */
function forward(prefix: string, upstream: string, settings: EdgeSettings, log: Logger) {
  return {
    prefix,
    upstream,
    rewritePrefix: prefix,
    preHandler: refuseSteps,
    replyOptions: {
      timeout: 20_000,
      rewriteRequestHeaders: (
        request: { ip: string; id: string; raw: { headers: Record<string, unknown> } },
        headers: Record<string, unknown>,
      ) => {
        const { cookie: _cookie, 'x-forwarded-for': _claimed, forwarded: _forwarded, ...rest } = headers
        return {
          ...rest,
          'x-forwarded-for': request.ip,
          'x-forwarded-proto': settings.PUBLIC_URL.split(':', 1)[0],
          'x-request-id': request.id,
        }
      },
      onError: (
        reply: {
          request: { method: string; url: string; id: string }
          code: (status: number) => { send: (body: unknown) => void }
        },
        { error }: { error: Error & { statusCode?: number } },
      ) => {
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
          'an upstream did not answer',
        )
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

/** The proxy wraps what the network said. */
const reasonOf = ({ message, cause }: Error) => (cause instanceof Error && cause.message) || message

/** `.` or `..` as a part of a path, however it is written. */
const steps = /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?:[/\\]|%2f|%5c|$)/i

/** An upstream would take the steps, to an address that this edge answers itself or not at all. */
async function refuseSteps(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (steps.test(request.url.split('?', 1)[0] as string))
    await reply.code(404).send({ code: 404, message: 'There is nothing at this address.' })
}

export async function registerProxies(app: FastifyInstance, settings: EdgeSettings, log: Logger): Promise<void> {
  const register = (prefix: string, upstream: string) =>
    app.register(proxy, forward(prefix, upstream, settings, log) as unknown as Parameters<typeof proxy>[1])
  await register('/api', settings.API_HOST)
  if (settings.MEDIA_HOST === '') await register('/media', settings.API_HOST)
  await register('/releases', settings.RELEASES_URL)
}
