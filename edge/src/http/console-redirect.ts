import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../requests/error-pages'
import type { EdgeSettings } from '../settings'

/**
 * The release desk's console has an origin of its own, which nothing of this one can use. Here is the way to it, and the
 * address stays reserved: a section there could pass for it.
 */
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
