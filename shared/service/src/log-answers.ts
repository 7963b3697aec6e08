import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from './log'

const FILES = ['/releases/files/:part/:version/*', '/media/*']

/** What other servers ask all the time and mostly hear nothing new, and the many files of a page that could be sent. */
const isRoutine = (method: string, route: string, status: number) =>
  status === 304 || method === 'HEAD' || route === '/healthz' || (FILES.includes(route) && status < 400)

/**
 * A line for each answer: the route's pattern and not the URL, because some URLs carry names and phone numbers.
 * `more` says what else is known of it.
 */
export function logAnswers(
  app: Pick<FastifyInstance, 'addHook'>,
  log: Logger,
  more: (request: FastifyRequest, reply: FastifyReply) => Record<string, unknown> = () => ({}),
): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, id, routeOptions } = request
    const ms = Math.round(reply.elapsedTime)
    const { url: route = '-' } = routeOptions
    const status = reply.statusCode
    const level = isRoutine(method, route, status) ? 'debug' : 'info'
    log[level]({ method, route, status, ms, request: id, ...more(request, reply) }, 'answered')
  })
}
